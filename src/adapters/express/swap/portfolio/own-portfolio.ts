import type { Core } from '../../../../application/core.js';
import type { OwnerLedger } from '../../../../application/wallets/read-fills.js';
import { defined } from '../../../../domain/shared/fields.js';
import type { NanoUsd } from '../../../../domain/wallet/nano-usd.js';
import { usdOf } from '../../../../domain/wallet/nano-usd.js';
import type { Call } from '../../operation/declaration.js';
import { HttpError } from '../../errors/problem.js';
import { countFurther } from '../../requests/address-limits.js';
import { address } from '../../schema/common-schemas.js';
import { outcomes } from '../../schema/outcomes.js';
import { number, WRITE, type JsonSchema, type Schema } from '../../schema/schema.js';
import { IsStrategyId } from '../access/filters.js';
import { asOwner, OWNER_ERRORS, READ_BY_OWNER, READER_HEADERS, type ReaderParts } from '../access/reader.js';

/** Parts that an operation on the owner's part of a portfolio needs. */
export interface OwnPortfolioParts extends ReaderParts {
  readonly wallets: Pick<Core['wallets'], 'fills'>;
}

/** Dollars that may be below 0, exact to a billionth up to 15 digits. */
export const signedDollars = (description: string): Schema<number, NanoUsd> => ({
  ...(number(description, { 'x-unit': 'dollars' }) as JsonSchema),
  [WRITE]: usdOf,
});

const [NOT_OWNER] = outcomes<{ readonly kind: 'not-order-owner' }>()([
  { kind: 'not-order-owner', cause: 'address is not the wallet of the key or signature' },
]);

export class PlanQuery {
  @IsStrategyId strategyId?: string;
}

/** Number of reads as which one counts. */
const COUNTS_AS = 20;

/** Common part of the operations that read the owner's part of a portfolio. */
export const OWN_PORTFOLIO = {
  ...READ_BY_OWNER,
  limitedAs: 'reads',
  replicated: 'reads',
  params: { address: address('the wallet that the API key or the signature proves') },
} as const;
export const OWN_PORTFOLIO_ERRORS = [...OWNER_ERRORS, NOT_OWNER!];
export const OWN_PORTFOLIO_HEADERS = READER_HEADERS;

/** Rules of the figures, which the description of the results has in full. */
export const LEDGER_RULES = [
  'Fills are those of the owner’s orders on this exchange, as the newest blocks have them. What else the wallet bought, sold, sent or received is not known, so units from elsewhere have no known cost.',
  'A fill is valued at the recorded price of the token that it bought or, without one, of the token that it sold: the newest price at the time of its block, at most a day old. A fill without either is unpriced, and part of no result.',
  'Costs are average costs, in billionths of a dollar: units are sold at the average cost of those held, rounded down, and units with a known cost first. A token and its subnet copies are one.',
  `With strategyId, only that plan’s fills count, as if the plan were a wallet of its own. It counts as ${COUNTS_AS} reads against the limit per address.`,
] as const;
export const AS_RESULTS =
  'Which fills count, their worth and cost, strategyId and the limit per address are as in GET /api/v1/portfolio/{address}/results.';

/** Does the work with the ledger of the wallet in the path, for its owner alone. */
export const withLedger = <T>(
  parts: OwnPortfolioParts,
  call: Call<'address', PlanQuery>,
  how: Parameters<Core['wallets']['fills']>[1],
  work: (ledger: OwnerLedger) => T | Promise<T>,
): Promise<T> =>
  asOwner(parts, call, async (owner) => {
    if (call.params.address !== owner) throw new HttpError(NOT_OWNER!);
    countFurther(call.req, call.res, 'reads', COUNTS_AS - 1);
    const scope = { owner, ...defined({ strategyId: call.query.strategyId }) };
    return work(await parts.wallets.fills(scope, how));
  });

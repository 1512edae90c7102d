import type { Core } from '../../../../application/core.js';
import type {
  BalancesReading,
  NoBalance,
  ReadBalancesError,
  TokenBalance,
} from '../../../../application/wallets/read-balances.js';
import type { Result } from '../../../../domain/shared/result.js';
import { MAX_BALANCES } from '../../../../domain/wallet/balance-request.js';
import { countFurther } from '../../requests/address-limits.js';
import { valueOrThrow } from '../../errors/errors.js';
import { address } from '../../schema/common-schemas.js';
import { operation } from '../../operation/operation.js';
import { ANY, outcomes, type ErrorOf } from '../../schema/outcomes.js';
import {
  always,
  list,
  object,
  orNull,
  text,
  units,
  whole,
  wordOf,
  type WireOf,
} from '../../schema/schema.js';
import { field, fields, named, optional } from '../../schema/shape.js';
import { type ErrorCase, HttpError } from '../../errors/problem.js';

/** Parts that the operation needs to read balances. */
export interface BalanceParts {
  readonly wallets: Core['wallets'];
}

const REASONS: Readonly<Record<NoBalance, string>> = {
  'unknown-token': 'not a token of this exchange',
  'no-balance': 'the contract returns no balance',
  'chain-unreachable': 'the balance could not be read now',
};

const TOKEN_BALANCE = fields<TokenBalance>()({
  contractId: field(text('the token, as sent'), ({ token }) => token),
  balance: orNull(units('balance of the wallet; unlocked for STX; null if unknown')),
  reason: optional(wordOf(REASONS, 'with null: why')),
});

export const BALANCES = named(
  'Balances',
  fields<BalancesReading>()({
    address: address('the wallet'),
    blockHeight: whole('the block of all balances', { minimum: 0 }),
    balances: list(TOKEN_BALANCE.schema, 'in the order of the request, each token once'),
  }),
);

const BODY = object({ status: always('success'), data: BALANCES.ref('the balances') });

/** The body of `GET /api/v1/balances/{address}`. */
export type BalancesResponse = WireOf<typeof BODY>;

/** Seconds after which to try again, if the chain does not say. */
const RETRY_S = 5;

/** Error if the newest block cannot be read. */
export const BALANCES_UNREACHABLE: ErrorCase = {
  status: 503,
  code: 'chain-unreachable',
  error: 'The chain cannot be reached',
  cause: 'the newest block cannot be read',
  headers: { 'Retry-After': ANY },
};

export const getBalances = operation({
  id: 'getBalances',
  limitedAs: 'reads',
  path: '/api/v1/balances/{address}',
  summary: 'Balances of a wallet in tokens of this exchange',
  rules: [
    'A balance is what the token’s contract reports; for a subnet copy, the balance in its subnet. What open orders and swaps in progress will take is not subtracted.',
    'null is not 0: such a balance is unknown, and reason says why. The other tokens still have theirs.',
    'Each token counts as a read against the limit per address. A call that begins within the limit is served in full.',
  ],
  params: { address: address('the wallet') },
  rawQuery: { tokens: text(`1 to ${MAX_BALANCES} contract ids, separated by commas; .stx for STX`) },
  response: {
    description: 'The balances.',
    schema: BODY,
    caching: 'public, max-age=0, s-maxage=2',
    tagged: true,
  },
  errors: [
    BALANCES_UNREACHABLE,
    ...outcomes<Exclude<ErrorOf<Core['wallets']['balances']>, { readonly kind: 'chain-unreachable' }>>()([
      {
        kind: 'invalid-balance-request',
        parameter: 'address',
        cause: 'address is not an address of this network',
      },
      { kind: 'invalid-balance-request', parameter: 'tokens', cause: 'tokens is absent, empty or too long' },
    ]),
  ],
  curl: '"$BASE/swap/api/v1/balances/$OWNER?tokens=.stx,$TOKEN"',
  handle: async ({ wallets }: BalanceParts, { params, query, req, res }): Promise<BalancesResponse> => {
    const { tokens = '' } = query;
    if (typeof tokens === 'string')
      countFurther(req, res, 'reads', Math.min(tokens.split(',').length, MAX_BALANCES) - 1);
    const read = await wallets.balances({ ...params, tokens });
    return { status: 'success', data: BALANCES.write(readOrThrow(read)) };
  },
});

/** The balances that were read. @throws HttpError that says why there are none. */
export function readOrThrow<T>(read: Result<T, ReadBalancesError>): T {
  if (!read.ok && read.error.kind === 'chain-unreachable') {
    const { retryAfterMs = RETRY_S * 1_000 } = read.error;
    const headers = { 'Retry-After': String(Math.ceil(retryAfterMs / 1_000)) };
    throw new HttpError({ ...BALANCES_UNREACHABLE, headers }, { cause: read.error });
  }
  return valueOrThrow(read);
}

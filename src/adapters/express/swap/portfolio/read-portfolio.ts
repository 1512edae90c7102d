import type { Portfolio } from '../../../../application/wallets/read-portfolio.js';
import type { InvalidBalanceRequest } from '../../../../domain/wallet/balance-request.js';
import type { Holding } from '../../../../domain/wallet/holdings.js';
import { countFurther } from '../../requests/address-limits.js';
import { address, contractId } from '../../schema/common-schemas.js';
import { operation } from '../../operation/operation.js';
import { outcomes } from '../../schema/outcomes.js';
import {
  always,
  flag,
  list,
  number,
  object,
  orNull,
  time,
  units,
  whole,
  type WireOf,
} from '../../schema/schema.js';
import { field, fields, named, optional } from '../../schema/shape.js';
import { QUOTE_TOKEN } from '../orders/token-shapes.js';
import { BALANCES_UNREACHABLE, readOrThrow, type BalanceParts } from '../quotes/read-balances.js';

const dollars = (description: string) => number(description, { minimum: 0, 'x-unit': 'dollars' });
const balance = (of: string) => orNull(units(`balance of ${of}; null if unknown, which is not 0`));

const COPY = fields<Holding['copies'][number]>()({
  contractId: contractId('a subnet copy'),
  balance: balance('the copy, from which orders are paid'),
});

export const HOLDING = named(
  'Holding',
  fields<Holding>()({
    token: QUOTE_TOKEN.ref('the token'),
    wallet: balance('the wallet itself'),
    copies: list(COPY.schema, 'the token’s subnet copies, which are worth the same'),
    usd: field(orNull(dollars('newest price of a whole token; null without one')), ({ price }) => price?.usd),
    change24h: field(
      orNull(
        number('change of the price over 24 hours; null without enough history', { 'x-unit': 'percent' }),
      ),
      ({ price }) => price?.change24h ?? undefined,
    ),
    valueUsd: orNull(dollars('worth of all known balances; null without a price')),
  }),
);

export const PORTFOLIO = named(
  'Portfolio',
  fields<Portfolio>()({
    address: address('the wallet'),
    blockHeight: whole('the block of all balances', { minimum: 0 }),
    pricesAt: optional(time('time of the prices; absent before the first run')),
    valueUsd: dollars('worth of all priced holdings'),
    isComplete: flag('whether every balance is known, and every token that is held has a price'),
    tokens: list(
      HOLDING.ref(),
      'most valuable first, then those without a price; tokens of which the wallet surely holds none are absent',
    ),
  }),
);

const BODY = object({ status: always('success'), data: PORTFOLIO.ref('the holdings') });

/** The body of `GET /api/v1/portfolio/{address}`. */
export type PortfolioResponse = WireOf<typeof BODY>;

/** Number of reads as which a portfolio counts. */
const COUNTS_AS = 20;

export const readPortfolio = operation({
  id: 'readPortfolio',
  limitedAs: 'reads',
  path: '/api/v1/portfolio/{address}',
  summary: 'Holdings of a wallet in the tokens of this exchange, in dollars',
  rules: [
    'A token and its subnet copies are one holding. Balances are as of one block, what the chain shows to everyone; what open orders will take is not subtracted. Prices are the newest recorded ones.',
    `It counts as ${COUNTS_AS} reads against the limit per address.`,
  ],
  params: { address: address('the wallet') },
  response: {
    description: 'The holdings.',
    schema: BODY,
    caching: 'public, max-age=0, s-maxage=2',
    tagged: true,
  },
  errors: [
    BALANCES_UNREACHABLE,
    ...outcomes<InvalidBalanceRequest>()([
      {
        kind: 'invalid-balance-request',
        parameter: 'address',
        cause: 'address is not an address of this network',
      },
    ]),
  ],
  curl: '"$BASE/swap/api/v1/portfolio/$OWNER"',
  handle: async ({ wallets }: BalanceParts, { params, req, res }): Promise<PortfolioResponse> => {
    countFurther(req, res, 'reads', COUNTS_AS - 1);
    return { status: 'success', data: PORTFOLIO.write(readOrThrow(await wallets.portfolio(params.address))) };
  },
});

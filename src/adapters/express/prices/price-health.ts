import type { Core } from '../../../application/core.js';
import type { PriceHealth } from '../../../application/prices/price-health.js';
import { MAX_HOPS } from '../../../domain/router/best-route.js';
import type { UnpricedToken } from '../../../domain/price-series/unpriced.js';
import { contractId, TOKEN_FACTS } from '../schema/common-schemas.js';
import { operation } from '../operation/operation.js';
import { flag, list, orNull, text, time, whole, wordOf, type WireOf } from '../schema/schema.js';
import { field, fields, named, optional, within } from '../schema/shape.js';
import { STALE_MINUTES } from './price-shapes.js';

const FAILURE = fields<NonNullable<PriceHealth['lastFailure']>>()(
  { at: time('time'), reason: text('reason') },
  { description: 'the last run of this process, if it failed' },
);

/** Reasons why a token has no price: words for programs, with their meaning. */
const UNPRICED_REASON = wordOf<UnpricedToken['reason']>(
  {
    'no-vault': 'no registered vault holds it',
    'vaults-not-routed': 'the router trades through none of its vaults',
    'no-route': `no path of at most ${MAX_HOPS} hops connects it with sBTC`,
    'vaults-silent': 'vaults that connect it with sBTC, or that hold it, do not respond',
    unsellable: 'the bought amount sells for nothing',
    'insufficient-liquidity': '1,000 dollars do not buy a unit',
    'not-in-run': 'unknown: the token was registered after the newest run, or the run was imported',
  },
  'reason why it has no price',
);

const UNPRICED = fields<UnpricedToken>()({
  ...within(({ token }: UnpricedToken) => token, {
    contractId: contractId('the token'),
    symbol: TOKEN_FACTS.symbol,
  }),
  reason: UNPRICED_REASON,
});

/** Whether prices are being recorded. Ages are in seconds. */
export const PRICE_HEALTH = named(
  'PriceHealth',
  fields<PriceHealth>()({
    ok: flag(`prices were recorded within ${STALE_MINUTES} minutes`),
    lastRecordedAt: orNull(time('the newest run; null before the first')),
    ageSeconds: orNull(whole('age of that run', { minimum: 0, 'x-unit': 'seconds' })),
    tokensPriced: whole('registered tokens that the newest run priced', { minimum: 0 }),
    tokensRegistered: whole('tokens of the registry', { minimum: 0 }),
    degraded: field(
      flag('the newest run priced a smaller share of them than the operator’s threshold'),
      ({ isDegraded }) => isDegraded,
    ),
    unpriced: list(UNPRICED.schema, 'registered tokens that the newest run did not price'),
    lastFailure: optional(FAILURE.schema),
  }),
);

/** The body of `GET /api/v1/health`: ages are in seconds. */
export type PriceHealthResponse = WireOf<typeof PRICE_HEALTH>;

export const priceHealth = operation({
  id: 'priceHealth',
  path: '/api/v1/health',
  summary: 'Whether prices are being recorded, and which tokens have none',
  response: { description: 'Prices are being recorded.', schema: PRICE_HEALTH.ref() },
  otherwise: {
    status: 503,
    description: `Nothing was recorded for more than ${STALE_MINUTES} minutes.`,
    schema: PRICE_HEALTH.ref(),
    when: ({ ok }) => !ok,
  },
  curl: '"$BASE/prices/api/v1/health"',
  handle: async ({ prices }: { readonly prices: Pick<Core['prices'], 'health'> }) =>
    PRICE_HEALTH.write(await prices.health()),
});

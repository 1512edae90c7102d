import type { Core } from '../../../application/core.js';
import type { PriceHealth } from '../../../application/prices/price-health.js';
import { operation } from '../operation/operation.js';
import { flag, orNull, text, time, whole, type WireOf } from '../operation/schema.js';
import { fields, named, optional } from '../operation/shape.js';
import { STALE_MINUTES } from './price-shapes.js';

const FAILURE = fields<NonNullable<PriceHealth['lastFailure']>>()(
  { at: time('when'), reason: text('why') },
  { description: 'the last run of this process, if it failed' },
);

/** Whether prices are being recorded. Ages are in seconds. */
export const PRICE_HEALTH = named(
  'PriceHealth',
  fields<PriceHealth>()({
    ok: flag(`prices were recorded within ${STALE_MINUTES} minutes`),
    lastRecordedAt: orNull(time('the newest run; null before the first')),
    ageSeconds: orNull(whole('age of that run', { minimum: 0, 'x-unit': 'seconds' })),
    tokensPriced: whole('tokens that the newest run priced', { minimum: 0 }),
    lastFailure: optional(FAILURE.schema),
  }),
);

/** The body of `GET /api/v1/health`: ages are in seconds. */
export type PriceHealthResponse = WireOf<typeof PRICE_HEALTH>;

export const priceHealth = operation({
  id: 'priceHealth',
  path: '/api/v1/health',
  summary: 'Are prices being recorded',
  response: { description: 'They are.', schema: PRICE_HEALTH.ref() },
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

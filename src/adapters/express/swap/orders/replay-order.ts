import { IsDefined } from 'class-validator';
import type { Core } from '../../../../application/core.js';
import { MOST_REPLAYED_DAYS, type ReplayedOrder } from '../../../../application/orders/replay-order.js';
import type { ReplayedFiring, RunPrice } from '../../../../domain/order/evaluation/replay.js';
import { parseTime } from '../../../../domain/shared/time.js';
import { valueOrThrow } from '../../errors/errors.js';
import { operation } from '../../operation/operation.js';
import { asObject, BODY_BYTES } from '../../requests/json-body.js';
import { outcomes, type ErrorOf } from '../../schema/outcomes.js';
import { Param, Reads } from '../../schema/request-class.js';
import { always, object, text, time, whole, wordOf, type WireOf } from '../../schema/schema.js';
import { fields, named, optional } from '../../schema/shape.js';
import { NOT_AN_OBJECT, ORDER_REFUSALS } from '../changes/place-order.js';
import { ORDER_TO_REHEARSE } from './rehearse-order.js';

/** Parts that the operation needs. */
export interface ReplayingParts {
  readonly orders: Pick<Core['orders'], 'replay'>;
}

const TIME = { message: 'Invalid $property parameter. Must be an ISO 8601 time.' };

/** The span to replay. */
export class ReplayQuery {
  @IsDefined(TIME)
  @Reads(parseTime, TIME)
  @Param('start of the span, UTC if it names no zone', { format: 'date-time' })
  from!: Date;

  @Reads(parseTime, TIME)
  @Param('end of the span; now when absent', { format: 'date-time' })
  to?: Date;
}

const RUN = {
  at: time('time of the run'),
  ratio: text('price of conditionToken in baseAsset, rounded down to 18 decimals'),
  stop: optional(text('stop of a trailing order in this run')),
};

const FIRED = fields<ReplayedFiring>()(
  {
    ...RUN,
    confidence: wordOf(
      {
        recorded: 'the confirmation counts runs or minutes, or is waived: the records decide it',
        likely: 'it counts blocks, which are not recorded, and the next run met the price as well',
      },
      'certainty of the firing',
    ),
  },
  { description: 'the first run in which the order would have been sent; absent if there is none' },
);

const NEAREST = fields<RunPrice>()(RUN, {
  description: 'the run that came closest to the price; absent if one met it',
});

const count = (description: string) => whole(description, { minimum: 0 });

export const REPLAY = named(
  'Replay',
  fields<ReplayedOrder>()(
    {
      from: time('start of the span inside the order’s window'),
      to: time('end of the span inside the order’s window, now at most'),
      runs: count('five-minute runs in the span'),
      unpriced: count('of these, runs without a usable price'),
      met: count('runs until the order was sent that met its price'),
      held: count('of these, runs in which the confirmation still held the order'),
      fired: optional(FIRED.schema),
      nearest: optional(NEAREST.schema),
    },
    { description: 'fate of an order at recorded prices' },
  ),
);

const REPLAYED = object({ status: always('success'), data: REPLAY.ref() });

/** The body of a 200. */
export type ReplayResponse = WireOf<typeof REPLAYED>;

export const replayOrder = operation({
  id: 'replayOrder',
  limitedAs: 'quotes',
  replicated: 'reads',
  method: 'post',
  path: '/api/v1/orders/replay',
  summary: 'Replay an order, signed or not, over recorded prices',
  rules: [
    `The span is ${MOST_REPLAYED_DAYS} days at most. Nothing is stored, signed or sent.`,
    'A trailing order is taken for placed at the start of the span.',
    'Liquidity, own pools, balances and routes are not recorded: the order may have been sent later than the replay says, not earlier.',
  ],
  query: ReplayQuery,
  body: {
    description: 'The order, as for a rehearsal.',
    schema: ORDER_TO_REHEARSE.ref(),
    maxBytes: BODY_BYTES,
  },
  response: { description: 'Outcome of the replay.', schema: REPLAYED },
  errors: [
    NOT_AN_OBJECT,
    ...outcomes<ErrorOf<Core['orders']['replay']>>()([
      ...ORDER_REFUSALS,
      'order-exists',
      'invalid-span',
      'not-triggered-by-price',
    ]),
  ],
  curl: `-X POST "$BASE/swap/api/v1/orders/replay?from=2026-11-01" -H 'Content-Type: application/json' -d @order.json`,
  handle: async ({ orders }: ReplayingParts, { req, query }): Promise<ReplayResponse> => {
    const replayed = await orders.replay(asObject(req.body), query);
    return { status: 'success', data: REPLAY.write(valueOrThrow(replayed)) };
  },
});

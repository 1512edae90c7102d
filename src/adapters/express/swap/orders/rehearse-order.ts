import type { Hold, Rehearsal } from '../../../../application/orders/rehearse-order.js';
import type { Core } from '../../../../application/core.js';
import { EVALUATED, titlesOf } from '../../../../sdk/words/reasons.js';
import { STOPS } from '../../../../sdk/words/stops.js';
import { ERROR_FIELDS, HELP_FIELDS } from '../../schema/common-schemas.js';
import { problemOf } from '../../errors/errors.js';
import type { Problem } from '../../errors/problem.js';
import { operation } from '../../operation/operation.js';
import { asObject, BODY_BYTES } from '../../requests/json-body.js';
import { always, flag, list, object, openWordOf, time, type WireOf } from '../../schema/schema.js';
import { field, fields, named, namedSchema, optional } from '../../schema/shape.js';
import { NOT_AN_OBJECT, ORDER_DRAFT } from '../changes/place-order.js';
import { QUOTE, viewOf } from '../quotes/quote-shapes.js';
import { REASON_DETAILS } from './evaluation-shape.js';

/** Parts that the operation needs. */
export interface RehearsingParts {
  readonly orders: Pick<Core['orders'], 'rehearse'>;
}

const ADDED_BY_SIGNING = ['uuid', 'recipient', 'signature'];

export const ORDER_TO_REHEARSE = namedSchema('OrderToRehearse', {
  ...ORDER_DRAFT.schema,
  description: 'An order as it would be placed, or before it is signed.',
  required: ORDER_DRAFT.schema.required!.filter((name) => !ADDED_BY_SIGNING.includes(name)),
});

const HOLD = fields<Hold>()(
  {
    reason: openWordOf({ ...titlesOf(EVALUATED), ...titlesOf(STOPS) }, 'word for programs'),
    until: optional(
      time(
        'when it may be gone, or is looked at again; absent if the market, the owner or the operator decides',
      ),
    ),
    ...REASON_DETAILS,
  },
  { description: 'something that keeps the order from being sent now' },
);

const REFUSED = fields<Problem>()(
  {
    ...ERROR_FIELDS,
    details: optional({ description: 'facts, if there are any' }),
    hint: HELP_FIELDS.hint,
  },
  { description: 'reason why POST /orders/new would refuse the order; absent if it would be stored' },
);

export const REHEARSAL = named(
  'Rehearsal',
  fields<Rehearsal>()(
    {
      at: time('time of the rehearsal'),
      isSigned: flag('whether the order had a signature, so that it was checked'),
      isAccepted: field(flag('whether the order would be stored'), ({ refused }) => refused === undefined),
      refused: optional(REFUSED.schema, ({ refused }) => refused && problemOf(refused)),
      isSentNow: field(
        flag('whether the order would be sent at once'),
        ({ refused, holds }) => refused === undefined && holds.length === 0,
      ),
      holds: list(HOLD.schema, 'everything that would keep it from being sent now; empty if it is refused'),
      quote: optional(
        QUOTE.ref('the best route now, with minimumReceived; absent without one'),
        ({ quote }) => quote && viewOf(quote),
      ),
    },
    { description: 'fate of an order if it were placed now' },
  ),
);

const REHEARSED = object({ status: always('success'), data: REHEARSAL.ref() });

/** The body of a 200. */
export type RehearsalResponse = WireOf<typeof REHEARSED>;

export const rehearseOrder = operation({
  id: 'rehearseOrder',
  limitedAs: 'quotes',
  method: 'post',
  path: '/api/v1/orders/rehearse',
  summary: 'Find out what would become of an order, signed or not, if it were placed now',
  rules: [
    'Nothing is stored, signed or sent. Without a signature, uuid, recipient and both signatures may be missing, and everything else is checked.',
    'Balances and reserves are those of balances and quotes, seconds old at most. Whether the chain has spent the uuid is not asked.',
    'An order without a trigger has the hold manual; its other holds are those of an execute.',
  ],
  body: { description: 'The order.', schema: ORDER_TO_REHEARSE.ref(), maxBytes: BODY_BYTES },
  response: {
    description: 'Outcome of the rehearsal, also if the order would be refused.',
    schema: REHEARSED,
  },
  errors: [NOT_AN_OBJECT],
  curl: `-X POST "$BASE/swap/api/v1/orders/rehearse" -H 'Content-Type: application/json' -d @order.json`,
  handle: async ({ orders }: RehearsingParts, call): Promise<RehearsalResponse> => {
    const rehearsal = await orders.rehearse(asObject(call.req.body));
    return { status: 'success', data: REHEARSAL.write(rehearsal) };
  },
});

import type { Core } from '../../../../application/core.js';
import type { SendingStop } from '../../../../application/execution/send/brakes.js';
import { operation } from '../../operation/operation.js';
import { flag, list, text, time, wordOf, type WireOf } from '../../schema/schema.js';
import { field, fields, named, optional } from '../../schema/shape.js';
import { titlesOf } from '../../../../sdk/words/reasons.js';
import { STOPS } from '../../../../sdk/words/stops.js';

/** Parts that the operation needs. */
export interface SendingParts {
  readonly sending: Pick<Core['sending'], 'stops'>;
}

const STOP = fields<SendingStop>()(
  {
    reason: field(wordOf(titlesOf(STOPS), 'word for programs'), ({ kind }) => kind),
    since: optional(time('since when; paused'), (stop) =>
      stop.kind === 'paused' ? stop.position.at : undefined,
    ),
    until: optional(time('earliest time of the next swap; the limits'), (stop) =>
      'until' in stop ? stop.until : undefined,
    ),
    message: optional(text('reason in the operator’s own words, if given; paused'), (stop) =>
      stop.kind === 'paused' ? stop.position.reason : undefined,
    ),
  },
  { description: 'something that stops new swaps' },
);

export const SENDING = named(
  'Sending',
  fields<readonly SendingStop[]>()(
    {
      isStopped: field(flag('whether no new swap is sent'), (stops) => stops.length > 0),
      stops: field(
        list(STOP.schema, 'everything that stops them; empty while they are sent'),
        (stops) => stops,
      ),
    },
    { description: 'whether new swaps are sent, and what stops them' },
  ),
);

/** The body of a 200. */
export type SendingResponse = WireOf<typeof SENDING>;

export const readSending = operation({
  id: 'readSending',
  path: '/api/v1/sending',
  summary: 'Whether new swaps are sent, and if not, what stops them',
  rules: [
    'Orders can be placed, cancelled and settled regardless; due ones are sent when sending resumes, unless they have ended by then.',
    'A process without an operator key only knows about the operator’s pause.',
  ],
  response: { description: 'Obstacles to new swaps.', schema: SENDING.ref(), caching: 'no-cache' },
  curl: '"$BASE/swap/api/v1/sending"',
  handle: async ({ sending }: SendingParts): Promise<SendingResponse> => SENDING.write(await sending.stops()),
});

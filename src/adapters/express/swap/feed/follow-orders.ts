import type { Core } from '../../../../application/core.js';
import type { OrderHandle, OrderUuid } from '../../../../domain/order/ids.js';
import type { Reader } from '../../../../domain/order/terms/handle.js';
import type { FeedScope } from '../../../../ports/index.js';
import { valueOrThrow } from '../../errors/errors.js';
import type { Call } from '../../operation/declaration.js';
import { operation } from '../../operation/operation.js';
import { badParameter, outcomes, type ErrorOf } from '../../schema/outcomes.js';
import { object, ref, text, whole, type WireOf } from '../../schema/schema.js';
import { namedSchema } from '../../schema/shape.js';
import { HttpError } from '../../errors/problem.js';
import { lastEventIdOf, LAST_EVENT_ID, ResumeQuery, STREAM_RULES } from '../../streams/last-event-id.js';
import { endHead, STREAM_CACHING } from '../../streams/event-stream.js';
import { STREAM_PLACE_REFUSALS, type EventStreams } from '../../streams/event-streams.js';
import type { OrderFanOut } from './order-fan-out.js';
import { ORDER } from '../orders/order-shapes.js';
import { ORDER_EVENT } from '../orders/order-event-shape.js';
import { IsOwner, IsStrategyId, IsView } from '../access/filters.js';
import { ONE_ORDER_ERRORS, UUID_IN_PATH } from '../orders/read-order.js';
import {
  asReader,
  READ_BY_ANYONE,
  READER_ERRORS,
  READER_HEADERS,
  type ReaderParts,
  type ViewQuery,
} from '../access/reader.js';
import type { ReaderWatch } from '../access/reader-watch.js';

/** Parts that an operation needs to follow orders. */
export interface FollowParts extends ReaderParts {
  readonly events: EventStreams;
  readonly fanOut: OrderFanOut;
  readonly watch: ReaderWatch;
}

/** The data of an `order` event. */
export const ORDER_CHANGE = namedSchema(
  'OrderChange',
  object(
    {
      position: whole(
        'the event’s position among those of all orders: the first part of the server-sent event’s id',
        {
          minimum: 1,
        },
      ),
      databasePosition: text(
        'on a server with replicas: X-Sluice-Position for reads that may show nothing older than this event',
      ),
      id: ref<OrderUuid | OrderHandle>('Uuid', 'the order’s uuid for its owner, its handle for others'),
      event: ORDER_EVENT.ref('as in the order’s log'),
      order: ORDER.ref('as of sending the event, without evaluation'),
    },
    { optional: ['databasePosition'], description: 'An event of an order, as streams send it.' },
  ),
);

/** The data of a stream’s `order` event. */
export type OrderChangeResponse = WireOf<typeof ORDER_CHANGE>;

class FollowOneQuery extends ResumeQuery {
  @IsView view?: ViewQuery['view'];
}

class FollowQuery extends FollowOneQuery {
  @IsOwner owner?: string;
  @IsStrategyId strategyId?: string;
}

const NO_SCOPE = badParameter(
  'Invalid query: owner or strategyId is required',
  'neither owner nor strategyId is given',
);

const EVENTS = {
  schema: text('server-sent events', { 'x-event': ORDER_CHANGE.ref() }),
  mediaType: 'text/event-stream',
  caching: STREAM_CACHING,
  headers: READER_HEADERS,
};

const RULES = [
  'Without Last-Event-ID: an event `snapshot` for each order that is open or broadcasted, newest first, 1,000 at most (of one order: that order), its data {"order": Order}; then `synced`. With it: what happened since; then `synced`. From then on each event of the log is an event `order`, its data an OrderChange. Ids are an event’s position and its time in milliseconds, such as 48213-1795000000000; that of `synced` is the newest event’s, 0 before the first.',
  'No event is missed or repeated across reconnects, restarts and replicas. Events of an owner or plan resume from up to 100,000 events of all orders ago, those of one order from any time; an event further back, or one that the database lacks, as after restoring a backup, gets `resync` with reason unknown-position.',
  ...STREAM_RULES,
  'A stream opened with an API key ends within a minute after the key is revoked or expires; one opened by a wallet ends after an hour, and then requires a new proof.',
];

const COMMON = {
  limitedAs: 'reads',
  ...READ_BY_ANYONE,
  headers: { 'Last-Event-ID': LAST_EVENT_ID },
} as const;

export const followOrders = operation({
  ...COMMON,
  id: 'followOrders',
  path: '/api/v1/orders/stream',
  summary: 'Follow the orders of an owner or a plan as server-sent events',
  rules: RULES,
  query: FollowQuery,
  response: { ...EVENTS, description: 'The events. The response does not end by itself.' },
  errors: [
    NO_SCOPE,
    ...STREAM_PLACE_REFUSALS,
    ...READER_ERRORS,
    ...outcomes<ErrorOf<Core['orders']['follow']['scopeOf']>>()(['invalid-owner']),
  ],
  curl: '-N "$BASE/swap/api/v1/orders/stream?owner=$OWNER"',
  handle: (parts: FollowParts, call) => {
    const { query } = call;
    return openStream(parts, call, async () => {
      const scope = valueOrThrow(parts.orders.follow.scopeOf(query));
      if (scope === undefined) throw new HttpError(NO_SCOPE);
      return scope;
    });
  },
});

export const followOrder = operation({
  ...COMMON,
  id: 'followOrder',
  path: '/api/v1/orders/{uuid}/stream',
  summary: 'Follow one order as server-sent events',
  rules: RULES,
  params: UUID_IN_PATH,
  query: FollowOneQuery,
  response: { ...EVENTS, description: 'The events. The response does not end by itself.' },
  errors: [...STREAM_PLACE_REFUSALS, ...ONE_ORDER_ERRORS],
  curl: '-N "$BASE/swap/api/v1/orders/$UUID/stream"',
  handle: (parts: FollowParts, call) => {
    const { uuid } = call.params;
    const scopeFor = async ({ owner }: Reader) => {
      const { terms } = valueOrThrow(await parts.orders.getNewest(uuid, owner));
      return { uuid: terms.uuid };
    };
    return openStream(parts, call, scopeFor, uuid);
  },
});

/** Opens the stream after checking caller and scope, so that refusals are ordinary responses. */
async function openStream(
  parts: FollowParts,
  call: Pick<Call<never, ResumeQuery>, 'req' | 'res' | 'query'>,
  scopeFor: (reader: Reader) => Promise<FeedScope>,
  ref?: string,
) {
  const { events, fanOut, watch } = parts;
  const { req, res, query } = call;
  if (req.method !== 'HEAD') events.enter(req, res);
  const opened = await asReader(
    parts,
    call,
    async (reader, keyId) => {
      const scope = await scopeFor(reader);
      return req.method === 'HEAD' ? undefined : { scope, reader, keyId, stream: events.begin(req, res) };
    },
    ref,
  );
  if (opened === undefined) return endHead(res);
  const { scope, reader, keyId, stream } = opened;
  if (keyId !== undefined) watch.withKey(stream, keyId);
  else if (reader.owner !== undefined) watch.byProof(stream);
  return stream.open(() => fanOut.follow(stream, scope, reader, lastEventIdOf(req, query)));
}

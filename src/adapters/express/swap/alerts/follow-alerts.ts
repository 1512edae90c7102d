import type { Core } from '../../../../application/core.js';
import { valueOrThrow } from '../../errors/errors.js';
import { operation } from '../../operation/operation.js';
import { requireProofInHeaders } from '../../requests/wallet-proof.js';
import { outcomes } from '../../schema/outcomes.js';
import { always, object, text } from '../../schema/schema.js';
import { namedSchema } from '../../schema/shape.js';
import { endHead, RESYNC, STREAM_CACHING } from '../../streams/event-stream.js';
import { STREAM_PLACE_REFUSALS, type EventStreams } from '../../streams/event-streams.js';
import { LAST_EVENT_ID, lastEventIdOf, ResumeQuery, STREAM_RULES } from '../../streams/last-event-id.js';
import type { ReaderWatch } from '../access/reader-watch.js';
import {
  byOwner,
  KEY_HEADERS,
  KEY_OR_OWNER_READ,
  KEY_OR_OWNER_READ_ERRORS,
  type OwnedError,
} from '../owned/owner-operation.js';
import type { AlertFanOut } from './alert-fan-out.js';
import { ALERT, type AlertParts } from './alert-shape.js';

/** Parts that an operation needs to follow alerts. */
export interface FollowAlertsParts extends AlertParts {
  readonly alerts: AlertParts['alerts'] & Pick<Core['alerts'], 'authorize'>;
  readonly events: EventStreams;
  readonly alertFanOut: AlertFanOut;
  readonly watch: ReaderWatch;
}

/** The data of an `alert.fired` event. */
export const ALERT_EVENT = namedSchema(
  'AlertEvent',
  object({ alert: ALERT.ref('as it fired') }, { description: 'The firing of an alert, as streams send it.' }),
);

export const followAlerts = operation({
  id: 'followAlerts',
  ...KEY_OR_OWNER_READ,
  path: '/api/v1/alerts/stream',
  summary: 'Follow the firings of the wallet’s alerts as server-sent events',
  rules: [
    'First `synced`, then an event `alert.fired` for each firing, its data an AlertEvent. Ids are the time of the firing in milliseconds. With Last-Event-ID, what fired since comes before `synced`; of an alert that fired again meanwhile, the last firing. GET /alerts lists what there is.',
    'An id that no stream has sent gets `resync` with reason unknown-position.',
    ...STREAM_RULES,
    'A stream opened with an API key ends within a minute after the key is revoked or expires; one opened by a wallet ends after an hour, and then requires a new proof.',
  ],
  signedFields: { action: always('follow_alerts') },
  query: ResumeQuery,
  headers: { 'Last-Event-ID': LAST_EVENT_ID },
  response: {
    description: 'The events. The response does not end by itself.',
    schema: text('server-sent events', { 'x-event': ALERT_EVENT.ref() }),
    mediaType: 'text/event-stream',
    caching: STREAM_CACHING,
    headers: KEY_HEADERS,
  },
  errors: [
    ...STREAM_PLACE_REFUSALS,
    ...KEY_OR_OWNER_READ_ERRORS,
    ...outcomes<OwnedError<Core['alerts']['authorize']>>()([]),
  ],
  curl: '-N "$BASE/swap/api/v1/alerts/stream" -H @headers.txt',
  sign: 'action=follow_alerts',
  handle: async (parts: FollowAlertsParts, call) => {
    const { req, res, query } = call;
    const { alerts, events, alertFanOut, watch } = parts;
    if (req.method !== 'HEAD') events.enter(req, res);
    const opened = await byOwner(parts, call, requireProofInHeaders, async (proof) => {
      const owner = valueOrThrow(await alerts.authorize(proof));
      return req.method === 'HEAD' ? undefined : { owner, proof, stream: events.begin(req, res) };
    });
    if (opened === undefined) return endHead(res);
    const { owner, proof, stream } = opened;
    if (proof.by === 'api-key') watch.withKey(stream, proof.key.keyId);
    else watch.byProof(stream);
    const after = lastEventIdOf(req, query)?.position;
    return stream.open(() =>
      Number.isNaN(after) ? stream.end(RESYNC.unknownPosition) : alertFanOut.follow(stream, owner, after),
    );
  },
});

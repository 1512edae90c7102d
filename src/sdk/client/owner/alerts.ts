import { requireKnown, type ReadOptions } from '../transport/call.js';
import { unexpected } from '../transport/client-error.js';
import type { ClientOptions, Connection } from '../transport/connection.js';
import type { Names } from '../transport/known-names.js';
import { isObject } from '../transport/request-json.js';
import type { Operations } from '../transport/route.js';
import { dataOf, FOLLOW, followed, requireFollowable, type FollowOptions } from '../transport/stream.js';
import type { Alert } from '../wire/swap.js';
import * as routes from '../wire/routes.js';
import { alone, type Credentials, type SignedFields } from './credentials.js';

/** An alert to create: `kind`, `token`, and the fields of its kind. */
export type NewAlert = Omit<Operations['createAlert']['signed'], 'action'>;

/** Options for following alerts. */
export interface FollowAlertsOptions extends FollowOptions {
  /** Firing after which to continue, as its `firedAt`. Null starts now. */
  readonly after?: string | null | undefined;
}

/**
 * Alerts of the client's wallet, which signs each of these calls; a client without one calls with its API key, which needs the
 * permission webhooks. Calls that change something are never repeated automatically.
 */
export interface AlertsClient {
  create(alert: NewAlert, options?: ReadOptions): Promise<Alert>;
  /** All alerts, newest first, including those that have fired. */
  list(options?: ReadOptions): Promise<readonly Alert[]>;
  get(alertId: string, options?: ReadOptions): Promise<Alert>;
  /** Arms an alert that has fired: at once, or as soon as it is no longer true. */
  rearm(alertId: string, options?: ReadOptions): Promise<Alert>;
  delete(alertId: string, options?: ReadOptions): Promise<void>;
  /**
   * Yields each alert as it fires; `break` ends it. It streams, reconnects automatically, and polls if the server or a proxy does not
   * stream. Of an alert that fired twice during an interruption, it yields the last firing.
   */
  follow(options?: FollowAlertsOptions): AsyncGenerator<Alert, void, undefined>;
}

const ALERT: Names<NewAlert> = {
  ...{ kind: 1, token: 1, direction: 1, price: 1, baseAsset: 1, bps: 1, seconds: 1, amount: 1, note: 1 },
};

/** Milliseconds between two polls, and between two looks of the server. */
const POLL_MS = 15_000;

/**
 * A client of alerts alone. Sends nothing yet.
 *
 * @throws RangeError for an unknown or invalid option.
 * @example
 * const alerts = alertsClient({ baseUrl: 'https://dex.example.org', wallet });
 * await alerts.create({ kind: 'price', token: '.stx', direction: 'above', price: '2.5' });
 */
export const alertsClient = (options: ClientOptions): AlertsClient => alone(alertsOf, options);

export function alertsOf(connection: Connection, credentials: Credentials): AlertsClient {
  const { call } = connection;
  /** Request that changes one alert. */
  const changing = (fields: Extract<SignedFields, { readonly alertId: string }>) => ({
    params: { alertId: fields.alertId },
    ...credentials.ownedBody(fields, ['alertId']),
  });
  const list = async (options?: ReadOptions): Promise<readonly Alert[]> => {
    const prove = credentials.ownedRead({ action: 'list_alerts' });
    return (await call(routes.listAlerts, { options, prove })).alerts;
  };
  return {
    create: async (alert, options) => {
      requireKnown(alert, ALERT);
      const signed = credentials.ownedBody({ action: 'create_alert', ...alert });
      return (await call(routes.createAlert, { ...signed, options })).alert;
    },
    list,
    get: async (alertId, options) => {
      const prove = credentials.ownedRead({ action: 'get_alert', alertId });
      return (await call(routes.getAlert, { params: { alertId }, options, prove })).alert;
    },
    rearm: async (alertId, options) =>
      (await call(routes.rearmAlert, { ...changing({ action: 'rearm_alert', alertId }), options })).alert,
    delete: async (alertId, options) => {
      await call(routes.deleteAlert, { ...changing({ action: 'delete_alert', alertId }), options });
    },
    follow: (options = {}) => {
      const { after, ...rest } = options;
      requireFollowable(options, { ...FOLLOW, after: 1 } as Names<FollowAlertsOptions>);
      return firings(
        connection,
        { ...rest, prove: credentials.ownedRead({ action: 'follow_alerts' }) },
        after,
        list,
      );
    },
  };
}

type Following = FollowOptions & { readonly prove: ReturnType<Credentials['ownedRead']> };

async function* firings(
  connection: Connection,
  options: Following,
  after: string | null | undefined,
  list: () => Promise<readonly Alert[]>,
): AsyncGenerator<Alert, void, undefined> {
  /** Id of the last event: the time of a firing, Unix milliseconds. */
  let last = after == null ? undefined : String(Date.parse(after));
  yield* followed<Alert>(connection, {
    everyMs: POLL_MS,
    ...options,
    route: routes.followAlerts,
    lastId: () => last,
    isReady: (event) => event?.event === 'synced',
    async *taken(event) {
      if (event.event === 'alert.fired') yield alertOf(dataOf(event));
      last = event.event === 'resync' ? undefined : (event.id ?? last);
    },
    async *look() {
      const seen = last === undefined ? Infinity : Number(last);
      const fired = (await list()).map((alert) => ({ alert, at: Date.parse(alert.firedAt ?? '') || 0 }));
      for (const { alert, at } of fired.sort((a, b) => a.at - b.at)) if (at > seen) yield alert;
      last = String(Math.max(Number(last ?? 0), ...fired.map(({ at }) => at)));
    },
  });
}

function alertOf(data: unknown): Alert {
  if (isObject(data) && isObject(data['alert']) && typeof data['alert']['id'] === 'string')
    return data['alert'] as unknown as Alert;
  throw unexpected('An event of the stream is malformed');
}

import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { alertsOf, type FollowAlertsOptions } from '../../../src/sdk/client/owner/alerts.js';
import { Credentials } from '../../../src/sdk/client/owner/credentials.js';
import { connect } from '../../../src/sdk/client/transport/connection.js';
import { aClientWallet } from './serving.js';
import { ended, frame, json, notFound, stream, StreamHost } from './stream-host.js';

const STREAM = '/swap/api/v1/alerts/stream';
const ALERTS = '/swap/api/v1/alerts';
const T0 = Date.parse('2026-11-22T12:00:00.000Z');
const iso = (ms: number) => new Date(T0 + ms).toISOString();

let host: StreamHost;
beforeEach(async () => {
  host = new StreamHost();
  await host.start();
});
afterEach(() => host.stop());

const anAlert = (id: string, firedMs?: number) => ({
  ...{ id, kind: 'stale', token: '.stx', state: firedMs === undefined ? 'armed' : 'fired' },
  firedAt: firedMs === undefined ? null : iso(firedMs),
});
const fired = (id: string, ms: number) => frame('alert.fired', { alert: anAlert(id, ms) }, T0 + ms);
const synced = (ms: number) => frame('synced', {}, T0 + ms);
const listOf = (...alerts: object[]) => json({ status: 'success', alerts });

/** The ids of the first alerts that fire. */
async function take(count: number, options: FollowAlertsOptions = {}): Promise<readonly string[]> {
  let now = T0;
  const system = { now: () => now, random: () => 0.5, pause: async (ms: number) => void (now += ms) };
  const silences = { silentMs: 20_000, heldBackMs: 20_000 };
  const connection = connect({ baseUrl: host.url, attempts: 1, wallet: aClientWallet() }, system, silences);
  const taken: string[] = [];
  for await (const { id } of alertsOf(connection, new Credentials(connection)).follow(options))
    if (taken.push(id) === count) break;
  return taken;
}

describe('following alerts', () => {
  it('yields each firing, and continues after the last one when the stream ends', async () => {
    host.on(STREAM, ended(synced(0), fired('a', 1), fired('b', 2)), stream(synced(2), fired('c', 3)));
    expect(await take(3)).toEqual(['a', 'b', 'c']);
    expect(host.lastIds(STREAM)).toEqual([undefined, String(T0 + 2)]);
  });

  it('continues after the firing that the caller names', async () => {
    host.on(STREAM, stream(fired('a', 7), synced(7)));
    expect(await take(1, { after: iso(5) })).toEqual(['a']);
    expect(host.lastIds(STREAM)).toEqual([String(T0 + 5)]);
  });

  it('begins without a position after resync', async () => {
    const resync = frame('resync', { reason: 'unknown-position' });
    host.on(STREAM, ended(resync), stream(synced(9), fired('a', 10)));
    expect(await take(1, { after: iso(5) })).toEqual(['a']);
    expect(host.lastIds(STREAM)).toEqual([String(T0 + 5), undefined]);
  });

  it('polls a server that does not stream, and yields only what fires from then on, in order', async () => {
    host.on(STREAM, notFound);
    const before = anAlert('old', 1);
    host.on(
      ALERTS,
      listOf(anAlert('a'), before),
      listOf(anAlert('a', 9), anAlert('b', 8), before),
      listOf(anAlert('a', 12), anAlert('b', 8), before),
    );
    expect(await take(3)).toEqual(['b', 'a', 'a']);
  });

  it('refuses an unknown option', async () => {
    await expect(take(1, { afer: null } as FollowAlertsOptions)).rejects.toThrow('did you mean after?');
  });
});

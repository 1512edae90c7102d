import { describe, expect, it } from './framework.js';
import type { AfterAttempt } from '../domain/webhook/attempt.js';
import type { Busy } from '../domain/webhook/bounds.js';
import type { NewDelivery } from '../domain/webhook/delivery.js';
import type { WebhookDeliveries } from '../ports/webhooks.js';
import { T0 } from './builders.js';
import type { StorageAccess } from '../ports/index.js';
import { openEach, type StorageHarness } from './harness.js';
import { aDelivery, aPing, aWebhook, deliveryIdOf, webhookIdOf } from './webhooks.js';

const later = (ms: number) => new Date(T0.getTime() + ms);
const IDLE: Busy = { hosts: [], webhooks: [], doubtful: false };
const delivered = (at: Date): AfterAttempt => ({
  state: 'delivered',
  attempts: 1,
  last: { at, tookMs: 12, status: 204 },
  endedAt: at,
});
const dead = (at: Date): AfterAttempt => ({
  state: 'dead',
  attempts: 9,
  last: { at, tookMs: 10_000, failure: 'no-response-in-time' },
  endedAt: at,
});
const retried = (at: Date, nextAt: Date): AfterAttempt => ({
  state: 'waiting',
  attempts: 1,
  last: { at, tookMs: 3, status: 500 },
  nextAt,
});
const TIMES = { now: T0, until: later(60_000) };

export function webhookDeliveriesContract(harness: StorageHarness): void {
  describe(`WebhookDeliveries: ${harness.name}`, () => {
    let ports: StorageAccess;
    let deliveries: WebhookDeliveries;
    openEach(harness, async (opened) => {
      ports = opened;
      deliveries = ports.webhookDeliveries;
      for (const n of [1, 2]) await ports.webhooks.insert(aWebhook(n));
    });

    const due = async (now = T0, busy = IDLE) =>
      (await deliveries.listDue({ now, busy, limit: 100 })).map(({ id }) => Number(`0x${id.slice(4)}`));
    const claimOf = ({ id, webhookId }: NewDelivery, claimant = 'a') => ({ id, webhookId, claimant });
    const end = async (n: number, result: AfterAttempt, now = T0) => {
      const claim = { id: deliveryIdOf(n), webhookId: webhookIdOf(1), claimant: `end-${n}` };
      await deliveries.claim(claim, { now, until: later(60_000) });
      return deliveries.finish(claim, result);
    };
    const ofWebhook = (n = 1) => deliveries.list({ webhookId: webhookIdOf(n), limit: 100 });

    it('has no cursor before it is moved, and then the last one', async () => {
      expect(await deliveries.cursor()).toBeUndefined();
      await deliveries.moveCursor(0);
      expect(await deliveries.cursor()).toBe(0);
      await deliveries.moveCursor(9_007_199_254_740_991);
      expect(await deliveries.cursor()).toBe(9_007_199_254_740_991);
    });

    it('returns an added delivery and a ping as waiting, due at once', async () => {
      const ping = aPing(2);
      await deliveries.add([aDelivery(1), ping]);
      const waiting = { state: 'waiting', attempts: 0, queuedAt: T0, nextAt: T0 } as const;
      expect(await ofWebhook()).toStrictEqual([
        { ...ping, ...waiting },
        { ...aDelivery(1), ...waiting },
      ]);
      expect(await due()).toEqual([1, 2]);
      expect(await due(later(-1))).toEqual([]);
    });

    it('throws for an id that is taken, and adds nothing', async () => {
      await deliveries.add([aDelivery(1)]);
      await expect(deliveries.add([aDelivery(1)])).rejects.toThrow();
      expect(await ofWebhook()).toHaveLength(1);
    });

    it('makes the next delivery of an order due when the one before it is delivered or dead', async () => {
      await deliveries.add([aDelivery(1), aDelivery(2), aDelivery(3), aDelivery(4, { order: 2 })]);
      await deliveries.add([aDelivery(5, { webhook: 2 })]);
      expect(await due()).toEqual([1, 4, 5]);
      expect(await end(1, retried(T0, later(5)))).toBe(true);
      expect(await due()).toEqual([4, 5]);
      expect(await due(later(5))).toEqual([4, 5, 1]);
      expect(await end(1, delivered(later(5)), later(5))).toBe(true);
      expect(await due(later(5))).toEqual([4, 5, 2]);
      expect(await end(2, dead(later(6)), later(6))).toBe(true);
      expect(await due(later(6))).toEqual([4, 5, 3]);
    });

    it('adds a delivery behind one that waits for its next attempt or is under way', async () => {
      await deliveries.add([aDelivery(1)]);
      await deliveries.claim(claimOf(aDelivery(1)), TIMES);
      await deliveries.add([aDelivery(2)]);
      expect(await due()).toEqual([]);
      await deliveries.finish(claimOf(aDelivery(1)), retried(T0, later(9)));
      await deliveries.add([aDelivery(3)]);
      expect(await due(later(9))).toEqual([1]);
    });

    it('returns how an attempt ended, and until when it is retried', async () => {
      await deliveries.add([aDelivery(1), aDelivery(2, { order: 2 })]);
      await end(1, retried(later(1), later(2)));
      await end(2, dead(later(3)));
      expect(await ofWebhook()).toStrictEqual([
        { ...aDelivery(2, { order: 2 }), queuedAt: T0, ...dead(later(3)) },
        { ...aDelivery(1), queuedAt: T0, ...retried(later(1), later(2)) },
      ]);
    });

    it('gives a due delivery to one claimant until the claim ends', async () => {
      await deliveries.add([aDelivery(1)]);
      const claimed = await Promise.all(
        ['a', 'b', 'c'].map((claimant) => deliveries.claim(claimOf(aDelivery(1), claimant), TIMES)),
      );
      expect(claimed.filter((each) => each !== undefined)).toStrictEqual([
        { ...aDelivery(1), state: 'waiting', attempts: 0, queuedAt: T0, nextAt: later(60_000) },
      ]);
      expect(await due(later(59_999))).toEqual([]);
      expect(await deliveries.nextDue(T0)).toEqual(later(60_000));
      expect(await due(later(60_000))).toEqual([1]);
    });

    it('ignores the end of an attempt whose claim another process has taken over', async () => {
      await deliveries.add([aDelivery(1), aDelivery(2)]);
      await deliveries.claim(claimOf(aDelivery(1), 'a'), TIMES);
      await deliveries.claim(claimOf(aDelivery(1), 'b'), { now: later(60_000), until: later(120_000) });
      expect(await deliveries.finish(claimOf(aDelivery(1), 'a'), delivered(later(60_001)))).toBe(false);
      await deliveries.release(claimOf(aDelivery(1), 'a'), T0);
      expect(await due(later(119_999))).toEqual([]);
      expect(await deliveries.finish(claimOf(aDelivery(1), 'b'), delivered(later(60_002)))).toBe(true);
      expect(await due(later(60_002))).toEqual([2]);
    });

    it('makes a released delivery due again, with the attempts that it had', async () => {
      await deliveries.add([aDelivery(1)]);
      await deliveries.claim(claimOf(aDelivery(1)), TIMES);
      await deliveries.release(claimOf(aDelivery(1)), later(1));
      expect(await due(later(1))).toEqual([1]);
      expect((await ofWebhook())[0]!.attempts).toBe(0);
    });

    it('leaves out what is busy', async () => {
      await ports.webhooks.update(aWebhook(2, { failingSince: T0 }));
      await deliveries.add([aDelivery(1), aDelivery(2, { webhook: 2 }), aDelivery(3, { order: 3 })]);
      await end(1, retried(T0, later(1)));
      expect(await due(later(1))).toEqual([2, 3, 1]);
      expect(await due(later(1), { ...IDLE, hosts: ['receiver-1.example.org', 'other'] })).toEqual([2]);
      expect(await due(later(1), { ...IDLE, webhooks: [webhookIdOf(2)] })).toEqual([3, 1]);
      expect(await due(later(1), { ...IDLE, doubtful: true })).toEqual([3]);
      const listed = await deliveries.listDue({ now: later(1), busy: IDLE, limit: 2 });
      expect(listed.map(({ isDoubtful }) => isDoubtful)).toEqual([true, false]);
    });

    it('adds a delivery that may not be tried before a time', async () => {
      await deliveries.add([aDelivery(1, { notBefore: later(5) }), aDelivery(2)]);
      expect(await due(later(4))).toEqual([]);
      expect(await due(later(5))).toEqual([1]);
      expect((await ofWebhook()).at(-1)).toStrictEqual({
        ...aDelivery(1),
        state: 'waiting',
        attempts: 0,
        queuedAt: T0,
        nextAt: later(5),
      });
    });

    it('postpones what waits for a webhook, except its pings, what is under way and what is due later', async () => {
      await deliveries.add([
        aDelivery(1),
        aDelivery(2),
        aDelivery(3, { order: 2 }),
        aDelivery(4, { order: 3 }),
      ]);
      await deliveries.add([aPing(5), aDelivery(6, { webhook: 2 })]);
      await end(3, retried(T0, later(9)));
      await deliveries.claim(claimOf(aDelivery(4, { order: 3 })), TIMES);
      await deliveries.postpone(webhookIdOf(1), later(5));
      expect(await due()).toEqual([5, 6]);
      expect(await due(later(5))).toEqual([5, 6, 1]);
      expect(await due(later(9))).toEqual([5, 6, 1, 3]);
      expect(await deliveries.finish(claimOf(aDelivery(4, { order: 3 })), delivered(T0))).toBe(true);
    });

    it('resumes what was never tried, and one delivery of each order', async () => {
      await deliveries.add([aDelivery(1), aDelivery(2), aDelivery(3, { order: 2 })]);
      await deliveries.add([aDelivery(4, { webhook: 2 })]);
      await end(3, retried(T0, later(9)));
      for (const n of [1, 2]) await deliveries.postpone(webhookIdOf(n), later(5));
      await deliveries.resume(webhookIdOf(1), later(1));
      expect(await due(later(1))).toEqual([1]);
      expect(await due(later(5))).toEqual([1, 4]);
    });

    it('ends what waits for a retired webhook as dead, except its pings', async () => {
      await deliveries.add([aDelivery(1), aDelivery(2), aDelivery(3, { webhook: 2 }), aPing(4)]);
      await deliveries.claim(claimOf(aDelivery(1)), TIMES);
      await deliveries.retire(webhookIdOf(1), later(1));
      expect(await deliveries.finish(claimOf(aDelivery(1)), delivered(later(2)))).toBe(false);
      expect(await due(later(1))).toEqual([3, 4]);
      const listed = await deliveries.list({ webhookId: webhookIdOf(1), state: 'dead', limit: 9 });
      expect(listed.map(({ id, endedAt }) => ({ id, endedAt }))).toEqual(
        [2, 1].map((n) => ({ id: deliveryIdOf(n), endedAt: later(1) })),
      );
    });

    it('replays dead deliveries in the order of their positions, one of each order at a time', async () => {
      await deliveries.add([1, 2, 3].map((n) => aDelivery(n)));
      await deliveries.add([aDelivery(4, { order: 2 }), aPing(5)]);
      for (const n of [1, 2, 3, 4, 5]) await end(n, dead(later(1)), later(1));
      const which = { webhookId: webhookIdOf(1) };
      expect(await deliveries.replay({ webhookId: webhookIdOf(2) }, later(2))).toBe(0);
      expect(await deliveries.replay({ ...which, id: deliveryIdOf(2) }, later(2))).toBe(1);
      expect(await due(later(2))).toEqual([2]);
      expect(await deliveries.replay({ ...which, id: deliveryIdOf(2) }, later(2))).toBe(0);
      expect(await deliveries.replay(which, later(3))).toBe(3);
      expect(await due(later(3))).toEqual([2, 4]);
      await end(2, delivered(later(3)), later(3));
      expect(await due(later(3))).toEqual([1, 4]);
      await end(1, delivered(later(3)), later(3));
      expect(await due(later(3))).toEqual([3, 4]);
      const [replayed] = (await ofWebhook()).filter(({ id }) => id === deliveryIdOf(4));
      expect(replayed).toMatchObject({ state: 'waiting', attempts: 0, queuedAt: later(3), createdAt: T0 });
      expect('endedAt' in replayed!).toBe(false);
    });

    it('replays what was created since a time, the oldest first, and a delivered one once in a while', async () => {
      for (const n of [1, 2, 3, 4]) await deliveries.add([aDelivery(n, { order: n, createdAt: later(n) })]);
      await deliveries.add([aDelivery(5, { order: 5, createdAt: later(5) }), aPing(6)]);
      await deliveries.add([aDelivery(7, { webhook: 2, createdAt: later(5) })]);
      for (const n of [1, 2, 3, 6]) await end(n, delivered(later(10)), later(10));
      await end(4, dead(later(10)), later(10));
      const replay = (from: number, limit: number, replayedBefore: number, now: number) => {
        const since = { from: later(from), replayedBefore: later(replayedBefore), limit };
        return deliveries.replay({ webhookId: webhookIdOf(1), since }, later(now));
      };
      expect(await replay(2, 2, -80, 20)).toBe(2);
      expect(await due(later(20))).toEqual([5, 7, 2, 3]);
      for (const n of [2, 3]) await end(n, delivered(later(21)), later(21));
      expect(await replay(2, 2, -79, 21)).toBe(1);
      expect(await replay(2, 9, 19, 119)).toBe(0);
      expect(await replay(2, 9, 20, 120)).toBe(2);
      expect(await deliveries.list({ webhookId: webhookIdOf(1), state: 'delivered', limit: 9 })).toHaveLength(
        2,
      );
    });

    it('counts the deliveries that wait for other hosts, and none that have ended', async () => {
      await deliveries.add([aDelivery(1), aDelivery(2), aPing(3), aDelivery(4, { webhook: 2 })]);
      await end(1, delivered(T0));
      await deliveries.moveHost(webhookIdOf(1), 'other.example.org');
      const hosts = (await ofWebhook()).map(({ id, host }) => [id, host]);
      expect(hosts).toEqual([
        [deliveryIdOf(3), 'other.example.org'],
        [deliveryIdOf(2), 'other.example.org'],
        [deliveryIdOf(1), 'receiver-1.example.org'],
      ]);
      expect((await ofWebhook(2))[0]!.host).toBe('receiver-2.example.org');
    });

    it('lists a webhook’s deliveries in pages, newest first, also of one state', async () => {
      await deliveries.add([1, 2, 3, 4].map((n) => aDelivery(n, { order: n })));
      await deliveries.add([aDelivery(5, { createdAt: later(1) }), aDelivery(6, { webhook: 2 })]);
      await end(2, dead(T0));
      const page = async (query: object) =>
        (await deliveries.list({ webhookId: webhookIdOf(1), limit: 2, ...query })).map(({ id }) =>
          Number(`0x${id.slice(4)}`),
        );
      expect(await page({})).toEqual([5, 4]);
      expect(await page({ after: deliveryIdOf(4) })).toEqual([3, 2]);
      expect(await page({ after: deliveryIdOf(2) })).toEqual([1]);
      expect(await page({ after: deliveryIdOf(6) })).toEqual([]);
      expect(await page({ state: 'dead' })).toEqual([2]);
      expect(await page({ state: 'waiting', after: deliveryIdOf(3) })).toEqual([1]);
    });

    it('counts waiting and dead deliveries, except dead pings, which cannot be replayed', async () => {
      await deliveries.add([1, 2, 3, 4].map((n) => aDelivery(n, { order: n })));
      await deliveries.add([aDelivery(6, { webhook: 2 })]);
      await deliveries.add([aPing(5)]);
      await end(5, dead(T0));
      await end(1, dead(T0));
      await end(2, delivered(T0));
      expect(await deliveries.count([webhookIdOf(1), webhookIdOf(3)])).toEqual(
        new Map([[webhookIdOf(1), { waiting: 2, dead: 1 }]]),
      );
      expect(await deliveries.count([])).toEqual(new Map());
      expect(await deliveries.countWaiting()).toBe(3);
    });

    it('knows the next time at which a delivery is due', async () => {
      expect(await deliveries.nextDue(T0)).toBeUndefined();
      await deliveries.add([aDelivery(1), aDelivery(2, { order: 2 })]);
      expect(await deliveries.nextDue(T0)).toBeUndefined();
      expect(await deliveries.nextDue(later(-1))).toEqual(T0);
      await end(1, retried(T0, later(7)));
      await end(2, retried(T0, later(6)));
      expect(await deliveries.nextDue(T0)).toEqual(later(6));
    });

    it('deletes deliveries that ended before a time, with a separate time for dead ones', async () => {
      await deliveries.add([1, 2, 3, 4, 5].map((n) => aDelivery(n, { order: n })));
      await end(1, delivered(later(1)));
      await end(2, delivered(later(2)));
      await end(3, dead(later(1)));
      await end(4, dead(later(2)));
      await deliveries.deleteEnded({ delivered: later(2), dead: later(1) });
      expect((await ofWebhook()).map(({ id }) => id)).toEqual([5, 4, 3, 2].map(deliveryIdOf));
      await deliveries.deleteEnded({ delivered: later(3), dead: later(2) });
      expect((await ofWebhook()).map(({ id }) => id)).toEqual([5, 4].map(deliveryIdOf));
    });

    it('leaves one delivery of an order due when ends and additions race', async () => {
      await deliveries.add([aDelivery(1)]);
      await Promise.all([end(1, delivered(T0)), ...[2, 3, 4, 5].map((n) => deliveries.add([aDelivery(n)]))]);
      const [first] = await due();
      expect(await due()).toHaveLength(1);
      await end(first!, delivered(T0));
      expect(await due()).toHaveLength(1);
    });
  });
}

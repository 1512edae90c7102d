import { describe, expect, it } from './framework.js';
import { at, T0 } from './builders.js';
import { dead, delivered, retried, TIMES, deliverySteps } from './deliveries.js';
import type { StorageHarness } from './harness.js';
import { aDelivery, aPing, deliveryIdOf, webhookIdOf } from './webhooks.js';

/** Tests lists and counts of deliveries, and changes of all deliveries of a webhook: delays, replays and ends. */
export function webhookReplaysContract(harness: StorageHarness): void {
  describe(`WebhookDeliveries of a webhook: ${harness.name}`, () => {
    const { claimOf, deliveries, due, end, ofWebhook } = deliverySteps(harness);

    it('postpones what waits for a webhook, except its pings, what is under way and what is due later', async () => {
      await deliveries().add([
        aDelivery(1),
        aDelivery(2),
        aDelivery(3, { order: 2 }),
        aDelivery(4, { order: 3 }),
      ]);
      await deliveries().add([aPing(5), aDelivery(6, { webhook: 2 })]);
      await end(3, retried(T0, at(9)));
      await deliveries().claim(claimOf(aDelivery(4, { order: 3 })), TIMES);
      await deliveries().postpone(webhookIdOf(1), at(5));
      expect(await due()).toEqual([5, 6]);
      expect(await due(at(5))).toEqual([5, 6, 1]);
      expect(await due(at(9))).toEqual([5, 6, 1, 3]);
      expect(await deliveries().finish(claimOf(aDelivery(4, { order: 3 })), delivered(T0))).toBe(true);
    });

    it('resumes what was never tried, and one delivery of each order', async () => {
      await deliveries().add([aDelivery(1), aDelivery(2), aDelivery(3, { order: 2 })]);
      await deliveries().add([aDelivery(4, { webhook: 2 })]);
      await end(3, retried(T0, at(9)));
      for (const n of [1, 2]) await deliveries().postpone(webhookIdOf(n), at(5));
      await deliveries().resume(webhookIdOf(1), at(1));
      expect(await due(at(1))).toEqual([1]);
      expect(await due(at(5))).toEqual([1, 4]);
    });

    it('ends what waits for a retired webhook as dead, except its pings', async () => {
      await deliveries().add([aDelivery(1), aDelivery(2), aDelivery(3, { webhook: 2 }), aPing(4)]);
      await deliveries().claim(claimOf(aDelivery(1)), TIMES);
      await deliveries().retire(webhookIdOf(1), at(1));
      expect(await deliveries().finish(claimOf(aDelivery(1)), delivered(at(2)))).toBe(false);
      expect(await due(at(1))).toEqual([3, 4]);
      const listed = await deliveries().list({ webhookId: webhookIdOf(1), state: 'dead', limit: 9 });
      expect(listed.map(({ id, endedAt }) => ({ id, endedAt }))).toEqual(
        [2, 1].map((n) => ({ id: deliveryIdOf(n), endedAt: at(1) })),
      );
    });

    it('replays dead deliveries in the order of their positions, one of each order at a time', async () => {
      await deliveries().add([1, 2, 3].map((n) => aDelivery(n)));
      await deliveries().add([aDelivery(4, { order: 2 }), aPing(5)]);
      for (const n of [1, 2, 3, 4, 5]) await end(n, dead(at(1)), at(1));
      const which = { webhookId: webhookIdOf(1) };
      expect(await deliveries().replay({ webhookId: webhookIdOf(2) }, at(2))).toBe(0);
      expect(await deliveries().replay({ ...which, id: deliveryIdOf(2) }, at(2))).toBe(1);
      expect(await due(at(2))).toEqual([2]);
      expect(await deliveries().replay({ ...which, id: deliveryIdOf(2) }, at(2))).toBe(0);
      expect(await deliveries().replay(which, at(3))).toBe(3);
      expect(await due(at(3))).toEqual([2, 4]);
      await end(2, delivered(at(3)), at(3));
      expect(await due(at(3))).toEqual([1, 4]);
      await end(1, delivered(at(3)), at(3));
      expect(await due(at(3))).toEqual([3, 4]);
      const [replayed] = (await ofWebhook()).filter(({ id }) => id === deliveryIdOf(4));
      expect(replayed).toMatchObject({ state: 'waiting', attempts: 0, queuedAt: at(3), createdAt: T0 });
      expect('endedAt' in replayed!).toBe(false);
    });

    it('replays what was created since a time, the oldest first, and a delivered one once in a while', async () => {
      for (const n of [1, 2, 3, 4]) await deliveries().add([aDelivery(n, { order: n, createdAt: at(n) })]);
      await deliveries().add([aDelivery(5, { order: 5, createdAt: at(5) }), aPing(6)]);
      await deliveries().add([aDelivery(7, { webhook: 2, createdAt: at(5) })]);
      for (const n of [1, 2, 3, 6]) await end(n, delivered(at(10)), at(10));
      await end(4, dead(at(10)), at(10));
      const replay = (from: number, limit: number, replayedBefore: number, now: number) => {
        const since = { from: at(from), replayedBefore: at(replayedBefore), limit };
        return deliveries().replay({ webhookId: webhookIdOf(1), since }, at(now));
      };
      expect(await replay(2, 2, -80, 20)).toBe(2);
      expect(await due(at(20))).toEqual([5, 7, 2, 3]);
      for (const n of [2, 3]) await end(n, delivered(at(21)), at(21));
      expect(await replay(2, 2, -79, 21)).toBe(1);
      expect(await replay(2, 9, 19, 119)).toBe(0);
      expect(await replay(2, 9, 20, 120)).toBe(2);
      expect(
        await deliveries().list({ webhookId: webhookIdOf(1), state: 'delivered', limit: 9 }),
      ).toHaveLength(2);
    });

    it('counts the deliveries that wait for other hosts, and none that have ended', async () => {
      await deliveries().add([aDelivery(1), aDelivery(2), aPing(3), aDelivery(4, { webhook: 2 })]);
      await end(1, delivered(T0));
      await deliveries().moveHost(webhookIdOf(1), 'other.example.org');
      const hosts = (await ofWebhook()).map(({ id, host }) => [id, host]);
      expect(hosts).toEqual([
        [deliveryIdOf(3), 'other.example.org'],
        [deliveryIdOf(2), 'other.example.org'],
        [deliveryIdOf(1), 'receiver-1.example.org'],
      ]);
      expect((await ofWebhook(2))[0]!.host).toBe('receiver-2.example.org');
    });

    it('lists a webhook’s deliveries in pages, newest first, also of one state', async () => {
      await deliveries().add([1, 2, 3, 4].map((n) => aDelivery(n, { order: n })));
      await deliveries().add([aDelivery(5, { createdAt: at(1) }), aDelivery(6, { webhook: 2 })]);
      await end(2, dead(T0));
      const page = async (query: object) =>
        (await deliveries().list({ webhookId: webhookIdOf(1), limit: 2, ...query })).map(({ id }) =>
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
      await deliveries().add([1, 2, 3, 4].map((n) => aDelivery(n, { order: n })));
      await deliveries().add([aDelivery(6, { webhook: 2 })]);
      await deliveries().add([aPing(5)]);
      await end(5, dead(T0));
      await end(1, dead(T0));
      await end(2, delivered(T0));
      expect(await deliveries().count([webhookIdOf(1), webhookIdOf(3)])).toEqual(
        new Map([[webhookIdOf(1), { waiting: 2, dead: 1 }]]),
      );
      expect(await deliveries().count([])).toEqual(new Map());
      expect(await deliveries().countWaiting()).toBe(3);
    });

    it('deletes deliveries that ended before a time, with a separate time for dead ones', async () => {
      await deliveries().add([1, 2, 3, 4, 5].map((n) => aDelivery(n, { order: n })));
      await end(1, delivered(at(1)));
      await end(2, delivered(at(2)));
      await end(3, dead(at(1)));
      await end(4, dead(at(2)));
      await deliveries().deleteEnded({ delivered: at(2), dead: at(1) });
      expect((await ofWebhook()).map(({ id }) => id)).toEqual([5, 4, 3, 2].map(deliveryIdOf));
      await deliveries().deleteEnded({ delivered: at(3), dead: at(2) });
      expect((await ofWebhook()).map(({ id }) => id)).toEqual([5, 4].map(deliveryIdOf));
    });
  });
}

import { describe, expect, it } from './framework.js';
import { at, T0 } from './builders.js';
import { dead, delivered, IDLE, retried, TIMES, deliverySteps } from './deliveries.js';
import type { StorageHarness } from './harness.js';
import { aDelivery, aPing, aWebhook, webhookIdOf } from './webhooks.js';

/** Tests the queue of deliveries: which are due, their claims and the ends of their attempts. */
export function webhookDeliveriesContract(harness: StorageHarness): void {
  describe(`WebhookDeliveries: ${harness.name}`, () => {
    const { claimOf, deliveries, due, end, ofWebhook, webhooks } = deliverySteps(harness);

    it('has no cursor before it is moved, and then the last one', async () => {
      expect(await deliveries().cursor()).toBeUndefined();
      await deliveries().moveCursor(0);
      expect(await deliveries().cursor()).toBe(0);
      await deliveries().moveCursor(9_007_199_254_740_991);
      expect(await deliveries().cursor()).toBe(9_007_199_254_740_991);
    });

    it('returns an added delivery and a ping as waiting, due at once', async () => {
      const ping = aPing(2);
      await deliveries().add([aDelivery(1), ping]);
      const waiting = { state: 'waiting', attempts: 0, queuedAt: T0, nextAt: T0 } as const;
      expect(await ofWebhook()).toStrictEqual([
        { ...ping, ...waiting },
        { ...aDelivery(1), ...waiting },
      ]);
      expect(await due()).toEqual([1, 2]);
      expect(await due(at(-1))).toEqual([]);
    });

    it('throws for an id that is taken, and adds nothing', async () => {
      await deliveries().add([aDelivery(1)]);
      await expect(deliveries().add([aDelivery(1)])).rejects.toThrow();
      expect(await ofWebhook()).toHaveLength(1);
    });

    it('makes the next delivery of an order due when the one before it is delivered or dead', async () => {
      await deliveries().add([aDelivery(1), aDelivery(2), aDelivery(3), aDelivery(4, { order: 2 })]);
      await deliveries().add([aDelivery(5, { webhook: 2 })]);
      expect(await due()).toEqual([1, 4, 5]);
      expect(await end(1, retried(T0, at(5)))).toBe(true);
      expect(await due()).toEqual([4, 5]);
      expect(await due(at(5))).toEqual([4, 5, 1]);
      expect(await end(1, delivered(at(5)), at(5))).toBe(true);
      expect(await due(at(5))).toEqual([4, 5, 2]);
      expect(await end(2, dead(at(6)), at(6))).toBe(true);
      expect(await due(at(6))).toEqual([4, 5, 3]);
    });

    it('adds a delivery behind one that waits for its next attempt or is under way', async () => {
      await deliveries().add([aDelivery(1)]);
      await deliveries().claim(claimOf(aDelivery(1)), TIMES);
      await deliveries().add([aDelivery(2)]);
      expect(await due()).toEqual([]);
      await deliveries().finish(claimOf(aDelivery(1)), retried(T0, at(9)));
      await deliveries().add([aDelivery(3)]);
      expect(await due(at(9))).toEqual([1]);
    });

    it('returns how an attempt ended, and until when it is retried', async () => {
      await deliveries().add([aDelivery(1), aDelivery(2, { order: 2 })]);
      await end(1, retried(at(1), at(2)));
      await end(2, dead(at(3)));
      expect(await ofWebhook()).toStrictEqual([
        { ...aDelivery(2, { order: 2 }), queuedAt: T0, ...dead(at(3)) },
        { ...aDelivery(1), queuedAt: T0, ...retried(at(1), at(2)) },
      ]);
    });

    it('gives a due delivery to one claimant until the claim ends', async () => {
      await deliveries().add([aDelivery(1)]);
      const claimed = await Promise.all(
        ['a', 'b', 'c'].map((claimant) => deliveries().claim(claimOf(aDelivery(1), claimant), TIMES)),
      );
      expect(claimed.filter((each) => each !== undefined)).toStrictEqual([
        { ...aDelivery(1), state: 'waiting', attempts: 0, queuedAt: T0, nextAt: at(60_000) },
      ]);
      expect(await due(at(59_999))).toEqual([]);
      expect(await deliveries().nextDue(T0)).toEqual(at(60_000));
      expect(await due(at(60_000))).toEqual([1]);
    });

    it('ignores the end of an attempt whose claim another process has taken over', async () => {
      await deliveries().add([aDelivery(1), aDelivery(2)]);
      await deliveries().claim(claimOf(aDelivery(1), 'a'), TIMES);
      await deliveries().claim(claimOf(aDelivery(1), 'b'), { now: at(60_000), until: at(120_000) });
      expect(await deliveries().finish(claimOf(aDelivery(1), 'a'), delivered(at(60_001)))).toBe(false);
      await deliveries().release(claimOf(aDelivery(1), 'a'), T0);
      expect(await due(at(119_999))).toEqual([]);
      expect(await deliveries().finish(claimOf(aDelivery(1), 'b'), delivered(at(60_002)))).toBe(true);
      expect(await due(at(60_002))).toEqual([2]);
    });

    it('makes a released delivery due again, with the attempts that it had', async () => {
      await deliveries().add([aDelivery(1)]);
      await deliveries().claim(claimOf(aDelivery(1)), TIMES);
      await deliveries().release(claimOf(aDelivery(1)), at(1));
      expect(await due(at(1))).toEqual([1]);
      expect((await ofWebhook())[0]!.attempts).toBe(0);
    });

    it('leaves out what is busy', async () => {
      await webhooks().update(aWebhook(2, { failingSince: T0 }));
      await deliveries().add([aDelivery(1), aDelivery(2, { webhook: 2 }), aDelivery(3, { order: 3 })]);
      await end(1, retried(T0, at(1)));
      expect(await due(at(1))).toEqual([2, 3, 1]);
      expect(await due(at(1), { ...IDLE, hosts: ['receiver-1.example.org', 'other'] })).toEqual([2]);
      expect(await due(at(1), { ...IDLE, webhooks: [webhookIdOf(2)] })).toEqual([3, 1]);
      expect(await due(at(1), { ...IDLE, doubtful: true })).toEqual([3]);
      const listed = await deliveries().listDue({ now: at(1), busy: IDLE, limit: 2 });
      expect(listed.map(({ isDoubtful }) => isDoubtful)).toEqual([true, false]);
    });

    it('adds a delivery that may not be tried before a time', async () => {
      await deliveries().add([aDelivery(1, { notBefore: at(5) }), aDelivery(2)]);
      expect(await due(at(4))).toEqual([]);
      expect(await due(at(5))).toEqual([1]);
      expect((await ofWebhook()).at(-1)).toStrictEqual({
        ...aDelivery(1),
        state: 'waiting',
        attempts: 0,
        queuedAt: T0,
        nextAt: at(5),
      });
    });

    it('knows the next time at which a delivery is due', async () => {
      expect(await deliveries().nextDue(T0)).toBeUndefined();
      await deliveries().add([aDelivery(1), aDelivery(2, { order: 2 })]);
      expect(await deliveries().nextDue(T0)).toBeUndefined();
      expect(await deliveries().nextDue(at(-1))).toEqual(T0);
      await end(1, retried(T0, at(7)));
      await end(2, retried(T0, at(6)));
      expect(await deliveries().nextDue(T0)).toEqual(at(6));
    });

    it('leaves one delivery of an order due when ends and additions race', async () => {
      await deliveries().add([aDelivery(1)]);
      await Promise.all([
        end(1, delivered(T0)),
        ...[2, 3, 4, 5].map((n) => deliveries().add([aDelivery(n)])),
      ]);
      const [first] = await due();
      expect(await due()).toHaveLength(1);
      await end(first!, delivered(T0));
      expect(await due()).toHaveLength(1);
    });
  });
}

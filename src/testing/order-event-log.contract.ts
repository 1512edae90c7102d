import { describe, expect, it } from './framework.js';
import type { OrderEventLog } from '../ports/order-event-log.js';
import { anEvent, T0, uuidOf } from './builders.js';
import { openEach, type StorageHarness } from './harness.js';

export function orderEventLogContract(harness: StorageHarness): void {
  describe(`OrderEventLog: ${harness.name}`, () => {
    let events: OrderEventLog;
    openEach(harness, (opened) => (events = opened.events));

    it('lists no events for an unknown order', async () => {
      expect(await events.list(uuidOf(1))).toEqual([]);
    });

    it('numbers the events of each order from 1 and returns them as appended', async () => {
      const facts = {
        txid: 'ab',
        reason: 'Grüße 🚀 \u0000',
        blockHeight: 7,
        list: [],
        nested: { none: null },
      };
      const later = anEvent({ type: 'cancelled', at: new Date(T0.getTime() + 123), facts });
      await events.append({ uuid: uuidOf(1), event: anEvent() });
      await events.append({ uuid: uuidOf(2), event: anEvent({ type: 'created' }) });
      await events.append({ uuid: uuidOf(1), event: later });
      expect(await events.list(uuidOf(1))).toStrictEqual([
        { seq: 1, ...anEvent() },
        { seq: 2, ...later },
      ]);
      expect(await events.list(uuidOf(2))).toStrictEqual([{ seq: 1, ...anEvent() }]);
    });

    it('begins the logs of many orders at once, except those already begun', async () => {
      const first = Array.from({ length: 1_100 }, (_, n) => ({
        uuid: uuidOf(n),
        event: anEvent({ at: new Date(T0.getTime() + n) }),
      }));
      await events.begin([]);
      await events.begin(first.slice(0, 1));
      await events.begin(first.slice(1));
      await events.append({ uuid: uuidOf(1_099), event: anEvent({ type: 'cancelled' }) });
      expect(await events.list(uuidOf(0))).toStrictEqual([{ seq: 1, ...first[0]!.event }]);
      expect(await events.list(uuidOf(1_099))).toStrictEqual([
        { seq: 1, ...first[1_099]!.event },
        { seq: 2, ...anEvent({ type: 'cancelled' }) },
      ]);
      await expect(events.begin([first[7]!])).rejects.toThrow();
      expect(await events.list(uuidOf(7))).toHaveLength(1);
    });

    it('appends events of many orders at once, those of one order in turn', async () => {
      await events.append({ uuid: uuidOf(1), event: anEvent() });
      const [waiting, stored] = [
        anEvent({ type: 'waiting', at: new Date(5) }),
        anEvent({ type: 'swap-stored' }),
      ];
      await events.append(
        { uuid: uuidOf(2), event: stored },
        { uuid: uuidOf(1), event: waiting },
        { uuid: uuidOf(1), event: stored },
      );
      await events.append();
      const logs = await events.listMany([uuidOf(3), uuidOf(2), uuidOf(1)]);
      expect(logs.get(uuidOf(1))).toStrictEqual([
        { seq: 1, ...anEvent() },
        { seq: 2, ...waiting },
        { seq: 3, ...stored },
      ]);
      expect(logs.get(uuidOf(2))).toStrictEqual([{ seq: 1, ...stored }]);
      expect(logs.get(uuidOf(3))).toEqual([]);
      expect(await events.listMany([])).toEqual(new Map());
    });

    it('stores every one of 20 racing events and numbers them without a gap', async () => {
      await Promise.all(
        Array.from({ length: 20 }, () => events.append({ uuid: uuidOf(1), event: anEvent() })),
      );
      const seqs = (await events.list(uuidOf(1))).map(({ seq }) => seq);
      expect(seqs).toEqual(Array.from({ length: 20 }, (_, n) => n + 1));
    });

    it('lists ended orders after a position, by time and uuid, and no other events', async () => {
      const at = (ms: number) => new Date(T0.getTime() + ms);
      const end = (n: number, ms: number, type: 'cancelled' | 'failed' = 'cancelled') =>
        events.append({ uuid: uuidOf(n), event: anEvent({ type, at: at(ms) }) });
      await end(3, 5);
      await end(1, 5, 'failed');
      await end(2, 0);
      await end(4, 9);
      await events.append({ uuid: uuidOf(5), event: anEvent({ type: 'confirmed', at: at(5) }) });
      await end(1, 20);
      const list = async (after: readonly [n: number, ms: number], until: number, limit = 10) => {
        const [uuid, since] = [uuidOf(after[0]), at(after[1])];
        const listed = await events.listEnded({ after: { uuid, at: since }, until: at(until), limit });
        return listed.map((ended) => `${ended.uuid} ${ended.at.getTime() - T0.getTime()}`);
      };
      const [two, one, three, four, again] = [
        [2, 0],
        [1, 5],
        [3, 5],
        [4, 9],
        [1, 20],
      ].map(([n, ms]) => `${uuidOf(n!)} ${ms}`);
      expect(await list([1, -1], 20)).toEqual([two, one, three, four, again]);
      expect(await list([1, -1], 9)).toEqual([two, one, three, four]);
      expect(await list([1, 5], 8)).toEqual([three]);
      expect(await list([3, 5], 20, 1)).toEqual([four]);
      expect(await list([1, 20], 99)).toEqual([]);
    });

    it('is not affected when callers change what they passed in or got back', async () => {
      const mine = structuredClone(anEvent({ facts: { list: ['a'] } }));
      await events.append({ uuid: uuidOf(1), event: mine });
      mine.at.setTime(0);
      (mine.facts.list as string[]).push('b');
      const [theirs] = await events.list(uuidOf(1));
      theirs?.at.setTime(0);
      expect(await events.list(uuidOf(1))).toStrictEqual([
        { seq: 1, ...anEvent({ facts: { list: ['a'] } }) },
      ]);
    });
  });
}

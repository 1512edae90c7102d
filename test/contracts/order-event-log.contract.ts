import { afterAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { OrderEventLog } from '../../src/ports/order-event-log.js';
import { anEvent, T0, uuidOf } from '../support/builders.js';
import type { OpenedStorage, StorageHarness } from '../support/harnesses.js';

export function orderEventLogContract(harness: StorageHarness): void {
  describe(`OrderEventLog: ${harness.name}`, () => {
    let storage: OpenedStorage;
    let events: OrderEventLog;

    beforeEach(async () => {
      await storage?.close();
      storage = await harness.open();
      events = storage.ports.events;
    });
    afterAll(() => storage.close());

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
      await events.append(uuidOf(1), anEvent());
      await events.append(uuidOf(2), anEvent({ type: 'created' }));
      await events.append(uuidOf(1), later);
      expect(await events.list(uuidOf(1))).toStrictEqual([
        { seq: 1, ...anEvent() },
        { seq: 2, ...later },
      ]);
      expect(await events.list(uuidOf(2))).toStrictEqual([{ seq: 1, ...anEvent() }]);
    });

    it('stores every one of 20 racing events and numbers them without a gap', async () => {
      await Promise.all(Array.from({ length: 20 }, () => events.append(uuidOf(1), anEvent())));
      const seqs = (await events.list(uuidOf(1))).map(({ seq }) => seq);
      expect(seqs).toEqual(Array.from({ length: 20 }, (_, n) => n + 1));
    });

    it('is not affected when callers change what they passed in or got back', async () => {
      const mine = structuredClone(anEvent({ facts: { list: ['a'] } }));
      await events.append(uuidOf(1), mine);
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

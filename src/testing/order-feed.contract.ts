import { describe, expect, it } from './framework.js';
import { err, ok, unwrap } from '../domain/shared/result.js';
import type { FeedScope, StorageAccess } from '../ports/index.js';
import { anEvent, anOpenOrder, AN_OWNER, ANOTHER_OWNER, T0, uuidOf } from './builders.js';
import { openEach, type StorageHarness } from './harness.js';

export function orderFeedContract(harness: StorageHarness): void {
  describe(`OrderFeed: ${harness.name}`, () => {
    let ports: StorageAccess;
    openEach(harness, (opened) => (ports = opened));

    const append = (n: number) => ports.events.append({ uuid: uuidOf(n), event: anEvent() });
    const events = async (after = 0, of?: FeedScope, limit = 1_000) => {
      const read = await ports.feed.read({ after, limit, of });
      return read.map(({ uuid, seq }) => `${uuid} ${seq}`);
    };
    const named = (...listed: (readonly [n: number, seq: number])[]) =>
      listed.map(([n, seq]) => `${uuidOf(n)} ${seq}`);

    it('is empty and at 0 before the first event', async () => {
      expect(await ports.feed.newest()).toBe(0);
      expect(await ports.feed.read({ after: 0, limit: 9 })).toEqual([]);
      expect(await ports.feed.lastUpTo(9)).toBeUndefined();
    });

    it('returns the events of all orders as they were appended, at increasing positions', async () => {
      const facts = { reason: 'Grüße 🚀', blockHeight: 7, list: [], nested: { none: null } };
      const later = anEvent({ type: 'cancelled', at: new Date(T0.getTime() + 123), facts });
      await ports.events.begin([
        { uuid: uuidOf(2), event: anEvent() },
        { uuid: uuidOf(1), event: anEvent() },
      ]);
      await ports.events.append({ uuid: uuidOf(2), event: later });
      const read = await ports.feed.read({ after: 0, limit: 9 });
      const positions = read.map(({ position }) => position);
      expect(read).toStrictEqual([
        { position: positions[0], uuid: uuidOf(2), seq: 1, ...anEvent() },
        { position: positions[1], uuid: uuidOf(1), seq: 1, ...anEvent() },
        { position: positions[2], uuid: uuidOf(2), seq: 2, ...later },
      ]);
      expect(positions[0]).toBeGreaterThan(0);
      expect(positions[1]).toBeGreaterThan(positions[0]!);
      expect(positions[2]).toBeGreaterThan(positions[1]!);
      expect(await ports.feed.newest()).toBe(positions[2]);
    });

    it('continues after any position, and returns no more than the limit', async () => {
      for (const n of [1, 2, 1, 3]) await append(n);
      const [, second] = await ports.feed.read({ after: 0, limit: 2 });
      expect(await events(0, undefined, 2)).toEqual(named([1, 1], [2, 1]));
      expect(await events(second!.position)).toEqual(named([1, 2], [3, 1]));
      expect(await events(await ports.feed.newest())).toEqual([]);
      expect(await events(Number.MAX_SAFE_INTEGER)).toEqual([]);
    });

    it('returns the last event at a position or before it', async () => {
      for (const n of [1, 2, 1]) await append(n);
      const [first, second, third] = await ports.feed.read({ after: 0, limit: 3 });
      expect(await ports.feed.lastUpTo(0)).toBeUndefined();
      expect(await ports.feed.lastUpTo(first!.position)).toStrictEqual(first);
      expect(await ports.feed.lastUpTo(third!.position - 1)).toStrictEqual(second);
      expect(await ports.feed.lastUpTo(Number.MAX_SAFE_INTEGER)).toStrictEqual(third);
    });

    it('returns the events of one order, owner or strategy', async () => {
      const orders = [
        anOpenOrder({ uuid: uuidOf(1), strategy: { strategyId: 'ladder' } }),
        anOpenOrder({ uuid: uuidOf(2) }),
        anOpenOrder({ uuid: uuidOf(3), owner: ANOTHER_OWNER, strategy: { strategyId: 'ladder' } }),
      ];
      for (const order of orders) unwrap(await ports.orders.insert(order));
      for (const n of [1, 2, 3, 1]) await append(n);
      expect(await events(0, { uuid: uuidOf(2) })).toEqual(named([2, 1]));
      expect(await events(0, { owner: AN_OWNER })).toEqual(named([1, 1], [2, 1], [1, 2]));
      expect(await events(0, { owner: AN_OWNER }, 2)).toEqual(named([1, 1], [2, 1]));
      expect(await events(0, { owner: AN_OWNER, strategyId: 'ladder' })).toEqual(named([1, 1], [1, 2]));
      expect(await events(0, { strategyId: 'ladder' })).toEqual(named([1, 1], [3, 1], [1, 2]));
      const [first] = await ports.feed.read({ after: 0, limit: 1 });
      expect(await events(first!.position, { uuid: uuidOf(1) })).toEqual(named([1, 2]));
      expect(await events(0, { strategyId: 'other' })).toEqual([]);
      expect(await events(0, { uuid: uuidOf(9) })).toEqual([]);
    });

    it('never returns what a unit of work that failed appended', async () => {
      await append(1);
      const refused = await ports.unitOfWork.run(async (tx) => {
        await tx.events.append({ uuid: uuidOf(2), event: anEvent() });
        return err({ kind: 'refused' });
      });
      expect(refused.ok).toBe(false);
      await append(3);
      expect(await events()).toEqual(named([1, 1], [3, 1]));
      expect(await ports.feed.newest()).toBe(
        (await ports.feed.read({ after: 0, limit: 9 })).at(-1)!.position,
      );
    });

    it('never returns a position while an earlier one may still be committed', async () => {
      let commit = () => {};
      const mayCommit = new Promise<void>((resolve) => (commit = resolve));
      let begin = () => {};
      const hasBegun = new Promise<void>((resolve) => (begin = resolve));
      const slow = ports.unitOfWork.run(async (tx) => {
        await tx.events.append({ uuid: uuidOf(1), event: anEvent() });
        begin();
        await mayCommit;
        return ok();
      });
      await hasBegun;
      const quick = Array.from({ length: 5 }, (_, n) => append(n + 2));
      // Storages that run one unit of work at a time commit these after the slow one.
      const seen: string[] = [];
      let after = 0;
      const readOn = async () => {
        for (const event of await ports.feed.read({ after, limit: 99 })) {
          expect(event.position).toBeGreaterThan(after);
          after = event.position;
          seen.push(event.uuid);
        }
      };
      // Not awaited: an in-memory SQLite database makes reads wait for the slow unit, too.
      const early = readOn();
      commit();
      await Promise.all([slow, early, ...quick]);
      await readOn();
      expect(seen.toSorted()).toEqual([1, 2, 3, 4, 5, 6].map(uuidOf));
    });

    it('misses nothing and repeats nothing while 40 units of work append at a time', async () => {
      const seen: string[] = [];
      let after = 0;
      const readOn = async () => {
        for (const { position, uuid, seq } of await ports.feed.read({ after, limit: 7 })) {
          after = position;
          seen.push(`${uuid} ${seq}`);
        }
      };
      let isDone = false;
      const reading = (async () => {
        while (!isDone) {
          await readOn();
          await new Promise(setImmediate);
        }
      })();
      const writing = Array.from({ length: 40 }, (_, n) =>
        ports.unitOfWork.run(async (tx) => {
          for (let m = 0; m < 3; m++)
            await tx.events.append({ uuid: uuidOf((n % 20) * 3 + m), event: anEvent() });
          return n % 5 === 0 ? err({ kind: 'refused' }) : ok();
        }),
      );
      await Promise.all(writing);
      isDone = true;
      await reading;
      // Reads until nothing more comes. The newest position is no guide: it may belong to a refused unit and have no event.
      for (let before = -1; before < after;) {
        before = after;
        await readOn();
      }
      const stored = await Promise.all(
        Array.from({ length: 60 }, async (_, n) =>
          (await ports.events.list(uuidOf(n))).map(({ seq }) => `${uuidOf(n)} ${seq}`),
        ),
      );
      expect(seen).toHaveLength(32 * 3);
      expect(seen.toSorted()).toEqual(stored.flat().toSorted());
    });

    it('notifies listeners after commits that appended events, until they stop', async () => {
      let calls = 0;
      const stop = ports.feed.onAppended(() => calls++);
      const notified = (): Promise<void> =>
        new Promise((resolve) => {
          const end = ports.feed.onAppended(() => {
            end();
            resolve();
          });
        });
      const first = notified();
      await append(1);
      await first;
      expect(calls).toBeGreaterThan(0);
      stop();
      const before = calls;
      const second = notified();
      await append(1);
      await second;
      expect(calls).toBe(before);
    });

    it('is intact while what was read is there, and begins again after a restart', async () => {
      expect(await ports.feed.isIntact()).toBe(true);
      await ports.events.append({ uuid: uuidOf(1), event: { type: 'created', at: T0, facts: {} } });
      expect(await ports.feed.isIntact()).toBe(true);
      const before = await ports.feed.newest();
      await ports.events.append({ uuid: uuidOf(1), event: { type: 'cancelled', at: T0, facts: {} } });
      expect(await ports.feed.isIntact()).toBe(true);
      ports.feed.restart();
      expect(await ports.feed.newest()).toBeGreaterThan(before);
      expect(await ports.feed.isIntact()).toBe(true);
    });

    it('is not affected when callers change what they got back', async () => {
      await ports.events.append({ uuid: uuidOf(1), event: anEvent({ facts: { list: ['a'] } }) });
      const [read] = await ports.feed.read({ after: 0, limit: 1 });
      (read!.facts.list as string[]).push('b');
      read!.at.setTime(0);
      expect((await ports.feed.read({ after: 0, limit: 1 }))[0]).toMatchObject({
        at: anEvent().at,
        facts: { list: ['a'] },
      });
    });
  });
}

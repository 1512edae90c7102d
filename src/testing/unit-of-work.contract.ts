import { describe, expect, it } from './framework.js';
import { err, ok, unwrap } from '../domain/shared/result.js';
import type { StorageAccess, Transaction } from '../ports/index.js';
import { aCancelledOrder, anEvent, anOpenOrder, AN_OWNER, aSwap, T0, txidOf, uuidOf } from './builders.js';
import { aKey, aUsage, keyIdOf } from './api-keys.js';
import { openEach, type StorageHarness } from './harness.js';

const HASH = 'c'.repeat(64);

/** A promise and the function that fulfils it. */
function gate(): { readonly opened: Promise<void>; open(): void } {
  let open = () => {};
  const opened = new Promise<void>((resolve) => (open = resolve));
  return { opened, open };
}

async function writeEverything(tx: Transaction): Promise<void> {
  unwrap(await tx.orders.insert(anOpenOrder()));
  unwrap(await tx.orders.update(anOpenOrder({}, { sending: txidOf(1) })));
  await tx.events.append({ uuid: uuidOf(1), event: anEvent() });
  await tx.events.append({ uuid: uuidOf(1), event: anEvent({ type: 'swap-stored' }) });
  await tx.swaps.insert(aSwap());
  await tx.swaps.update({ from: aSwap(), to: { state: 'accepted' } });
  unwrap(await tx.signedMessages.insert(HASH, T0));
  await tx.apiKeys.insert(aKey(1));
  await tx.apiKeyActivity.record([aUsage(1, 0)]);
  await tx.rates.add(keyIdOf(1), T0, 3);
}

export function unitOfWorkContract(harness: StorageHarness): void {
  describe(`UnitOfWork: ${harness.name}`, () => {
    let ports: StorageAccess;
    openEach(harness, (opened) => (ports = opened));

    const contents = async () => ({
      order: await ports.orders.findById(uuidOf(1)),
      page: (await ports.orders.listPage({ sortBy: 'status', sortOrder: 'asc', offset: 0, limit: 9 })).total,
      events: (await ports.events.list(uuidOf(1))).map(({ type }) => type),
      swaps: (await ports.swaps.listLive(9)).map(({ state }) => state),
      keys: (await ports.apiKeys.listByOwner(AN_OWNER)).map(({ id }) => id),
      keyUses: (await ports.apiKeyActivity.listRecent(keyIdOf(1))).length,
    });
    const nothing = { order: undefined, page: 0, events: [], swaps: [], keys: [], keyUses: 0 };
    const everything = {
      order: anOpenOrder({}, { sending: txidOf(1), version: 2 }),
      page: 1,
      events: ['created', 'swap-stored'],
      swaps: ['accepted'],
      keys: [keyIdOf(1)],
      keyUses: 1,
    };

    it('commits every write when the result is ok', async () => {
      const result = await ports.unitOfWork.run(async (tx) => {
        await writeEverything(tx);
        return ok('done');
      });
      expect(result).toEqual(ok('done'));
      expect(await contents()).toStrictEqual(everything);
      expect(await ports.signedMessages.insert(HASH, T0)).toEqual(err({ kind: 'already-exists' }));
    });

    it('rolls back and returns the error when the result is an error', async () => {
      const result = await ports.unitOfWork.run(async (tx) => {
        await writeEverything(tx);
        return err('no');
      });
      expect(result).toEqual(err('no'));
      expect(await contents()).toEqual(nothing);
      expect(await ports.signedMessages.insert(HASH, T0)).toEqual(ok());
    });

    it('rolls back and rethrows when the work throws', async () => {
      const bug = new Error('bug');
      const work = async (tx: Transaction) => {
        await writeEverything(tx);
        throw bug;
      };
      await expect(ports.unitOfWork.run(work)).rejects.toBe(bug);
      expect(await contents()).toEqual(nothing);
    });

    it('restores updated and deleted rows when it rolls back', async () => {
      await ports.unitOfWork.run(async (tx) => ok(await writeEverything(tx)));
      await ports.unitOfWork.run(async (tx) => {
        unwrap(await tx.orders.update(aCancelledOrder({}, { version: 2 })));
        await tx.swaps.update({ from: aSwap({ state: 'accepted' }), to: { state: 'dead' } });
        await tx.events.append({ uuid: uuidOf(1), event: anEvent({ type: 'cancelled' }) });
        await tx.signedMessages.deleteExpired(new Date(T0.getTime() + 1));
        return err('no');
      });
      expect(await contents()).toStrictEqual(everything);
      expect(await ports.signedMessages.insert(HASH, T0)).toEqual(err({ kind: 'already-exists' }));
    });

    it('reads its own uncommitted writes', async () => {
      const seen = await ports.unitOfWork.run(async (tx) => {
        await writeEverything(tx);
        const streamed = [];
        for await (const order of tx.orders.stream()) streamed.push(order);
        const named = anOpenOrder({ uuid: uuidOf(2), clientOrderId: 'x', strategy: { strategyId: 's' } });
        unwrap(await tx.orders.insert(named));
        return ok({
          byId: await tx.orders.findById(uuidOf(1)),
          byClientId: await tx.orders.findLiveByClientOrderId(AN_OWNER, 'x'),
          strategy: await tx.orders.listByStrategy(AN_OWNER, 's'),
          streamed,
          events: (await tx.events.list(uuidOf(1))).length,
          nonces: (await tx.swaps.heldNonces(aSwap().sender)).get(aSwap().sender),
          again: await tx.orders.insert(named),
        });
      });
      const named = anOpenOrder({ uuid: uuidOf(2), clientOrderId: 'x', strategy: { strategyId: 's' } });
      expect(unwrap(seen)).toStrictEqual({
        byId: everything.order,
        byClientId: named,
        strategy: [named],
        streamed: [everything.order],
        events: 2,
        nonces: [0n],
        again: err({ kind: 'already-exists' }),
      });
    });

    it('continues and commits after an insert whose key was taken', async () => {
      unwrap(await ports.orders.insert(anOpenOrder()));
      const result = await ports.unitOfWork.run(async (tx) => {
        const first = await tx.orders.insert(anOpenOrder());
        const second = await tx.orders.insert(anOpenOrder({ uuid: uuidOf(2) }));
        return ok([first.ok, second.ok]);
      });
      expect(result).toEqual(ok([false, true]));
      expect(await ports.orders.findById(uuidOf(2))).toBeDefined();
    });

    it('keeps plain writes made while a unit is open that later rolls back, and hides the unit from reads', async () => {
      const written = gate();
      const end = gate();
      const unit = ports.unitOfWork.run(async (tx) => {
        unwrap(await tx.orders.insert(anOpenOrder({ uuid: uuidOf(1) })));
        written.open();
        await end.opened;
        return err('no');
      });
      await written.opened;
      const plain = ports.orders.insert(anOpenOrder({ uuid: uuidOf(2) }));
      const seen = ports.orders.findById(uuidOf(1));
      end.open();
      expect(await unit).toEqual(err('no'));
      expect(await plain).toEqual(ok());
      expect(await seen).toBeUndefined();
      expect(await ports.orders.findById(uuidOf(1))).toBeUndefined();
      expect(await ports.orders.findById(uuidOf(2))).toBeDefined();
    });

    it('commits one of two overlapping units when the other rolls back', async () => {
      const end = gate();
      const rolledBack = ports.unitOfWork.run(async (tx) => {
        unwrap(await tx.orders.insert(anOpenOrder({ uuid: uuidOf(1) })));
        await end.opened;
        throw new Error('bug');
      });
      const kept = ports.unitOfWork.run(async (tx) => tx.orders.insert(anOpenOrder({ uuid: uuidOf(2) })));
      end.open();
      await expect(rolledBack).rejects.toThrow('bug');
      expect(await kept).toEqual(ok());
      expect(await contents()).toEqual({ ...nothing, page: 1 });
      expect(await ports.orders.findById(uuidOf(2))).toBeDefined();
    });

    it('isolates many overlapping units: failing ones change nothing of the others', async () => {
      const outcome = (n: number) => (['ok', 'error', 'throw'] as const)[n % 3]!;
      const units = Array.from({ length: 60 }, (_, n) =>
        ports.unitOfWork.run(async (tx) => {
          unwrap(await tx.orders.insert(anOpenOrder({ uuid: uuidOf(n) })));
          await tx.events.append({ uuid: uuidOf(n), event: anEvent() });
          if (outcome(n) === 'throw') throw new Error(`unit ${n}`);
          return outcome(n) === 'ok' ? ok(n) : err(n);
        }),
      );
      const settled = await Promise.allSettled(units);
      for (const [n, each] of settled.entries()) {
        const kept = outcome(n) === 'ok';
        const expected = { ok: ok(n), error: err(n), throw: new Error(`unit ${n}`) }[outcome(n)];
        expect(each.status === 'fulfilled' ? each.value : each.reason).toEqual(expected);
        expect((await ports.orders.findById(uuidOf(n))) !== undefined).toBe(kept);
        expect(await ports.events.list(uuidOf(n))).toHaveLength(kept ? 1 : 0);
      }
    });

    it('has committed when its promise resolves', async () => {
      await ports.unitOfWork.run(async (tx) => tx.orders.insert(anOpenOrder()));
      expect((await contents()).page).toBe(1);
    });

    it('lets one unit at a time hold the lock on a name', async () => {
      let inside = 0;
      const most = { named: 0 };
      const uuids = Array.from({ length: 8 }, (_, n) => uuidOf(n));
      await Promise.all(
        uuids.map((uuid) =>
          ports.unitOfWork.run(async (tx) => {
            await tx.lock('the one');
            most.named = Math.max(most.named, ++inside);
            const before = await tx.orders.listByStrategy(AN_OWNER, 'one at a time');
            const isFirst = before.length === 0;
            if (isFirst)
              unwrap(
                await tx.orders.insert(anOpenOrder({ uuid, strategy: { strategyId: 'one at a time' } })),
              );
            inside--;
            return ok();
          }),
        ),
      );
      expect(most.named).toBe(1);
      expect(await ports.orders.listByStrategy(AN_OWNER, 'one at a time')).toHaveLength(1);
    });
  });
}

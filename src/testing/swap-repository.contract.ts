import { describe, expect, it } from './framework.js';
import type { Order } from '../domain/order/order.js';
import { isSameState, type SwapState, type SwapTransaction } from '../domain/order/swap-transaction.js';
import type { Address } from '../domain/shared/address.js';
import { toUnits, U128_MAX, U64_MAX } from '../domain/shared/units.js';
import type { SwapChange, SwapRepository } from '../ports/swap-repository.js';
import {
  aBroadcastedOrder,
  aFailedOrder,
  AN_OPERATOR,
  AN_OWNER,
  ANOTHER_OWNER,
  aQuote,
  aSwap,
  T0,
  txidOf,
  uuidOf,
  at,
} from './builders.js';
import type { StorageAccess } from '../ports/index.js';
import { openEach, type StorageHarness } from './harness.js';

const block = { blockHeight: 12, blockTime: 4_200_000_000 };

const change = (from: SwapTransaction, { state, block: to }: SwapChange['to']): SwapChange => ({
  from,
  to: { state, ...(to && { block: to }) },
});

export function swapRepositoryContract(harness: StorageHarness): void {
  describe(`SwapRepository: ${harness.name}`, () => {
    let ports: StorageAccess;
    let swaps: SwapRepository;
    openEach(harness, (opened) => {
      ports = opened;
      swaps = ports.swaps;
    });

    const live = async (...page: Parameters<SwapRepository['listLive']>) =>
      (await swaps.listLive(...page)).map(({ txid }) => txid);

    it('finds nothing for a swap that was never stored', async () => {
      expect(await swaps.findByTxid(txidOf(1))).toBeUndefined();
      expect(await swaps.listByOrder(uuidOf(1))).toEqual([]);
      expect(await swaps.listLive(10)).toEqual([]);
      expect(await swaps.heldNonces(AN_OWNER)).toEqual(new Map([[AN_OWNER, []]]));
      expect(await swaps.update(change(aSwap(), { state: 'dead' }))).toEqual(new Set());
    });

    it('returns a swap exactly as it was stored', async () => {
      const swap = aSwap({
        nonce: U64_MAX,
        feeUstx: toUnits(U128_MAX),
        quote: aQuote({ amountOut: toUnits(U128_MAX), slippage: 1 / 3, path: [], quotedAt: at(1) }),
        storedAt: at(999),
        state: 'included',
        block,
        purpose: 'fill',
        replaces: txidOf(2),
      });
      await swaps.insert(swap);
      await swaps.insert(aSwap({ txid: txidOf(2) }));
      expect(await swaps.findByTxid(txidOf(1))).toStrictEqual(swap);
      expect(await swaps.listByOrder(uuidOf(1))).toStrictEqual([aSwap({ txid: txidOf(2) }), swap]);
    });

    it('lists the live swaps of an owner’s orders, without no-op transactions', async () => {
      const { orders } = ports;
      await orders.insert(aBroadcastedOrder({ uuid: uuidOf(1) }));
      await orders.insert(aBroadcastedOrder({ uuid: uuidOf(2), owner: ANOTHER_OWNER }));
      const states: readonly SwapState[] = ['stored', 'accepted', 'included', 'final', 'dead'];
      for (const [n, state] of states.entries())
        await swaps.insert(aSwap({ txid: txidOf(9 - n), storedAt: at(n), state }));
      await swaps.insert(aSwap({ txid: txidOf(20), purpose: 'fill' }));
      await swaps.insert(aSwap({ txid: txidOf(21), orderUuid: uuidOf(2) }));
      const found = await swaps.liveOf(AN_OWNER, ANOTHER_OWNER);
      const listed = found.get(AN_OWNER)!;
      expect(listed.map(({ txid }) => txid)).toEqual([9, 8, 7].map(txidOf));
      expect(listed[0]).toStrictEqual(aSwap({ txid: txidOf(9), storedAt: at(0) }));
      expect(found.get(ANOTHER_OWNER)?.map(({ txid }) => txid)).toEqual([txidOf(21)]);
      const standings = await swaps.standingsOf([AN_OWNER, ANOTHER_OWNER], [AN_OPERATOR], T0);
      expect([...standings.keys()].sort()).toEqual([AN_OWNER, ANOTHER_OWNER].sort());
      expect(standings.get(AN_OWNER)).toStrictEqual({ live: listed, failures: 0 });
      expect(standings.get(ANOTHER_OWNER)?.live.map(({ txid }) => txid)).toEqual([txidOf(21)]);
    });

    it('counts the failed orders of an owner whose swap one of the senders paid for since a time', async () => {
      const { orders } = ports;
      const add = async (n: number, order: Order, swap: Partial<SwapTransaction>) => {
        await orders.insert(order);
        await swaps.insert(aSwap({ txid: txidOf(n), orderUuid: uuidOf(n), state: 'final', ...swap }));
      };
      await add(1, aFailedOrder({ uuid: uuidOf(1) }), { storedAt: at(5) });
      await swaps.insert(aSwap({ txid: txidOf(11), storedAt: at(9) }));
      await add(2, aFailedOrder({ uuid: uuidOf(2) }), { storedAt: at(7) });
      await add(3, aFailedOrder({ uuid: uuidOf(3) }), { storedAt: at(4) });
      await add(4, aBroadcastedOrder({ uuid: uuidOf(4) }), { storedAt: at(8) });
      await add(5, aFailedOrder({ uuid: uuidOf(5), owner: ANOTHER_OWNER }), { storedAt: at(8) });
      await add(6, aFailedOrder({ uuid: uuidOf(6) }), { storedAt: at(8), sender: ANOTHER_OWNER });
      const failures = async (...by: readonly [owner: Address, senders: Address[], since: Date]) =>
        (await swaps.standingsOf([by[0]], by[1], by[2])).get(by[0])?.failures;
      expect(await failures(AN_OWNER, [AN_OPERATOR], at(5))).toBe(2);
      expect(await failures(AN_OWNER, [AN_OPERATOR, ANOTHER_OWNER], at(5))).toBe(3);
      expect(await failures(AN_OWNER, [], at(5))).toBe(0);
      expect(await failures(AN_OWNER, [AN_OPERATOR], at(10))).toBe(0);
      const both = await swaps.standingsOf([ANOTHER_OWNER, AN_OWNER], [AN_OPERATOR], at(5));
      expect([...both.values()].map((each) => each.failures)).toEqual([1, 2]);
      expect(both.get(ANOTHER_OWNER)?.live).toEqual([]);
    });

    it('throws for a txid that is already stored and keeps the first swap', async () => {
      await swaps.insert(aSwap());
      await expect(swaps.insert(aSwap({ nonce: 9n }))).rejects.toThrow('is stored already');
      expect(await swaps.findByTxid(txidOf(1))).toStrictEqual(aSwap());
    });

    it('stores several swaps at once, all or none, and updates several at once', async () => {
      const swap = (n: number) =>
        aSwap({ txid: txidOf(n), orderUuid: uuidOf(n), storedAt: at(n), worthUsd: n / 7 });
      await swaps.insert(swap(2), swap(1));
      expect(await swaps.listByTxid(txidOf(1), txidOf(3), txidOf(2))).toStrictEqual([swap(1), swap(2)]);
      expect(await swaps.listByOrder(uuidOf(2), uuidOf(3), uuidOf(1))).toStrictEqual([swap(1), swap(2)]);
      await expect(swaps.insert(swap(3), swap(2))).rejects.toThrow('is stored already');
      expect(await swaps.findByTxid(txidOf(3))).toBeUndefined();
      const state = 'dead' as const;
      const dead = [1, 2].map((n) => ({ ...swap(n), state }));
      const updated = await swaps.update(...[1, 2, 3].map((n) => change(swap(n), { state })));
      expect(updated).toEqual(new Set([txidOf(1), txidOf(2)]));
      expect(await swaps.listByOrder(uuidOf(1), uuidOf(2))).toStrictEqual(dead);
      await swaps.insert();
      expect(await swaps.update()).toEqual(new Set());
      expect(await swaps.listByTxid()).toEqual([]);
    });

    it('updates the state, and adds and removes the block', async () => {
      await swaps.insert(aSwap());
      const included = aSwap({ state: 'included', block });
      await swaps.update(change(aSwap(), included));
      expect(await swaps.findByTxid(txidOf(1))).toStrictEqual(included);
      await swaps.update(change(included, { state: 'accepted' }));
      expect(await swaps.findByTxid(txidOf(1))).toStrictEqual(aSwap({ state: 'accepted' }));
    });

    it('updates no swap whose state or block has changed since it was read', async () => {
      const hashed = { ...block, blockHash: `0x${'ab'.repeat(32)}` };
      const states: readonly Pick<SwapTransaction, 'state' | 'block'>[] = [
        { state: 'accepted' },
        { state: 'included', block },
        { state: 'included', block: hashed },
        { state: 'included', block: { ...hashed, blockHash: `0x${'cd'.repeat(32)}` } },
        { state: 'included', block: { ...hashed, blockHeight: block.blockHeight + 1 } },
        { state: 'included', block: { ...hashed, blockTime: block.blockTime + 1 } },
      ];
      await swaps.insert(aSwap());
      let now = aSwap();
      for (const next of states) {
        const others = [{ state: 'stored' as const }, ...states].filter((other) => !isSameState(other, now));
        for (const other of others)
          expect(await swaps.update(change({ ...aSwap(), ...other }, { state: 'dead' }))).toEqual(new Set());
        expect(await swaps.findByTxid(txidOf(1))).toStrictEqual(now);
        expect(await swaps.update(change(now, next))).toEqual(new Set([txidOf(1)]));
        now = { ...aSwap(), ...next };
      }
    });

    it('lists live swaps in pages by nonce, then oldest first', async () => {
      const states: readonly SwapState[] = ['included', 'stored', 'final', 'accepted', 'dead', 'stored'];
      for (const [n, state] of states.entries()) {
        await swaps.insert(aSwap({ txid: txidOf(n), state, nonce: BigInt(20 - n) }));
      }
      expect(await live(10)).toEqual([5, 3, 1, 0].map(txidOf));
      expect(await live(2)).toEqual([5, 3].map(txidOf));
      const { sender } = aSwap();
      expect(await live(2, { sender, nonce: 17n })).toEqual([1, 0].map(txidOf));
      expect(await live(2, { sender, nonce: 18n })).toEqual([1, 0].map(txidOf));
      expect(await live(2, { sender, nonce: 19n })).toEqual([0].map(txidOf));
      expect(await live(2, { sender, nonce: 20n })).toEqual([]);
    });

    it('returns all swaps of a nonce on one page, even beyond the limit', async () => {
      for (const [n, ms] of [5, 1, 3].entries()) {
        await swaps.insert(aSwap({ txid: txidOf(n), nonce: 4n, storedAt: at(ms) }));
      }
      await swaps.insert(aSwap({ txid: txidOf(3), nonce: 4n, storedAt: at(9), state: 'dead' }));
      await swaps.insert(aSwap({ txid: txidOf(4), nonce: 5n }));
      await swaps.insert(aSwap({ txid: txidOf(5), nonce: 4n, sender: AN_OWNER }));
      const { sender } = aSwap();
      const all = await live(10);
      expect(all.filter((txid) => txid !== txidOf(5))).toEqual([1, 2, 0, 4].map(txidOf));
      const first = all.indexOf(txidOf(5)) === 0 ? { sender: AN_OWNER, nonce: 4n } : undefined;
      for (const limit of [1, 2, 3]) expect(await live(limit, first)).toEqual([1, 2, 0].map(txidOf));
      expect((await live(1, { sender, nonce: 4n }))[0]).toBe(txidOf(4));
    });

    it('lists every swap of a nonce, oldest first, whatever its state', async () => {
      await swaps.insert(aSwap({ txid: txidOf(1), nonce: 10n, storedAt: at(5), state: 'dead' }));
      await swaps.insert(aSwap({ txid: txidOf(2), nonce: 10n, storedAt: at(1), state: 'final', block }));
      await swaps.insert(aSwap({ txid: txidOf(3), nonce: 11n }));
      await swaps.insert(aSwap({ txid: txidOf(4), nonce: 10n, sender: AN_OWNER }));
      const listed = await swaps.listByNonce({ sender: aSwap().sender, nonce: 10n });
      expect(listed.map(({ txid }) => txid)).toEqual([2, 1].map(txidOf));
      expect(await swaps.listByNonce({ sender: AN_OWNER, nonce: 11n })).toEqual([]);
      const { sender } = aSwap();
      const several = await swaps.listByNonce({ sender, nonce: 11n }, { sender: AN_OWNER, nonce: 10n });
      expect(several.map(({ txid }) => txid)).toEqual([3, 4].map(txidOf));
    });

    it("lists the distinct nonces of a sender's live swaps", async () => {
      await swaps.insert(aSwap({ txid: txidOf(1), nonce: 10n }));
      await swaps.insert(aSwap({ txid: txidOf(2), nonce: U64_MAX, state: 'included', block }));
      await swaps.insert(aSwap({ txid: txidOf(3), nonce: 9n, state: 'dead' }));
      await swaps.insert(aSwap({ txid: txidOf(4), nonce: 8n, state: 'final', block }));
      await swaps.insert(aSwap({ txid: txidOf(5), nonce: 7n, sender: AN_OWNER }));
      await swaps.insert(aSwap({ txid: txidOf(6), nonce: 10n, replaces: txidOf(1) }));
      const all = await swaps.heldNonces(aSwap().sender, AN_OWNER);
      const held = all.get(aSwap().sender)!;
      expect([...held].sort()).toEqual([10n, U64_MAX]);
      expect(all.get(AN_OWNER)).toEqual([7n]);
    });

    it('counts each account’s swaps that are in no block, and since when', async () => {
      expect(await swaps.loads()).toEqual(new Map());
      const add = (n: number, more: Partial<SwapTransaction>) =>
        swaps.insert(aSwap({ txid: txidOf(n), storedAt: at(n), ...more }));
      await add(5, { nonce: 9n });
      await add(2, { nonce: 10n, state: 'accepted' });
      await add(3, { nonce: 10n, replaces: txidOf(2) });
      await add(4, { nonce: 11n, purpose: 'fill' });
      // The replacement is in a block, which decides the nonce's state; the older swap stays live until that block is final.
      await add(0, { nonce: 7n, state: 'accepted' });
      await add(1, { nonce: 7n, state: 'included', block, replaces: txidOf(0) });
      await add(6, { nonce: 6n, state: 'dead' });
      await add(7, { nonce: 5n, state: 'final', block });
      await add(8, { nonce: 7n, sender: ANOTHER_OWNER });
      await add(9, { nonce: 7n, sender: AN_OWNER, state: 'included', block });
      expect(await swaps.loads()).toEqual(
        new Map([
          [AN_OPERATOR, { inFlight: 3, since: at(2), oldest: txidOf(2) }],
          [ANOTHER_OWNER, { inFlight: 1, since: at(8), oldest: txidOf(8) }],
        ]),
      );
    });

    it('lists every account that a swap was stored for, once', async () => {
      for (const [n, sender] of [AN_OWNER, AN_OPERATOR, AN_OWNER].entries())
        await swaps.insert(aSwap({ txid: txidOf(n), sender, nonce: BigInt(n), state: 'dead' }));
      expect(new Set(await swaps.senders())).toEqual(new Set([AN_OWNER, AN_OPERATOR]));
      expect(await swaps.senders()).toHaveLength(2);
    });

    it('is not affected when callers change what they passed in or got back', async () => {
      const mine = structuredClone(aSwap());
      await swaps.insert(mine);
      mine.storedAt.setTime(0);
      (mine.quote.path as unknown[]).length = 0;
      const theirs = await swaps.findByTxid(txidOf(1));
      theirs?.quote.quotedAt.setTime(0);
      expect(await swaps.findByTxid(txidOf(1))).toStrictEqual(aSwap());
    });

    it('returns a swap with its worth, and without', async () => {
      const swap = aSwap({ worthUsd: 1 / 3 });
      await swaps.insert(swap);
      await swaps.insert(aSwap({ txid: txidOf(2), nonce: 9n }));
      expect(await swaps.findByTxid(txidOf(1))).toStrictEqual(swap);
      expect(await swaps.findByTxid(txidOf(2))).toStrictEqual(aSwap({ txid: txidOf(2), nonce: 9n }));
    });

    it('adds up what all senders spent since each of several times, without dropped swaps', async () => {
      expect(await swaps.spentSince([T0])).toStrictEqual([{ swaps: 0, feesUstx: 0n, worthUsd: 0 }]);
      const fee = (n: number, feeUstx: bigint, more: Parameters<typeof aSwap>[0] = {}) =>
        swaps.insert(
          aSwap({ txid: txidOf(n), nonce: BigInt(n), feeUstx: toUnits(feeUstx), storedAt: at(n), ...more }),
        );
      await fee(1, 1_000n, { worthUsd: 7 });
      await fee(2, 20n, { worthUsd: 1.5, state: 'final', block });
      await fee(3, 300n, { sender: ANOTHER_OWNER });
      await fee(4, 50_000n, { state: 'dead', worthUsd: 99 });
      expect(await swaps.spentSince([at(2), at(0), at(5)])).toStrictEqual([
        { swaps: 2, feesUstx: 320n, worthUsd: 1.5, oldest: at(2) },
        { swaps: 3, feesUstx: 1_320n, worthUsd: 8.5, oldest: at(1) },
        { swaps: 0, feesUstx: 0n, worthUsd: 0 },
      ]);
    });

    it('counts a replacement in place of the swaps it replaces, until it is dropped', async () => {
      const shared = { nonce: 5n, worthUsd: 2 };
      const second = aSwap({
        ...shared,
        txid: txidOf(2),
        replaces: txidOf(1),
        feeUstx: toUnits(126n),
        storedAt: at(9),
      });
      await swaps.insert(aSwap({ ...shared, feeUstx: toUnits(100n) }));
      await swaps.insert(second);
      expect(await swaps.spentSince([T0])).toStrictEqual([
        { swaps: 1, feesUstx: 126n, worthUsd: 2, oldest: at(9) },
      ]);
      await swaps.update(change(second, { state: 'dead' }));
      expect(await swaps.spentSince([T0])).toStrictEqual([
        { swaps: 1, feesUstx: 100n, worthUsd: 2, oldest: T0 },
      ]);
    });
  });
}

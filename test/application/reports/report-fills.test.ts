import { describe, expect, it } from '@jest/globals';
import { createCore } from '../../../src/application/core.js';
import type { Txid } from '../../../src/domain/order/ids.js';
import { err, unwrap } from '../../../src/domain/shared/result.js';
import type { ContractId } from '../../../src/domain/shared/contract-id.js';
import { uuidOf } from '../../support/builders.js';
import {
  DOLLAR,
  POOL,
  reserves,
  SIDE_POOL,
  UNGUARDED,
  WELSH,
  WELSH_SUBNET,
} from '../../support/core-harness.js';
import { AT_ONCE, pass, recordPrices } from '../../support/executor-steps.js';
import {
  fill,
  followedExchange,
  INPUT,
  LARGE,
  outputOf,
  POOL_BEFORE,
  WORSE,
} from '../../support/filled-orders.js';
import { execute, orderOf, place, settle } from '../../support/order-steps.js';

const MINUTE = 60_000;

describe('reports on fills', () => {
  it('tell apart what the market did before the order was sent and after, and what the route cost', async () => {
    const on = await followedExchange();
    on.change(SIDE_POOL, reserves(1_000_000_000n, 900_000_000n));
    await on.follow();
    await place(on);
    on.change(POOL, WORSE);
    await on.follow();
    unwrap(await execute(on));
    const sent = outputOf(POOL, WORSE);
    on.change(POOL, reserves(1_000_000_000_000n, 985_000_000_000n));
    on.change(SIDE_POOL, LARGE);
    await on.follow();
    const executed = outputOf(POOL, reserves(1_000_000_000_000n, 985_000_000_000n));
    on.chain.mine(((await orderOf(on)) as unknown as { txid: Txid }).txid, executed);
    await settle(on);

    expect(await on.report()).toMatchObject({ isPending: true, sent, executed });
    expect(await on.reportFills()).toEqual({ stored: 1, deleted: 0 });
    const report = await on.report();
    const placed = outputOf(POOL, POOL_BEFORE);
    const best = outputOf(SIDE_POOL, LARGE);
    expect(report).toMatchObject({
      isPending: false,
      amountIn: INPUT,
      placed,
      sent,
      executed,
      minimum: sent - sent / 100n,
      parent: { best, ownRoute: executed, fees: [{ token: WELSH, amount: 3_000n }] },
      shortfall: { total: placed - executed, drift: placed - sent, delay: sent - executed, rest: 0n },
    });
    expect(report.shortfall.route).toBe(best - executed);
    expect(report.parent).not.toHaveProperty('inexact');
  });

  it('need no read of a vault whose block was followed anyway', async () => {
    const on = await followedExchange();
    await place(on);
    await fill(on);
    on.states.reads.length = 0;
    await on.reportFills();
    expect(on.states.reads).toEqual(['before']);
    expect((await on.report()).parent).toMatchObject({ best: outputOf(POOL, POOL_BEFORE) });
  });

  it('read the parent block itself if it was not followed', async () => {
    const on = await followedExchange();
    await place(on);
    await fill(on);
    const again = createCore(on.ports, UNGUARDED);
    on.states.reads.length = 0;
    expect(unwrap(await again.execution.reportFills())).toEqual({ stored: 1, deleted: 0 });
    expect(on.states.reads).toEqual([
      'tip 100',
      ...Array.from({ length: 3 }, () => 'reserves 100'),
      'before',
    ]);
    expect((await on.report()).parent).toMatchObject({ best: outputOf(POOL, POOL_BEFORE) });
  });

  it.each<[string, ReadonlySet<ContractId> | 'all', bigint, string | undefined]>([
    [
      'a transaction before the swap touched a vault of a route',
      new Set([SIDE_POOL]),
      0n,
      'earlier-transactions',
    ],
    ['it is unknown what came before the swap', 'all', 0n, 'unknown-transactions'],
    ['the swap paid another amount than its route gave', new Set(), 1n, 'route-differs'],
    ['a transaction before it touched nothing of them', new Set([DOLLAR]), 0n, undefined],
  ])('say if figures are inexact: %s', async (_, before, off, inexact) => {
    const on = await followedExchange();
    await place(on);
    const txid = await fill(on, outputOf(POOL, POOL_BEFORE) + off);
    on.states.before.set(txid, before);
    await on.reportFills();
    expect((await on.report()).parent?.inexact).toBe(inexact);
  });

  it('have the recorded prices before the block', async () => {
    const on = await followedExchange();
    await recordPrices(on, { [WELSH_SUBNET]: 0.5, [DOLLAR]: 1 });
    await place(on);
    unwrap(await execute(on));
    const { txid } = (await orderOf(on)) as unknown as { txid: Txid };
    const time = on.clock.now().getTime() / 1000;
    const { blockHeight, ...mined } = on.chain.mine(txid, outputOf(POOL, POOL_BEFORE));
    on.chain.setStatus(txid, { ...mined, blockHeight, blockTime: time + 60 });
    await settle(on);
    await on.reportFills();
    expect((await on.report()).prices).toEqual({ at: time, tokenIn: 0.5, tokenOut: 1 });
  });

  it('are made again after a reorganisation, from the parent of the new block', async () => {
    const on = await followedExchange();
    await place(on);
    const txid = await fill(on);
    await on.reportFills();
    const first = await on.report();
    on.chain.setStatus(txid, { kind: 'pending' });
    on.chain.executedNonce = undefined;
    await settle(on);
    expect(await on.reportFills()).toEqual({ stored: 0, deleted: 1 });
    expect((await on.ports.executionReports.find([uuidOf(1)])).size).toBe(0);
    expect(await on.core.orders.report(uuidOf(1))).toMatchObject(err({ kind: 'order-not-filled' }));
    on.change(POOL, WORSE);
    await on.follow();
    on.chain.mine(txid, outputOf(POOL, WORSE));
    await settle(on);
    await on.reportFills();
    const second = await on.report();
    expect(second.parent!.blockHeight).toBeGreaterThan(first.parent!.blockHeight);
    expect(second).toMatchObject({ isPending: false, parent: { ownRoute: outputOf(POOL, WORSE) } });
  });

  it('of a swap that moved to another block before the pass are those of its last block', async () => {
    const on = await followedExchange();
    await place(on);
    const txid = await fill(on);
    on.chain.setStatus(txid, { kind: 'pending' });
    on.chain.executedNonce = undefined;
    await settle(on);
    on.chain.mine(txid, outputOf(POOL, POOL_BEFORE));
    await settle(on);
    expect(await on.reportFills()).toEqual({ stored: 1, deleted: 0 });
    expect((await on.report()).parent?.blockHeight).toBe(101);
  });

  it('wait for the chain without delaying settlement, and go without its figures after ten minutes', async () => {
    const on = await followedExchange();
    await place(on);
    await place(on, 2);
    await fill(on);
    on.states.isCut = true;
    expect((await on.core.execution.reportFills()).ok).toBe(false);
    await fill(on, undefined, 2);
    expect((await orderOf(on, 2)).status).toBe('confirmed');
    on.clock.advance(10 * MINUTE + 1);
    expect(await on.reportFills()).toEqual({ stored: 2, deleted: 0 });
    expect((await on.report()).parent).toEqual({ blockHeight: 100, inexact: 'unread' });
  });

  it('are continued by the next process, and made once by two at the same time', async () => {
    const on = await followedExchange();
    for (const n of [1, 2, 3]) await place(on, n);
    await fill(on);
    await on.reportFills();
    await fill(on, undefined, 2);
    const next = createCore(on.ports, UNGUARDED);
    expect(unwrap(await next.execution.reportFills())).toEqual({ stored: 1, deleted: 0 });
    expect(await on.reportFills()).toEqual({ stored: 0, deleted: 0 });
    await fill(on, undefined, 3);
    const both = await Promise.all([on.reportFills(), next.execution.reportFills().then(unwrap)]);
    expect(both.reduce((sum, { stored }) => sum + stored, 0)).toBe(1);
    expect((await on.ports.executionReports.find([1, 2, 3].map(uuidOf))).size).toBe(3);
  });

  it('are absent of orders that the exchange did not fill', async () => {
    const on = await followedExchange();
    await place(on);
    expect(await on.core.orders.report(uuidOf(1))).toEqual(
      err({ kind: 'order-not-filled', uuid: uuidOf(1), status: 'open' }),
    );
    expect(await on.core.orders.report('nothing')).toMatchObject(err({ kind: 'order-not-found' }));
  });
});

describe('the quality of execution', () => {
  it('counts fills and aborts of the day by pair, with the seconds from due to block', async () => {
    const on = await followedExchange();
    for (const n of [1, 2]) await place(on, n, AT_ONCE);
    on.clock.advance(3_000);
    await pass(on);
    const seconds = Math.floor(on.clock.now().getTime() / 1000);
    for (const n of [1, 2]) {
      const { txid } = (await orderOf(on, n)) as unknown as { txid: Txid };
      const status =
        n === 1 ? on.chain.mine(txid, outputOf(POOL, POOL_BEFORE)) : on.chain.abort(txid, '(err u4002)');
      on.chain.setStatus(txid, { ...status, blockTime: seconds + 8 });
    }
    await settle(on);
    await on.reportFills();
    const [today, ...rest] = await on.core.orders.executionQuality({ days: 2 });
    expect(rest).toEqual([]);
    expect(today).toMatchObject({ isComplete: true });
    expect(today!.pairs).toEqual([
      expect.objectContaining({
        tokenIn: WELSH_SUBNET,
        tokenOut: DOLLAR,
        fills: 1,
        aborts: 1,
        abortCauses: { contract: 1 },
        filledShare: 0.5,
        shortfallBps: { of: 1, exact: 1, median: 0, p95: 0 },
        secondsToBroadcast: { of: 2, median: 3, p95: 3 },
        secondsToBlock: { of: 2, median: 8, p95: 8 },
      }),
    ]);
    const { owner } = (await orderOf(on)).terms;
    expect(JSON.stringify(today)).not.toContain(owner);
    expect(JSON.stringify(today)).not.toMatch(/[0-9a-f]{64}|[0-9a-f]{8}-/);
  });

  it('refuses a number of days that is out of range', async () => {
    const { core } = await followedExchange();
    for (const days of [0, 32, 1.5])
      await expect(core.orders.executionQuality({ days })).rejects.toThrow(RangeError);
  });

  it('reads today every five seconds, an earlier day every minute, and again after a failure', async () => {
    const on = await followedExchange();
    let reads = 0;
    let isBroken = true;
    const figuresOf = async () => {
      reads += 1;
      if (isBroken) throw new Error('broken');
      return [];
    };
    const core = createCore({
      ...on.ports,
      executionReports: Object.assign(Object.create(on.ports.executionReports) as object, {
        figuresOf,
      }) as never,
    });
    await expect(core.orders.executionQuality({ days: 1 })).rejects.toThrow('broken');
    isBroken = false;
    const readAfter = async (ms: number) => {
      on.clock.advance(ms);
      reads = 0;
      await core.orders.executionQuality({ days: 2 });
      return reads;
    };
    expect(await readAfter(0)).toBe(2);
    expect(await readAfter(4_999)).toBe(0);
    expect(await readAfter(1)).toBe(1);
    expect(await readAfter(MINUTE)).toBe(2);
  });
});

import { beforeEach, describe, expect, it } from '@jest/globals';
import { InMemoryPriceStore } from '../../../src/adapters/memory/price-store.js';
import { InMemoryTradeStore } from '../../../src/adapters/memory/trade-store.js';
import { makeRecordTrades, REQUESTS_PER_BLOCK } from '../../../src/application/trades/record-trades.js';
import { err, ok, unwrap } from '../../../src/domain/shared/result.js';
import { STX } from '../../../src/domain/shared/contract-id.js';
import type { MinedTrade } from '../../../src/domain/trade/recorded-trade.js';
import type { BlockTrades, Ports, TradedBlock } from '../../../src/ports/index.js';
import { A_TOKEN, A_VAULT, T0, txidOf } from '../../support/builders.js';
import { A_REGISTRY } from '../../support/core-harness.js';
import { fixedClock } from '../../support/fixed-clock.js';
import { aPrice } from '../../support/price-runs.js';

const T = T0.getTime() / 1000;
const trade = (n: number): MinedTrade => ({
  txid: txidOf(n),
  place: 0,
  vault: A_VAULT,
  tokenIn: STX,
  amountIn: 3_000_000n,
  tokenOut: A_TOKEN,
  amountOut: 1n,
});

const REGISTRY = {
  ...A_REGISTRY,
  tokens: [{ contractId: STX, symbol: 'STX', name: 'Stacks', decimals: 6, identifier: 'stx' }],
};

/** A chain of blocks that each have a trade, and that each take so many requests. */
class Chain implements BlockTrades {
  readonly blocks = new Map<number, TradedBlock>();
  readonly costs = new Map<number, number>();
  requests = 0;
  height = 0;
  isDown = false;

  mine(height: number, fork = 0): void {
    const parent = this.blocks.get(height - 1)?.hash ?? 'root';
    const named = { height, hash: `${height}-${fork}`, parentHash: parent, time: T + height };
    this.blocks.set(height, { ...named, trades: [trade(height * 10 + fork)] });
    this.height = height;
  }

  async read(height: number, most: number) {
    if (this.isDown)
      return { requests: 0, block: err({ kind: 'chain-unreachable', reason: 'down' } as const) };
    const left = this.costs.get(height) ?? 1;
    const requests = Math.min(left, most);
    this.requests += requests;
    this.costs.set(height, left - requests);
    const block =
      left > most ? ('unfinished' as const) : (this.blocks.get(height) ?? ('unknown-block' as const));
    return { requests, block: ok(block) };
  }
}

describe('makeRecordTrades', () => {
  let chain: Chain;
  let trades: InMemoryTradeStore;
  let prices: InMemoryPriceStore;
  let followed: number | undefined;
  const clock = fixedClock(T0);
  const recorder = () => {
    const ports = {
      ...{ clock, trades, prices, blockTrades: chain, registry: { current: () => REGISTRY } },
      chain: { tip: async () => ok({ height: chain.height, id: 'tip' }) },
    };
    return makeRecordTrades(
      ports as unknown as Pick<Ports, 'blockTrades' | 'trades' | 'chain' | 'clock' | 'prices' | 'registry'>,
      {
        market: { followedHeight: () => followed },
      },
    );
  };
  const listed = async () =>
    (await trades.list({ token: STX, limit: 99 })).map(({ txid }) => parseInt(txid, 16));
  beforeEach(() => {
    [chain, trades, prices, followed] = [
      new Chain(),
      new InMemoryTradeStore(),
      new InMemoryPriceStore(),
      undefined,
    ];
    for (let height = 1; height <= 5; height++) chain.mine(height);
  });

  it('begins with the newest block, and catches up after a pause', async () => {
    expect(unwrap(await recorder()())).toEqual({ blocks: 1, trades: 1, replaced: 0, behind: 0 });
    for (let height = 6; height <= 9; height++) chain.mine(height);
    expect(unwrap(await recorder()())).toEqual({ blocks: 4, trades: 4, replaced: 0, behind: 0 });
    expect(await listed()).toEqual([90, 80, 70, 60, 50]);
  });

  it('takes the height from the process that follows the chain', async () => {
    followed = 4;
    const record = recorder();
    await record();
    expect(await listed()).toEqual([40]);
  });

  it('makes five requests for each block on average, and finishes a costly block with those of later ones', async () => {
    const record = recorder();
    await record();
    chain.costs.set(6, 22);
    const looks: number[] = [];
    for (let height = 6; height <= 14; height++) {
      chain.mine(height);
      const before = chain.requests;
      await record();
      looks.push(chain.requests - before);
      expect(chain.requests).toBeLessThanOrEqual(1 + REQUESTS_PER_BLOCK * (height - 4));
    }
    expect(looks.slice(0, 3).every((requests) => requests <= 2 * REQUESTS_PER_BLOCK)).toBe(true);
    expect(await listed()).toEqual([140, 130, 120, 110, 100, 90, 80, 70, 60, 50]);
  });

  it('removes the trades of replaced blocks, and records those that replace them', async () => {
    const record = recorder();
    await record();
    for (let height = 6; height <= 8; height++) chain.mine(height);
    await record();
    for (let height = 7; height <= 9; height++) chain.mine(height, 1);
    expect(unwrap(await record())).toMatchObject({ blocks: 3, replaced: 2, behind: 0 });
    expect(await listed()).toEqual([91, 81, 71, 60, 50]);
  });

  it('counts once what two recorders read at the same time', async () => {
    const recorders = [recorder(), recorder()];
    await recorders[0]!();
    for (let height = 6; height <= 12; height++) {
      chain.mine(height);
      await Promise.all(recorders.map((record) => record()));
    }
    expect(await listed()).toEqual([120, 110, 100, 90, 80, 70, 60, 50]);
    expect((await trades.totals(0)).map((total) => total.trades)).toEqual([8]);
  });

  it('values a trade at the newest price of its input then, an hour old at most', async () => {
    const record = recorder();
    await prices.record({ at: T0, btcUsd: 100_000, prices: new Map([[STX, aPrice(2, 100_000)]]) });
    await record();
    chain.mine(6);
    chain.blocks.set(6, { ...chain.blocks.get(6)!, time: T + 3_601 });
    await record();
    expect((await trades.list({ token: STX, limit: 9 })).map(({ usd }) => usd)).toEqual([null, 6]);
  });

  it('notes when the last block was the newest, and fails while blocks cannot be read', async () => {
    const record = recorder();
    await record();
    expect((await trades.coverage())?.checkedAt).toBe(T);
    chain.isDown = true;
    chain.mine(6);
    expect(await record()).toMatchObject({ ok: false, error: { reason: 'down' } });
  });
});

import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { makeRecordTrades, REQUESTS_PER_BLOCK } from '../../src/application/trades/record-trades.js';
import { makeBackfillTrades } from '../../src/application/trades/backfill-trades.js';
import { createBlockTrades, createNodeClient, type StacksNode } from '../../src/adapters/stacks/index.js';
import { openStorage, type Storage } from '../../src/adapters/typeorm/index.js';
import type { ContractId } from '../../src/domain/shared/contract-id.js';
import type { Registry } from '../../src/domain/market/registry.js';
import type { RecordedTrade } from '../../src/domain/trade/recorded-trade.js';
import { startChainProxy, type ChainProxy } from '../support/chain-proxy.js';
import { useDevnet } from '../support/devnet-bed.js';
import { temporarySqlite } from '../support/harnesses.js';
import { MarketMakers, type Flow } from '../support/market-makers.js';

/** Number of operations of random owners: swaps of every kind and way, and what is no swap. */
const OPERATIONS = Number(process.env['VOLUME_SWAPS'] ?? 120);
const PER_BLOCK = 12;

const client = useDevnet();
let proxy: ChainProxy;
let database: Awaited<ReturnType<typeof temporarySqlite>>;
let storage: Storage;
const nodes: StacksNode[] = [];
beforeAll(async () => {
  proxy = await startChainProxy(client.devnet.stacksApiUrl);
  database = await temporarySqlite();
  storage = await openStorage(database.url);
});
afterAll(async () => {
  await Promise.all(nodes.map((node) => node.close()));
  await storage.close();
  await database.remove();
  await proxy.close();
});

function portsOf({ ports }: Storage = storage) {
  const node = createNodeClient({ baseUrl: proxy.url });
  nodes.push(node);
  const registry = { current: () => client.devnet.registry as unknown as Registry };
  const { trades, prices } = ports;
  return {
    trades,
    prices,
    registry,
    chain: node,
    blockTrades: createBlockTrades({ node, registry }),
    clock: { now: () => new Date() },
  };
}

/** A recorder of its own process. */
const recorder = (of?: Storage) =>
  makeRecordTrades(portsOf(of), { market: { followedHeight: () => undefined } });

async function recordAll(...recorders: readonly ReturnType<typeof recorder>[]): Promise<void> {
  const looks = await Promise.all(recorders.map((record) => record()));
  for (const look of looks) if (!look.ok) throw new Error(look.error.reason);
}

async function recorded({ ports }: Storage = storage): Promise<readonly RecordedTrade[]> {
  const tokens = client.devnet.registry.tokens.map(({ contractId }) => String(contractId) as ContractId);
  const lists = await Promise.all(tokens.map((token) => ports.trades.list({ token, limit: 100_000 })));
  return [...new Map(lists.flat().map((trade) => [`${trade.txid} ${trade.place}`, trade])).values()];
}

async function recordedFlows(of?: Storage): Promise<ReadonlyMap<string, Flow>> {
  const flows = new Map<string, Flow>();
  for (const { vault, tokenIn, amountIn, amountOut } of await recorded(of)) {
    const flow = flows.get(`${vault} ${tokenIn}`) ?? { trades: 0, amountIn: 0n, amountOut: 0n };
    flows.set(`${vault} ${tokenIn}`, {
      trades: flow.trades + 1,
      amountIn: flow.amountIn + amountIn,
      amountOut: flow.amountOut + amountOut,
    });
  }
  return flows;
}

const sorted = (flows: ReadonlyMap<string, Flow>) => [...flows].sort(([a], [b]) => (a < b ? -1 : 1));

describe('recorded trades on the devnet', () => {
  it('add up, to the unit, to what the chain’s events say, over two recorders, restarts and reorganisations', async () => {
    const makers = new MarketMakers(client, 20_261_127);
    await makers.open();
    let [one, other] = [recorder(), recorder()];
    await recordAll(one);
    const from = await client.tipHeight();
    const before = proxy.calls.length;
    let looks = 0;
    for (let done = 0; done < OPERATIONS; done += PER_BLOCK) {
      for (let n = 0; n < PER_BLOCK; n++) await makers.act();
      await client.mine();
      const block = done / PER_BLOCK;
      if (block % 4 === 3) {
        await client.control('/orphan', { blocks: 2 });
        await client.mine(3);
      }
      if (block % 3 === 2) [one, other] = [recorder(), recorder()];
      if (block % 5 !== 4) {
        await recordAll(one, other);
        looks += 2;
      }
    }
    await client.mine();
    for (let n = 0; n < 4; n++) {
      await recordAll(one, other);
      looks += 2;
    }
    const flows = await makers.flows();
    expect(sorted(await recordedFlows())).toEqual(sorted(flows));
    expect([...flows.values()].reduce((sum, { trades }) => sum + trades, 0)).toBeGreaterThan(OPERATIONS / 3);
    const blocks = (await client.tipHeight()) - from + 1;
    // Each of the two recorders may make so many requests per block, and one per look. Replaced blocks count again.
    const requests = proxy.calls.length - before - looks;
    expect(requests).toBeLessThanOrEqual(2 * REQUESTS_PER_BLOCK * (blocks + blocks / 2));
  }, 1_800_000);

  it('are the same from a host without the deprecated endpoints, and when they are read backwards', async () => {
    const makers = new MarketMakers(client, 7);
    const from = (await storage.ports.trades.coverage())!.last.height;
    await client.control('/api', { gone: 'all' });
    const one = recorder();
    for (let block = 0; block < 4; block++) {
      for (let n = 0; n < 8; n++) await makers.act();
      await client.mine();
      await recordAll(one);
    }
    await client.mine(20);
    for (let n = 0; n < 3; n++) await recordAll(one);
    await client.control('/api', { gone: [] });
    const flows = sorted(await makers.flows());
    const since = async (of: Storage) => (await recorded(of)).filter(({ blockHeight }) => blockHeight > from);
    const forwards = await since(storage);

    const empty = await openStorage('sqlite::memory:');
    const backfill = makeBackfillTrades(portsOf(empty));
    expect(await backfill()).toEqual({ ok: false, error: { kind: 'nothing-recorded' } });
    await recordAll(recorder(empty));
    for (let height = Infinity; height > from + 1;) {
      const step = await backfill();
      if (!step.ok || step.value.kind !== 'recorded') throw new Error(JSON.stringify(step));
      height = step.value.height;
    }
    const byPosition = (a: RecordedTrade, b: RecordedTrade) => a.position - b.position;
    expect([...(await since(empty))].sort(byPosition)).toEqual([...forwards].sort(byPosition));
    expect(sorted(await recordedFlows(empty))).toEqual(flows);
    await empty.close();
  }, 600_000);
});

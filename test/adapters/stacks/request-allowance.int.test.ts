import { afterEach, describe, expect, it } from '@jest/globals';
import {
  createBlockReader,
  createLiquiditySource,
  createNodeClient,
  createSpentOrders,
  RequestBudget,
  type StacksNode,
} from '../../../src/adapters/stacks/index.js';
import { createCore } from '../../../src/application/core.js';
import type { Registry, Token } from '../../../src/domain/market/registry.js';
import type { Vault } from '../../../src/domain/vault/vault.js';
import { unwrap } from '../../../src/domain/shared/result.js';
import { toUnits } from '../../../src/domain/shared/units.js';
import { AN_OWNER } from '../../support/builders.js';
import { startChainProxy, type ChainProxy } from '../../support/chain-proxy.js';
import { A_REGISTRY, coreHarness } from '../../support/core-harness.js';
import { execute, orderOf, place } from '../../support/order-steps.js';
import { AGGREGATOR, startScriptedNode, type ScriptedNode } from '../../support/scripted-node.js';

const TOKENS = 20;
const VAULTS = 60;
const ORDERS = 10;
const BLOCK_SECONDS = 8;
/** Milliseconds: how often a process with an allowance of 45 looks for a new block. */
const CHECK_MS = 5_334;

const contract = <T>(name: string) => `${AN_OWNER}.${name}` as T;
const tokenId = (n: number) => contract<Token['contractId']>(`token-${n % TOKENS}`);
const vaultId = (n: number) => contract<Vault['contractId']>(`vault-${n}`);

const REGISTRY: Registry = {
  ...A_REGISTRY,
  routers: [
    ...A_REGISTRY.routers,
    { ...A_REGISTRY.routers[0]!, id: contract<Registry['routers'][number]['id']>('x-multihop') },
  ],
  tokens: [
    ...A_REGISTRY.tokens,
    ...Array.from({ length: TOKENS }, (_, n): Token => ({
      contractId: tokenId(n),
      symbol: `T${n}`,
      name: `Token ${n}`,
      decimals: 6,
      identifier: 'asset',
    })),
  ],
  vaults: Array.from({ length: VAULTS }, (_, n): Vault => ({
    contractId: vaultId(n),
    kind: 'pool',
    protocol: 'SLUICE',
    tokenA: tokenId(n),
    tokenB: tokenId(n + 1 + 3 * Math.floor(n / TOKENS)),
    feePpm: 3_000,
    name: `Vault ${n}`,
    symbol: 'LP',
  })),
};

let opened:
  { readonly node: ScriptedNode; readonly proxy: ChainProxy; readonly client: StacksNode } | undefined;

afterEach(async () => {
  await opened?.client.close();
  await opened?.proxy.close();
  await opened?.node.close();
  opened = undefined;
});

/** A core over the scripted node, with ten orders whose swaps were sent, and a clock for the allowance as well. */
async function exchange({
  perMinute,
  hasDeprecated = true,
}: { readonly perMinute?: number; readonly hasDeprecated?: boolean } = {}) {
  const node = await startScriptedNode({ aggregated: vaultId(7), hasDeprecated });
  const proxy = await startChainProxy(node.url);
  const harness = coreHarness();
  for (let n = 1; n <= ORDERS; n++) {
    await place(harness, n);
    unwrap(await execute(harness, n));
  }
  const { clock } = harness;
  const monotonicMs = () => clock.now().getTime();
  const budget = perMinute === undefined ? undefined : new RequestBudget({ perMinute, monotonicMs });
  const client = createNodeClient({ baseUrl: proxy.url, budget, retries: 0, monotonicMs });
  opened = { node, proxy, client };
  const registry = { current: () => REGISTRY };
  const core = createCore(
    {
      ...harness.ports,
      registry,
      chain: client,
      liquidity: createLiquiditySource({ node: client.as('sending'), clock }),
      blocks: createBlockReader({
        node: client.as('blocks'),
        market: client.as('market'),
        registry,
        clock,
      }),
      spentOrders: createSpentOrders({ node: client, registry }),
    },
    { reservesMaxAgeMs: 2 * CHECK_MS, finalBlocks: 5 },
  );

  const quote = () =>
    core.quotes.quote({ tokenIn: tokenId(0), tokenOut: tokenId(10), amountIn: toUnits(1_000_000n) });
  /** How many blocks before the newest one the quoted reserves were true. */
  const blocksBehind = (quoted: Awaited<ReturnType<typeof quote>>) => {
    const { route } = unwrap(quoted);
    const ages = route.hops.map(({ vault, reserves }) => {
      let at = node.height();
      while (node.reserveAt(vault.contractId, at) !== reserves?.reserveA) at -= 1;
      return node.height() - at;
    });
    return Math.max(...ages);
  };

  /** Runs the process for some minutes: one quote a second, a block every eight, settlement every sixty. */
  const run = async (minutes: number, touchedBy: (block: number) => readonly string[]) => {
    const perMinute: number[] = [];
    const quotes: { readonly ok: boolean; readonly behind: number | undefined }[] = [];
    let nextCheck = 0;
    let block = 0;
    for (let second = 0; second < minutes * 60; second++) {
      const before = proxy.calls.length;
      if (second % BLOCK_SECONDS === BLOCK_SECONDS - 1) node.mine(...touchedBy(block++));
      if (second * 1_000 >= nextCheck) {
        nextCheck += CHECK_MS;
        await core.market.check();
      }
      const quoted = await quote();
      quotes.push({ ok: quoted.ok, behind: quoted.ok ? blocksBehind(quoted) : undefined });
      if (second % 60 === 30) await core.execution.settle();
      const minute = Math.floor(second / 60);
      perMinute[minute] = (perMinute[minute] ?? 0) + proxy.calls.length - before;
      clock.advance(1_000);
    }
    return { perMinute, quotes };
  };
  return { ...harness, core, node, proxy, quote, blocksBehind, run };
}

const twoVaults = (block: number) => [vaultId((13 * block) % VAULTS), vaultId((29 * block + 5) % VAULTS)];
const oneVault = (block: number) => [vaultId((13 * block) % VAULTS)];

describe('reads of a process with 60 vaults, one quote a second and ten orders that settle', () => {
  it.each([
    ['with the deprecated endpoints', true],
    ['without them', false],
  ])(
    'are at most 40 a minute beyond one per block and per order, and no quote is more than one block behind, at a host %s',
    async (_, hasDeprecated) => {
      const { run, core, node, ports, ...harness } = await exchange({ hasDeprecated });
      unwrap(await core.market.check());
      const { perMinute, quotes } = await run(3, twoVaults);
      const swaps = await ports.swaps.listLive(100);
      expect(swaps).toHaveLength(ORDERS);
      swaps.forEach(({ txid }) => node.mined.set(txid, node.height() + 1));
      const settling = await run(2, twoVaults);

      const blocksPerMinute = Math.ceil(60 / BLOCK_SECONDS);
      const counts = [...perMinute, ...settling.perMinute];
      expect(Math.max(...counts)).toBeLessThanOrEqual(40 + blocksPerMinute + ORDERS);
      // Before anything is mined no order costs a read of its own; version 3 lists what is mined and what is pending apart.
      expect(Math.max(...perMinute)).toBeLessThanOrEqual(40 + blocksPerMinute + (hasDeprecated ? 0 : 2));
      const all = [...quotes, ...settling.quotes];
      expect(all).toHaveLength(300);
      expect(all.every(({ ok }) => ok)).toBe(true);
      expect(Math.max(...all.map(({ behind }) => behind ?? Infinity))).toBeLessThanOrEqual(1);
      for (let n = 1; n <= ORDERS; n++)
        expect((await orderOf({ ...harness, core, ports }, n)).status).toBe('confirmed');
    },
  );

  it('stay within an allowance of 45, and every quote succeeds once each vault was read', async () => {
    const { run, proxy } = await exchange({ perMinute: 45 });
    const { quotes, perMinute } = await run(8, oneVault);
    expect(Math.max(...perMinute)).toBeLessThanOrEqual(45);
    const first = quotes.findIndex(({ ok }) => ok);
    expect(first).toBeLessThan(240);
    expect(quotes.slice(first).every(({ ok }) => ok)).toBe(true);
    // One block behind the newest that is known, which may itself be followed by one that the next check finds.
    expect(Math.max(...quotes.slice(first).map(({ behind }) => behind ?? Infinity))).toBeLessThanOrEqual(2);
    expect(proxy.calls.length).toBeGreaterThan(VAULTS);
  });
});

describe('reserves that follow the blocks', () => {
  it('are not read again while no block touches a vault, whatever is quoted', async () => {
    const { core, node, proxy, quote, clock } = await exchange();
    unwrap(await core.market.check());
    const before = proxy.calls.length;
    for (let n = 0; n < 20; n++) unwrap(await quote());
    expect(proxy.calls).toHaveLength(before);
    node.mine();
    clock.advance(1_000);
    unwrap(await core.market.check());
    // The router, the game and the token are known after this: the next block costs one request beside the tip.
    node.mine();
    clock.advance(1_000);
    const known = proxy.calls.length;
    unwrap(await core.market.check());
    expect(proxy.calls.slice(known)).toEqual([
      'GET /v2/info',
      `GET /extended/v2/blocks/${node.height()}/transactions?limit=50&offset=0`,
    ]);
  });

  it('follow the blocks of a host that lists calls without arguments, which are read if they decide', async () => {
    const { core, node, proxy, clock } = await exchange({ hasDeprecated: false });
    const looked = async (...touched: string[]) => {
      node.mine(...touched);
      clock.advance(1_000);
      const before = proxy.calls.length;
      unwrap(await core.market.check());
      return proxy.calls.slice(before).map((call) => call.replace(/0x[0-9a-f]+/, '…'));
    };
    unwrap(await core.market.check());
    await looked();
    expect(await looked()).toEqual([
      'GET /v2/info',
      `GET /extended/v3/blocks/${node.height()}/transactions?limit=50`,
      `GET /extended/v2/blocks/${node.height()}`,
    ]);
    expect(await looked(vaultId(3), vaultId(9))).toEqual([
      'GET /v2/info',
      `GET /extended/v3/blocks/${node.height()}/transactions?limit=50`,
      'GET /extended/v3/transactions/…?include=function_args,result',
      expect.stringContaining('vault-3/quote'),
      expect.stringContaining('vault-9/quote'),
    ]);
    expect((await looked(AGGREGATOR)).filter((call) => call.includes('call-read'))).toEqual([
      expect.stringContaining('vault-7/quote'),
    ]);
  });

  it('are read again when a contract calls the vault without naming it in the transaction', async () => {
    const { core, node, proxy, clock } = await exchange();
    unwrap(await core.market.check());
    node.mine(AGGREGATOR);
    clock.advance(1_000);
    const before = proxy.calls.length;
    const market = unwrap(await core.market.check());
    expect(proxy.calls.slice(before).filter((call) => call.includes('call-read'))).toEqual([
      expect.stringContaining(`/vault-7/quote?tip=`),
    ]);
    expect(market.reserves.get(vaultId(7))?.reserveA).toBe(node.reserveAt(vaultId(7), node.height()));
  });

  it('reserves that follow the blocks of every vault are read again when the index is two blocks behind', async () => {
    const { core, node, proxy, clock, quote, blocksBehind } = await exchange();
    unwrap(await core.market.check());
    node.indexLag = 1;
    node.mine(...twoVaults(1));
    clock.advance(1_000);
    const before = proxy.calls.length;
    expect(unwrap(await core.market.check()).asOf).toEqual({ height: node.height(), isComplete: false });
    expect(proxy.calls.slice(before).filter((call) => call.includes('call-read'))).toEqual([]);
    expect(blocksBehind(await quote())).toBeLessThanOrEqual(1);
    node.indexLag = 2;
    node.mine(...twoVaults(2));
    clock.advance(1_000);
    expect(unwrap(await core.market.check()).asOf).toEqual({ height: node.height(), isComplete: true });
    expect(proxy.calls.slice(before).filter((call) => call.includes('call-read'))).toHaveLength(VAULTS);
    expect(blocksBehind(await quote())).toBe(0);
  });

  it('reserves that follow the blocks of all vaults are known before the first quote, even when the allowance spreads their reads', async () => {
    const { core, quote, clock } = await exchange({ perMinute: 45 });
    expect(await core.market.check()).toMatchObject({
      error: { kind: 'chain-unreachable', retryAfterMs: expect.any(Number) },
    });
    expect(await quote()).toMatchObject({ error: { kind: 'chain-unreachable' } });
    for (let minute = 1; minute <= 3; minute++) {
      clock.advance(60_000);
      expect((await quote()).ok).toBe(minute === 3);
    }
  });
});

import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { startDevnet, type Devnet } from '../../../dist/apps/devnet/index.js';
import {
  createLiquiditySource,
  createNodeClient,
  createRegistry,
  createSignatureVerifier,
  createSpentOrders,
  createSwapSigner,
  parseOperatorKey,
  type StacksNode,
} from '../../../src/adapters/stacks/index.js';
import type { OrderSignature, OrderUuid } from '../../../src/domain/order/ids.js';
import { Router, type Route } from '../../../src/domain/router/best-route.js';
import type { Registry } from '../../../src/domain/market/registry.js';
import { parseSlippage } from '../../../src/domain/router/slippage.js';
import type { Address } from '../../../src/domain/shared/address.js';
import { STX, type ContractId } from '../../../src/domain/shared/contract-id.js';
import { unwrap } from '../../../src/domain/shared/result.js';
import { toUnits, type Units } from '../../../src/domain/shared/units.js';
import type { SpentOrders, SwapPlan, SwapSigner } from '../../../src/ports/index.js';
import { someTerms } from '../../support/builders.js';
import { signOrder } from '../../support/signing.js';

let devnet: Devnet;
let node: StacksNode;
let registry: Registry;
let signer: SwapSigner;
let router: Router;
let routeHops: number[];

beforeAll(async () => {
  devnet = await startDevnet({ blockMs: 3_600_000, controlPort: 0 });
  node = createNodeClient({ baseUrl: devnet.stacksApiUrl, retries: 0, timeoutMs: 10_000 });
  registry = unwrap(createRegistry(JSON.parse(JSON.stringify(devnet.registry)), 'devnet'));
  signer = createSwapSigner({
    operatorKey: unwrap(parseOperatorKey(devnet.operatorKey)),
    network: 'devnet',
    node,
    maxFeeUstx: toUnits(10_000n),
  });
  router = new Router(registry.vaults);
  routeHops = [];
  await refresh();
});
afterAll(async () => {
  await node.close();
  await devnet.stop();
});

async function refresh() {
  const { readReserves } = liquidity();
  const reserves = unwrap(await readReserves());
  for (const [vault, held] of reserves) router.update(vault, held);
  return reserves;
}

function liquidity() {
  const made = createLiquiditySource({ node, clock: { now: () => new Date(0) } });
  return { readReserves: () => made.readReserves(registry.vaults) };
}

async function control(path: string, body: object): Promise<void> {
  const headers = { 'content-type': 'application/json' };
  const request = { method: 'POST', headers, body: JSON.stringify(body) };
  const response = await fetch(`${devnet.controlUrl}${path}`, request);
  expect([path, response.status]).toEqual([path, 200]);
}

const mine = () => control('/mine', { blocks: 1 });

/** A token by its contract's name, `.stx` for STX. */
const token = (name: string): ContractId => {
  const found = registry.tokens.find(
    ({ contractId }) => contractId === name || contractId.endsWith(`.${name}`),
  );
  if (found === undefined) throw new Error(`the devnet has no token ${name}`);
  return found.contractId;
};

interface Wish {
  readonly from: string;
  readonly to: string;
  readonly amount: bigint;
  readonly slippage?: string;
  readonly uuid?: string;
  readonly routerName?: string;
}

/** A wallet's signed order with its best route and everything else that determines the swap. */
function planOf({
  from,
  to,
  amount,
  slippage = '0.01',
  uuid = randomUUID(),
  routerName = 'x-multihop-v2',
}: Wish): SwapPlan {
  const wallet = devnet.accounts[0]!;
  const input = registry.tokens.find(({ contractId }) => contractId === token(from))!;
  const route = router.bestRoute(input.contractId, token(to), amount);
  if (route === undefined) throw new Error(`no route from ${from} to ${to}`);
  const order = {
    network: 'devnet' as const,
    blaze: input.blaze!,
    inputToken: input.contractId,
    amountIn: amount as Units,
    router: registry.routers.find(({ id }) => id.endsWith(routerName))!.id,
    uuid: uuid as OrderUuid,
  };
  const signature = signOrder(order, {
    ...wallet,
    address: wallet.address as Address,
    mainnetAddress: '' as Address,
  });
  expect(createSignatureVerifier().orderSigner(order, signature as OrderSignature)).toBe(wallet.address);
  const terms = someTerms({
    ...order,
    owner: wallet.address as Address,
    recipient: wallet.address as Address,
    outputToken: token(to),
    signature: signature as OrderSignature,
  });
  return { terms, route, slippage: unwrap(parseSlippage(slippage)), registry };
}

async function sign(plan: SwapPlan, nonce?: bigint) {
  const feeUstx = unwrap(await signer.estimateFee(plan));
  const { next } = unwrap(await node.accountNonces(signer.address));
  return { feeUstx, ...unwrap(await signer.sign(plan, { nonce: nonce ?? next, feeUstx })) };
}

async function send(plan: SwapPlan) {
  const swap = await sign(plan);
  expect(await node.broadcast(swap.raw, swap.txid)).toEqual({ kind: 'accepted' });
  return swap;
}

const statusOf = async (txid: Parameters<StacksNode['transactionStatus']>[0]) =>
  unwrap(await node.transactionStatus(txid));

describe('readReserves on the devnet', () => {
  it('reads every pool, including those that cannot report their reserves', async () => {
    const reserves = await refresh();
    const pools = registry.vaults.filter(({ kind }) => kind !== 'sublink');
    expect([...reserves.keys()].sort()).toEqual(pools.map(({ contractId }) => contractId).sort());
    for (const { contractId, kind } of pools) {
      const { reserveA, reserveB, supply } = reserves.get(contractId)!;
      expect(reserveA > 0n && reserveB > 0n).toBe(true);
      // A wrapper has no shares of its own.
      expect(supply > 0n).toBe(kind === 'pool');
    }
  });
});

const wishes: (Wish & { hops: number })[] = [
  { from: 'sbtc-subnet', to: 'sbtc', amount: 1_000n, hops: 1 },
  { from: 'dollar-subnet', to: STX, amount: 5_000_000n, hops: 2 },
  { from: 'sbtc-subnet', to: 'dollar-subnet', amount: 1_000n, hops: 1 },
  { from: 'wstx-subnet', to: 'opal-subnet', amount: 3_000_000n, hops: 3 },
  { from: 'opal-subnet', to: 'quartz-subnet', amount: 3_000_000n, hops: 4, routerName: 'x-multihop-v1' },
  { from: 'comet-subnet', to: 'dollar', amount: 7_000_000n, hops: 3, routerName: 'x-multihop-rc9' },
];

describe('sign on the devnet', () => {
  it.each(wishes)(
    'signs a swap from $from to $to that is mined under its conditions and pays the quote to the unit',
    async ({ hops: _, ...wish }) => {
      await refresh();
      const plan = planOf(wish);
      routeHops.push(plan.route.hops.length);
      const { txid, feeUstx } = await send(plan);
      expect(feeUstx).toBeGreaterThan(0n);
      expect(await statusOf(txid)).toEqual({ kind: 'pending' });
      await mine();
      expect(await statusOf(txid)).toEqual({
        kind: 'success',
        amountOut: plan.route.amountOut,
        feeUstx,
        blockHeight: unwrap(await node.tip()).height,
        blockTime: expect.any(Number),
        blockHash: expect.stringMatching(/^[0-9a-f]{64}$/),
      });
    },
  );

  it('has signed swaps of one to four hops after the cases above', () => {
    expect([...new Set(routeHops)].sort()).toEqual([1, 2, 3, 4]);
  });

  it('signs a swap that is aborted when the pools moved by more than the slippage', async () => {
    await refresh();
    const plan = planOf({ from: 'dollar-subnet', to: STX, amount: 5_000_000n, slippage: '0.005' });
    const { vault, opcode } = poolHop(plan.route);
    await control('/swap', { vault: vault.contractId, opcode, amount: '50000000000' });
    await mine();
    const { txid } = await send(plan);
    await mine();
    expect(await statusOf(txid)).toMatchObject({ kind: 'aborted', reason: 'abort_by_post_condition' });
  });

  it('signs a swap that is aborted when its uuid was used before', async () => {
    await refresh();
    const uuid = randomUUID();
    const wish = { from: 'sbtc-subnet', to: 'sbtc', amount: 500n, uuid };
    await send(planOf(wish));
    await mine();
    const { txid } = await send(planOf(wish));
    await mine();
    expect(await statusOf(txid)).toMatchObject({
      kind: 'aborted',
      reason: 'abort_by_response: (err u409000)',
    });
  });
});

const poolHop = ({ hops }: Route) => hops.find(({ vault }) => vault.kind === 'pool')!;

describe('broadcast on the devnet', () => {
  const plan = () => planOf({ from: 'sbtc-subnet', to: 'sbtc', amount: 100n });

  it('returns accepted again when the transaction is repeated', async () => {
    const swap = await send(plan());
    expect((await node.broadcast(swap.raw, swap.txid)).kind).not.toBe('unknown');
    await mine();
    expect((await statusOf(swap.txid)).kind).toBe('success');
  });

  it('returns refused when the nonce is used or held by another transaction', async () => {
    const old = await sign(plan(), 0n);
    expect(await node.broadcast(old.raw, old.txid)).toEqual({
      kind: 'refused',
      reason: 'BadNonce',
      about: 'nonce',
    });
    await send(plan());
    const replacement = await sign(plan());
    expect(await node.broadcast(replacement.raw, replacement.txid)).toEqual({
      kind: 'refused',
      reason: 'ConflictingNonceInMempool',
      about: 'nonce',
    });
    expect(await statusOf(replacement.txid)).toEqual({ kind: 'unseen' });
    await mine();
  });

  it('returns unknown when the response is lost, although the node has the transaction', async () => {
    await control('/fault', { path: '/v2/transactions', mode: 'accept-then-cut', count: 1 });
    const swap = await sign(plan());
    expect(await node.broadcast(swap.raw, swap.txid)).toMatchObject({ kind: 'unknown' });
    expect(await statusOf(swap.txid)).toEqual({ kind: 'pending' });
    await mine();
    expect((await statusOf(swap.txid)).kind).toBe('success');
  });

  it('reports a dropped transaction as dropped', async () => {
    const swap = await send(plan());
    await control('/drop', { txid: swap.txid, status: 'dropped_stale_garbage_collect' });
    expect(await statusOf(swap.txid)).toEqual({ kind: 'dropped', reason: 'dropped_stale_garbage_collect' });
  });
});

describe('a read as of a block on the devnet', () => {
  let spentOrders: SpentOrders;
  beforeAll(() => {
    spentOrders = createSpentOrders({ node, registry: { current: () => registry } });
  });

  it('returns what was spent and used at that block, whatever has been mined since', async () => {
    const plan = planOf({ from: 'sbtc-subnet', to: 'sbtc', amount: 100n });
    const before = unwrap(await node.tip());
    const { next: nonce } = unwrap(await node.accountNonces(signer.address));
    await send(plan);
    await mine();
    const after = unwrap(await node.tip());
    expect(after.height).toBe(before.height + 1);
    expect(unwrap(await spentOrders.isSpent(plan.terms, before))).toBe(false);
    expect(unwrap(await spentOrders.isSpent(plan.terms, after))).toBe(true);
    expect(unwrap(await node.nextNonce(signer.address, before))).toBe(nonce);
    expect(unwrap(await node.nextNonce(signer.address, after))).toBe(nonce + 1n);
    expect(await node.nextNonce(signer.address, { ...after, id: 'ab'.repeat(32) })).toMatchObject({
      ok: false,
    });
  });

  it('is refused by a host that is behind the block, whose index does not show newer transactions', async () => {
    const plan = planOf({ from: 'sbtc-subnet', to: 'sbtc', amount: 100n });
    const { txid } = await send(plan);
    await mine();
    const tip = unwrap(await node.tip());
    await control('/lag', { path: '/', blocks: 1 });
    expect(unwrap(await node.tip()).height).toBe(tip.height - 1);
    expect(unwrap(await node.indexHeight())).toBe(tip.height - 1);
    expect(unwrap(await node.blockAt(tip.height))).toBeUndefined();
    expect(await statusOf(txid)).toEqual({ kind: 'unseen' });
    expect(await spentOrders.isSpent(plan.terms, tip)).toMatchObject({ ok: false });
    await control('/lag', { path: '/', blocks: 0 });
    expect((await statusOf(txid)).kind).toBe('success');
    expect(unwrap(await node.blockAt(tip.height))).toMatchObject({ blockHeight: tip.height });
  });

  it('reads the same transaction through either version of the index', async () => {
    const { txid } = await send(planOf({ from: 'sbtc-subnet', to: 'sbtc', amount: 100n }));
    await mine();
    await control('/api', { v3: false });
    const first = await statusOf(txid);
    expect(first).toMatchObject({ kind: 'success', amountOut: expect.any(BigInt) });
    await control('/api', { gone: 'all' });
    expect(await statusOf(txid)).toEqual(first);
    expect(unwrap(await node.accountNonces(signer.address)).next).toBeGreaterThan(0n);
    const summary = unwrap(await node.transactionStatuses([txid])).get(txid);
    expect(summary).toEqual({ ...first, amountOut: undefined });
    await control('/api', {});
  });
});

describe('quoteHops on the devnet', () => {
  const made = () => createLiquiditySource({ node, clock: { now: () => new Date(0) } });

  it('returns what the router computes for every hop of every route', async () => {
    await refresh();
    for (const wish of wishes) {
      const { hops } = planOf(wish).route;
      const quotes = unwrap(await made().quoteHops(hops));
      expect(quotes).toEqual(hops.map(({ dx, amountOut }) => ({ dx, dy: amountOut })));
    }
  });

  it('returns what a misquoting vault quotes, although its reserves are correct', async () => {
    const before = await refresh();
    const { hops } = planOf({ from: 'sbtc-subnet', to: 'dollar-subnet', amount: 1_000n }).route;
    const vault = hops[0]!.vault.contractId;
    expect(vault).toMatch(/sbtc-dollar-subnets$/);
    await control('/misquote', { vault, percent: 150 });
    const [quote] = unwrap(await made().quoteHops(hops));
    expect(quote?.dy).toBe((hops[0]!.amountOut * 150n) / 100n);
    expect((await refresh()).get(vault)).toEqual(before.get(vault));
    await control('/misquote', { vault, percent: 100 });
    expect(unwrap(await made().quoteHops(hops))[0]?.dy).toBe(hops[0]!.amountOut);
  });
});

describe('signAgain and signNoOp on the devnet', () => {
  const plan = () => planOf({ from: 'sbtc-subnet', to: 'sbtc', amount: 100n });
  const statusesOf = async (...txids: Parameters<StacksNode['transactionStatuses']>[0]) => {
    const statuses = unwrap(await node.transactionStatuses(txids));
    return txids.map((txid) => statuses.get(txid)?.kind);
  };

  it('replaces a swap that waits for its fee only when the new fee is higher', async () => {
    const swap = await send(plan());
    await control('/fees', { perByte: 4 });
    await mine();
    expect(await statusOf(swap.txid)).toEqual({ kind: 'pending' });
    const feeUstx = unwrap(await signer.estimateFeeOf(swap.raw));
    expect(feeUstx).toBe(swap.feeUstx * 4n);

    const equal = await signer.signAgain(swap.raw, swap.feeUstx);
    expect(equal).toEqual({ raw: swap.raw, txid: swap.txid });
    const next = await signer.signAgain(swap.raw, feeUstx);
    expect(await node.broadcast(next.raw, next.txid)).toEqual({ kind: 'accepted' });
    expect(await statusOf(swap.txid)).toEqual({ kind: 'dropped', reason: 'dropped_replace_by_fee' });
    expect(await node.broadcast(swap.raw, swap.txid)).toMatchObject({ about: 'nonce' });
    await mine();
    expect(await statusesOf(swap.txid, next.txid)).toEqual(['dropped', 'success']);
    await control('/fees', { perByte: 1 });
  });

  it('replaces a swap by a no-op transaction that moves one microSTX', async () => {
    const swap = await sign(plan());
    const { next: nonce } = unwrap(await node.accountNonces(signer.address));
    const noOp = await signer.signNoOp({ nonce, feeUstx: swap.feeUstx });
    const before = unwrap(await node.stxBalance(signer.address));
    expect(await node.broadcast(noOp.raw, noOp.txid)).toEqual({ kind: 'accepted' });
    await mine();
    expect(await statusesOf(noOp.txid, swap.txid)).toEqual(['success', 'unseen']);
    expect(await statusOf(noOp.txid)).toMatchObject({ amountOut: 0n, feeUstx: swap.feeUstx });
    expect(unwrap(await node.stxBalance(signer.address))).toBe(before - swap.feeUstx - 1n);
    expect(await node.broadcast(swap.raw, swap.txid)).toMatchObject({ reason: 'BadNonce' });
  });
});

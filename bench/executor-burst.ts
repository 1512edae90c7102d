import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { fixedSource } from '../src/adapters/btc-oracle/index.js';
import {
  createLiquiditySource,
  createNodeClient,
  createSignatureVerifier,
  createSpentOrders,
  createSwapSigner,
  createTokenBalances,
  operatorAddress,
  parseOperatorKey,
  type StacksNode,
} from '../src/adapters/stacks/index.js';
import { systemPorts } from '../src/adapters/system/index.js';
import { asOwnWork, openStorage, type Storage } from '../src/adapters/typeorm/index.js';
import { createCore } from '../src/application/core.js';
import { inParallel } from '../src/application/shared/in-parallel.js';
import type { Order } from '../src/domain/order/order.js';
import type { ContractId } from '../src/domain/shared/contract-id.js';
import { ok, unwrap } from '../src/domain/shared/result.js';
import { toUnits } from '../src/domain/shared/units.js';
import type { ExecutionObserver, Ports, SwapPlan, SwapSigner } from '../src/ports/index.js';
import { anEvent, anOpenOrder, handleFor, uuidOf } from '../test/support/builders.js';
import { aPriceCondition } from '../test/support/conditions.js';
import {
  A_REGISTRY,
  DOLLAR,
  ROUTER_V2,
  SBTC,
  UNGUARDED,
  WELSH_SUBNET,
} from '../test/support/core-harness.js';
import { aPrice } from '../test/support/price-runs.js';
import { createDatabase } from '../test/support/postgres.js';
import stopProvider from '../test/support/global-teardown.js';
import startProvider from '../test/support/global-setup.js';
import { startAcceptingNode, type AcceptingNode } from './support/accepting-node.js';
import { figure, printJson, printTable } from './support/report.js';
import { someSignedOrders, type SignedSample } from './support/signed-orders.js';
import { percentile } from './support/stats.js';

/**
 * Orders that one price triggers together, until a node that accepts at once has each one's swap. The baseline is the least that
 * any executor does: the same plans signed and sent, without quotes, checks and a database.
 */
const { values: options } = parseArgs({
  options: {
    orders: { type: 'string', default: '1000' },
    owners: { type: 'string', default: '250' },
    accounts: { type: 'string', default: '8' },
    blockMs: { type: 'string', default: '0' },
    databases: { type: 'string', default: 'SQLite,Postgres' },
  },
});
const ORDERS = Number(options.orders);
const OWNERS = Number(options.owners);
const WARM_UP = 300;
const GRID_MS = 300_000;
const TARGET = '2';
const keys = Array.from({ length: Number(options.accounts) }, (_, n) =>
  unwrap(parseOperatorKey((n + 1).toString(16).padStart(64, '0'))),
);

const samples = someSignedOrders(WARM_UP + ORDERS, {
  network: 'devnet',
  blaze: 'v2',
  router: ROUTER_V2,
  inputTokens: [WELSH_SUBNET],
});

/** An order that waits for the token's price. */
function orderOf(
  { order: { inputToken, amountIn, router }, signature }: SignedSample,
  n: number,
  { owner, token }: { readonly owner: SignedSample['owner']; readonly token: ContractId },
): Order {
  const uuid = uuidOf(1_000 + n);
  const trigger = aPriceCondition('gt', TARGET, { conditionToken: token });
  const wallets = { owner, recipient: owner };
  const swap = { inputToken, outputToken: DOLLAR, amountIn, router, signature };
  const terms = { uuid, handle: handleFor(uuid), ...wallets, ...swap, trigger };
  return anOpenOrder(terms, { createdAt: new Date() });
}

async function storeOrders({ unitOfWork }: Ports, orders: readonly Order[]): Promise<void> {
  await unitOfWork.run(async (storage) => {
    for (const order of orders) {
      const inserted = await storage.orders.insert(order);
      if (!inserted.ok) return inserted;
      await storage.events.append({ uuid: order.terms.uuid, event: anEvent() });
    }
    return ok();
  });
}

/** Rate of a number of swaps, and what the thread that sends them spends on each. */
interface Rate {
  readonly perSecond: number;
  readonly cpuMs: number;
}

interface Burst extends Rate {
  readonly p50Ms: number;
  readonly p99Ms: number;
  readonly requests: number;
  /** What was signed, for the baseline. */
  readonly plans: readonly SwapPlan[];
}

/** Starts to measure. Call the result when all swaps are sent. */
function measure(): () => Rate {
  const [from, cpuFrom] = [performance.now(), process.threadCpuUsage()];
  return () => {
    const { user, system } = process.threadCpuUsage(cpuFrom);
    const perSecond = (ORDERS * 1_000) / (performance.now() - from);
    return { perSecond, cpuMs: (user + system) / 1_000 / ORDERS };
  };
}

interface Chain {
  readonly node: StacksNode;
  readonly stand: AcceptingNode;
  readonly signers: readonly SwapSigner[];
}

async function withChain<T>(work: (chain: Chain) => Promise<T>): Promise<T> {
  const accounts = keys.map((key) => operatorAddress(key, 'devnet'));
  const stand = await startAcceptingNode({ accounts, blockMs: Number(options.blockMs) });
  const node = createNodeClient({ baseUrl: stand.url });
  const shared = { network: 'devnet', node, maxFeeUstx: toUnits(10_000n) } as const;
  try {
    return await work({
      node,
      stand,
      signers: keys.map((operatorKey) => createSwapSigner({ operatorKey, ...shared })),
    });
  } finally {
    await node.close();
    await stand.close();
  }
}

/** Signs each plan for the next nonce of an account in turn, and sends it. */
const signAndSend = (plans: readonly SwapPlan[]): Promise<Rate> =>
  withChain(async ({ node, signers }) => {
    const nonces = signers.map(() => 0n);
    const ended = measure();
    await inParallel([...plans.entries()], 16, async ([n, plan]) => {
      const at = n % signers.length;
      // A copy, so that nothing is left of the plan that was signed before.
      const account = { nonce: nonces[at]!++, feeUstx: toUnits(1_000n) };
      const { raw, txid } = unwrap(await signers[at]!.sign({ ...plan }, account));
      await node.broadcast(raw, txid);
    });
    return ended();
  });

/** Notes the plans that are signed. */
const noting = (signer: SwapSigner, plans: SwapPlan[]): SwapSigner => ({
  ...signer,
  sign: (plan, account) => {
    plans.push(plan);
    return signer.sign(plan, account);
  },
});

async function burst(storage: Storage, { node, stand, signers }: Chain): Promise<Burst> {
  const sentAt: number[] = [];
  const executionObserver: ExecutionObserver = {
    observe: ({ kind }) => void (kind === 'swap-handed-over' && sentAt.push(performance.now())),
  };
  const system = systemPorts();
  const registry = { current: () => A_REGISTRY };
  const plans: SwapPlan[] = [];
  const ports: Ports = {
    ...storage.ports,
    ...system,
    signatures: createSignatureVerifier(),
    registry,
    liquidity: createLiquiditySource({ node, clock: system.clock }),
    balances: createTokenBalances({ node }),
    chain: node,
    spentOrders: createSpentOrders({ node, registry }),
    signers: signers.map((signer) => noting(signer, plans)),
    executionObserver,
    btcSources: [fixedSource(100_000, system.clock)],
  };
  const core = createCore(ports, { ...UNGUARDED, ownerInFlight: ORDERS });
  const orders = samples.map((sample, n) =>
    orderOf(sample, n, { owner: samples[n % OWNERS]!.owner, token: n < WARM_UP ? SBTC : DOLLAR }),
  );
  await storeOrders(ports, orders);
  const record = async (at: number, usd: number) => {
    const prices = new Map([
      [SBTC, aPrice(100_000)],
      [DOLLAR, aPrice(usd)],
    ]);
    unwrap(await ports.prices.record({ at: new Date(at), btcUsd: 100_000, prices }));
  };
  const runUntilSent = async (count: number) => {
    while (sentAt.length < count) await core.execution.run();
  };

  const grid = Math.floor(Date.now() / GRID_MS) * GRID_MS;
  await record(grid - GRID_MS, 1);
  await runUntilSent(WARM_UP);
  sentAt.length = plans.length = 0;
  await stand.takeCounts();
  await record(grid, 3);
  const [from, ended] = [performance.now(), measure()];
  await runUntilSent(ORDERS);
  const rate = ended();
  const waits = Float64Array.from(sentAt, (at) => at - from);
  const requests = Object.values(await stand.takeCounts()).reduce((sum, count) => sum + count, 0) / ORDERS;
  return { ...rate, p50Ms: percentile(waits, 0.5), p99Ms: percentile(waits, 0.99), requests, plans };
}

const report: Record<string, Omit<Burst, 'plans'> & { readonly alone: Rate }> = {};
for (const name of String(options.databases).split(',')) {
  if (name === 'Postgres') await startProvider();
  const folder = await mkdtemp(join(tmpdir(), 'sluice-bench-burst-'));
  const database = name === 'Postgres' ? await createDatabase() : undefined;
  const storage = await openStorage(database?.url ?? `sqlite:${join(folder, 'sluice.db')}`);
  try {
    const { plans, ...figures } = await withChain((chain) => asOwnWork(() => burst(storage, chain)));
    report[name] = { ...figures, alone: await signAndSend(plans.slice(0, ORDERS)) };
  } finally {
    await storage.close();
    await rm(folder, { recursive: true });
    if (database !== undefined) await stopProvider();
  }
}
console.log(
  `\n${ORDERS} orders of ${OWNERS} owners triggered together, ${keys.length} accounts, a node that accepts at once\n`,
);
printTable(
  Object.entries(report).map(([storage, { perSecond, p50Ms, p99Ms, requests, cpuMs, alone }]) => ({
    storage,
    'swaps per second': figure(perSecond),
    'signed and sent alone': figure(alone.perSecond),
    ratio: figure(perSecond / alone.perSecond),
    'p50 ms': figure(p50Ms),
    'p99 ms': figure(p99Ms),
    'requests per swap': figure(requests),
    'CPU ms per swap': figure(cpuMs),
    'alone, CPU ms': figure(alone.cpuMs),
  })),
);
printJson('executor-burst', { orders: ORDERS, owners: OWNERS, accounts: keys.length, ...report });

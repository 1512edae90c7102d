import type { ExecutionReport } from '../../src/domain/order/report/execution-report.js';
import type { Txid } from '../../src/domain/order/ids.js';
import { unwrap } from '../../src/domain/shared/result.js';
import { quoteHop } from '../../src/domain/vault/kinds.js';
import type { Reserves, RoutableVault } from '../../src/domain/vault/vault.js';
import type { ContractId } from '../../src/domain/shared/contract-id.js';
import { uuidOf } from './builders.js';
import { A_REGISTRY, coreHarness, POOL, reserves } from './core-harness.js';
import { execute, settle } from './order-steps.js';
import { PastStates } from './past-states.js';

/** Input of every order. */
export const INPUT = 1_000_000n;

const vaultOf = (id: ContractId) =>
  A_REGISTRY.vaults.find(({ contractId }) => contractId === id) as RoutableVault;
/** Output of the order's input over the sublink and the pool. */
export const outputOf = (pool: ContractId, held: Reserves) => quoteHop(vaultOf(pool), held, 0, INPUT).dy;

/** A core that follows a chain whose states are known at every height. Vaults change by `change` from the next block on. */
export async function followedExchange(options: Parameters<typeof coreHarness>[0] = {}) {
  let height = () => 0;
  const states = new PastStates(() => height());
  const harness = coreHarness({ ...options, blocks: states, pastBlocks: states });
  const { chain, core, liquidity, ports } = harness;
  height = () => chain.height;
  for (const [vault, held] of unwrap(await liquidity.held.readReserves(A_REGISTRY.vaults)))
    states.set(vault, 0, held);
  const change = (vault: ContractId, held: Reserves) => {
    states.set(vault, chain.height + 1, held);
    liquidity.held.set(vault, held);
    chain.height += 1;
  };
  const follow = async () => unwrap(await core.market.check());
  const report = async (n = 1): Promise<ExecutionReport & { readonly isPending: boolean }> => {
    const { report: found, isPending } = unwrap(await core.orders.report(uuidOf(n)));
    return { ...found, isPending };
  };
  const reportFills = async () => unwrap(await core.execution.reportFills());
  // The first pass only notes where the feed begins.
  await reportFills();
  await follow();
  return { ...harness, states, change, follow, report, reportFills, ports };
}

export type FollowedExchange = Awaited<ReturnType<typeof followedExchange>>;

/** Sends the order and mines its swap in the next block, where it pays what its route gives there unless told otherwise. */
export async function fill(on: FollowedExchange, amountOut?: bigint, n = 1): Promise<Txid> {
  const { chain, core, states } = on;
  unwrap(await execute(on, n));
  const order = unwrap(await core.orders.get(uuidOf(n)));
  const { txid } = order as { txid: Txid };
  await on.follow();
  chain.mine(txid, amountOut ?? outputOf(POOL, states.at(POOL, chain.height)!));
  await settle(on);
  return txid;
}

/** Reserves of `POOL` unless a test changes them. */
export const POOL_BEFORE = reserves(1_000_000_000_000n, 1_000_000_000_000n);
/** Reserves that give less. */
export const WORSE = reserves(1_000_000_000_000n, 990_000_000_000n);
/** Reserves that give more than any other. */
export const LARGE = reserves(1_000_000_000_000n, 1_100_000_000_000n);

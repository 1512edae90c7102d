import type { AnyOrder } from '../../src/domain/order/terms/draft.js';
import type { OrderUuid, Txid } from '../../src/domain/order/ids.js';
import { gridPointAt } from '../../src/domain/price-series/price.js';
import { unwrap } from '../../src/domain/shared/result.js';
import type { ContractId } from '../../src/domain/shared/contract-id.js';
import { uuidOf } from './builders.js';
import type { CoreHarness } from './core-harness.js';
import { aPrice } from './price-runs.js';

/** Fields of a trigger that is reached as soon as the window opens. */
export const AT_ONCE: AnyOrder = { conditionToken: '*', targetPrice: '0', direction: 'gt' };

export const whenAbove = (token: ContractId, targetPrice: string): AnyOrder => ({
  conditionToken: token,
  targetPrice,
  direction: 'gt',
});

export const whenBelow = (token: ContractId, targetPrice: string): AnyOrder => ({
  conditionToken: token,
  targetPrice,
  direction: 'lt',
});

/** Advances the clock to the next point of the price grid and records these dollar prices. Other tokens keep their last prices. */
export async function recordPrices(
  { ports, clock }: CoreHarness,
  dollars: Readonly<Record<string, number>>,
  { roundTripLoss = 1 } = {},
): Promise<void> {
  const at = new Date(gridPointAt(clock.now()).getTime() + 300_000);
  clock.set(at);
  const prices = Object.entries(dollars).map(
    ([token, usd]) => [token as ContractId, aPrice(usd, 100_000, { roundTripLoss })] as const,
  );
  unwrap(await ports.prices.record({ at, btcUsd: 100_000, prices: new Map(prices) }));
}

export const pass = ({ core }: CoreHarness) => core.execution.run();

/** The reasons for waiting in the order's log. */
export const waitingOf = async ({ core }: CoreHarness, n = 1) => {
  const events = unwrap(await core.orders.events(uuidOf(n)));
  return events.filter(({ type }) => type === 'waiting').map(({ facts }) => facts);
};

export const evaluationOf = async ({ core }: CoreHarness, n = 1) =>
  core.orders.evaluate(unwrap(await core.orders.get(uuidOf(n))));

/** Mines every pending transaction in nonce order. */
export async function mineAll({ chain, ports }: CoreHarness): Promise<void> {
  const txids = new Map<Txid, string>(chain.sent.map(({ txid, raw }) => [txid, raw]));
  for (const [txid] of [...txids].sort(([, a], [, b]) => (a < b ? -1 : 1))) {
    const status = unwrap(await ports.chain.transactionStatus(txid));
    if (status.kind === 'pending') chain.mine(txid);
  }
}

/** The orders with a swap that has been mined or may still be mined. */
export async function sentOrders({ ports }: CoreHarness, count: number): Promise<readonly OrderUuid[]> {
  const uuids = Array.from({ length: count }, (_, n) => uuidOf(n + 1));
  const swaps = await Promise.all(uuids.map((uuid) => ports.swaps.listByOrder(uuid)));
  return uuids.filter((_, n) => swaps[n]!.some(({ state }) => state !== 'dead'));
}

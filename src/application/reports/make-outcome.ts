import type { LoggedOrderEvent } from '../../domain/order/events.js';
import { isPast, type ConfirmedOrder, type FailedOrder, type Order } from '../../domain/order/order.js';
import type { FillFacts, RecordedPrices } from '../../domain/order/report/execution-report.js';
import { quotedAmounts } from '../../domain/order/report/quoted.js';
import { abortCauseOf, type SwapOutcome } from '../../domain/order/report/outcome.js';
import type { SwapTransaction } from '../../domain/order/swap-transaction.js';
import { LOOK_BACK_SECONDS, pointAt } from '../../domain/price-series/price-times.js';
import { GRID_SECONDS } from '../../domain/price-series/price.js';
import type { ContractId } from '../../domain/shared/contract-id.js';
import { parseUnits } from '../../domain/shared/units.js';
import type { Ports, PriceStore } from '../../ports/index.js';

/** Order whose swap was mined by this exchange's record. */
export type MinedOrder = ConfirmedOrder | FailedOrder;

/** Facts of a fill, without those that must be read from the chain. */
export function factsOf(order: ConfirmedOrder, events: readonly LoggedOrderEvent[]): FillFacts {
  const { quote, executedAmountIn, executedAmountOut } = order;
  const placed = parseUnits(events.find(({ type }) => type === 'created')?.facts['quotedAmountOut']);
  return {
    amountIn: executedAmountIn,
    executed: executedAmountOut,
    ...(placed.ok && { placed: placed.value }),
    ...quotedAmounts(quote, order.terms),
  };
}

/** The outcome of a mined order; `facts` are those of a fill. */
export function outcomeOf(
  order: MinedOrder,
  block: NonNullable<SwapTransaction['block']>,
  events: readonly LoggedOrderEvent[],
  facts: FillFacts | undefined,
): SwapOutcome {
  const { terms, txid, broadcastedAt } = order;
  // Replacements belong to the swap that was stored last.
  const dueAt = events.findLast(({ type }) => type === 'swap-stored')?.facts['dueAt'];
  const mined = {
    uuid: terms.uuid,
    txid,
    tokenIn: terms.inputToken,
    tokenOut: terms.outputToken,
    block,
    ...(typeof dueAt === 'string' && { dueAt: new Date(dueAt) }),
    broadcastedAt,
  };
  return order.status === 'failed'
    ? { ...mined, kind: 'aborted', cause: abortCauseOf(order.failureReason) }
    : { ...mined, kind: 'filled', facts: facts ?? factsOf(order, events) };
}

/** Reads the tokens' newest recorded prices at the time, at most a day old; undefined if one has none. Seconds. */
export async function pricesAt(
  { prices }: { readonly prices: Pick<PriceStore, 'points'> },
  [tokenIn, tokenOut]: readonly [ContractId, ContractId],
  time: number,
): Promise<RecordedPrices | undefined> {
  const onGrid = Math.floor(time / GRID_SECONDS) * GRID_SECONDS;
  const newest = async (token: ContractId) =>
    pointAt(await prices.points(token, onGrid - LOOK_BACK_SECONDS, onGrid + GRID_SECONDS), time);
  const [paid, bought] = [await newest(tokenIn), await newest(tokenOut)];
  if (paid === undefined || bought === undefined) return undefined;
  return { at: Math.min(paid.time, bought.time), tokenIn: paid.usd, tokenOut: bought.usd };
}

/** Ports from which the facts of an outcome are read. */
export type OutcomePorts = Pick<Ports, 'events' | 'orders' | 'prices' | 'swaps'>;

/** The order if its own swap was mined here. Imported orders and those that were spent elsewhere have no swap. */
export const minedOrder = (order: Order): MinedOrder | undefined =>
  !isPast(order) && (order.status === 'confirmed' || (order.status === 'failed' && 'txid' in order))
    ? order
    : undefined;

/** Whether the outcome is that of the order as it is now. */
export function isOutcomeOf({ txid, block, kind }: SwapOutcome, order: Order | undefined): boolean {
  const mined = order && minedOrder(order);
  if (mined === undefined || (kind === 'filled') !== (mined.status === 'confirmed')) return false;
  return mined.txid === txid && mined.blockHeight === block.blockHeight;
}

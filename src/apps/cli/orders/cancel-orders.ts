import type { OrderSelection } from '../../../sdk/client/index.js';
import { printList, type JsonOption } from '../result.js';
import { explained } from '../service/explained.js';
import { isRefusal } from '../service/service.js';
import { actingAs, openTrading, type TradingOptions } from '../service/trading.js';
import { pairsOf } from './pairs.js';

export interface CancelOptions extends TradingOptions, JsonOption {
  readonly all?: boolean;
  readonly pair?: string;
  readonly strategy?: string;
}

/** Result of cancelling one order. */
interface Outcome {
  readonly id: string;
  readonly isCancelled: boolean;
  readonly reason?: string;
}

/** Cancels the named orders, or all that match. Returns the exit code: 1 if any of them is not cancelled. */
export async function cancelOrders(ids: readonly string[], options: CancelOptions): Promise<number> {
  const outcomes = options.all === true ? await cancelMatching(options) : await cancelNamed(ids, options);
  printList({ orders: outcomes }, options, {
    titles: ['order', 'result'],
    rows: outcomes.map(({ id, isCancelled, reason }) => [
      id,
      isCancelled ? 'cancelled' : `not cancelled: ${reason}`,
    ]),
    none: 'no open orders',
  });
  return outcomes.every(({ isCancelled }) => isCancelled) ? 0 : 1;
}

async function cancelNamed(ids: readonly string[], options: CancelOptions): Promise<readonly Outcome[]> {
  const { client } = await openTrading(options);
  const outcomes: Outcome[] = [];
  for (const id of ids)
    try {
      const { status, ending } = await client.orders.cancel(id, actingAs(options));
      const isCancelled = status === 'cancelled';
      const reason =
        ending === undefined ? `it is ${status}` : 'its swap is under way, and what is mined decides';
      outcomes.push({ id, isCancelled, ...(!isCancelled && { reason }) });
    } catch (error) {
      // Other orders may still be cancelled, but a command for a single order fails with its error.
      if (!isRefusal(error) || error.status === 401 || ids.length === 1) throw error;
      outcomes.push({ id, isCancelled: false, reason: explained(error).replaceAll('\n', '; ') });
    }
  return outcomes;
}

async function cancelMatching(options: CancelOptions): Promise<readonly Outcome[]> {
  const { client } = await openTrading(options);
  const pairs = options.pair === undefined ? [undefined] : await pairsOf(client, options.pair);
  const outcomes: Outcome[] = [];
  for (const pair of pairs) {
    const selection: OrderSelection = {
      ...(options.strategy !== undefined && { strategyId: options.strategy }),
      ...(pair !== undefined && { pair }),
    };
    for (let more = true; more;) {
      const result = await client.orders.cancelMany(selection, actingAs(options));
      outcomes.push(
        ...result.cancelled.map((id) => ({ id, isCancelled: true })),
        ...result.skipped.map(({ id, reason }) => ({ id, isCancelled: false, reason })),
      );
      // If none of a thousand orders could be cancelled, the same ones would be returned again and again.
      more = result.more && result.cancelled.length > 0;
    }
  }
  return outcomes;
}

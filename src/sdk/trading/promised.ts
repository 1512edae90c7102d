import type { Terms } from '../words/order.js';
import { soldBy } from '../words/warnings.js';

/** Most open orders that are added up. */
const MOST_ORDERS = 200;

/** Open order that sells the token in question. */
type OpenOrder = Terms & { readonly handle: string; readonly strategyId?: string | undefined };

/**
 * Amount in smallest units that open orders of one token sell; undefined if they cannot be read. Of orders of which one cancels the
 * others, the largest counts, and exits do not: they sell what their entry buys.
 *
 * @param without handle of an order that does not count, since it is replaced.
 */
export async function promisedBy(
  open: AsyncIterable<OpenOrder>,
  without?: string,
): Promise<bigint | undefined> {
  const groups = new Map<string, OpenOrder[]>();
  let read = 0;
  try {
    for await (const order of open) {
      const group = order.strategyId ?? order.handle;
      if (order.handle !== without) groups.set(group, [...(groups.get(group) ?? []), order]);
      if (++read === MOST_ORDERS) break;
    }
  } catch (error) {
    // Only the client's own errors have a code.
    if ((error as { readonly code?: unknown }).code === undefined) throw error;
    return undefined;
  }
  return [...groups.values()].reduce((sum, group) => sum + soldBy(group), 0n);
}

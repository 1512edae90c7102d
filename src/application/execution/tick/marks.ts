import { trailPlaceOf } from '../../../domain/order/conditions/conditions.js';
import { groupName, markSince, type Mark } from '../../../domain/order/conditions/marks.js';
import type { Order } from '../../../domain/order/order.js';
import type { GroupMarks, Ports } from '../../../ports/index.js';
import { freshFlight } from '../../shared/single-flight.js';

/** Returns the mark of an order; undefined if it trails no price, or has no mark yet. */
export type MarkOf = (order: Order) => Mark | undefined;

/** Age in milliseconds up to which marks that were read are shared. */
const SHARED_FOR_MS = 5_000;

/** The marks of trailing orders in memory, shared by all callers. */
export function makeMarks({ clock, watermarks }: Pick<Ports, 'clock' | 'watermarks'>) {
  let known: { readonly markOf: MarkOf; readonly readAt: number } | undefined;

  const refresh = freshFlight(async (): Promise<readonly GroupMarks[]> => {
    const readAt = clock.now().getTime();
    const all = await watermarks.list();
    known = { markOf: markOfAll(all), readAt };
    return all;
  });

  return {
    /** Reads all marks again. */
    refresh: (): Promise<readonly GroupMarks[]> => refresh(),
    /** The marks of these orders. Reads nothing if none of them trails a price. */
    of: async (orders: readonly Order[]): Promise<MarkOf> => {
      if (orders.every((order) => trailPlaceOf(order) === undefined)) return () => undefined;
      const ageMs = clock.now().getTime() - (known?.readAt ?? -Infinity);
      if (ageMs < 0 || ageMs >= SHARED_FOR_MS) await refresh();
      return known!.markOf;
    },
  };
}

export type Marks = ReturnType<typeof makeMarks>;

function markOfAll(all: readonly GroupMarks[]): MarkOf {
  const byName = new Map(all.map(({ group, marks }) => [groupName(group), marks]));
  return (order) => {
    const place = trailPlaceOf(order);
    return place && markSince(byName.get(groupName(place.group)) ?? [], place.since);
  };
}

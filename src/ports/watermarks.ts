import type { GridPoint, Mark, ReachedTrails, TrailGroup } from '../domain/order/conditions/marks.js';

/** The marks of a group, in no particular order. */
export interface GroupMarks {
  readonly group: TrailGroup;
  /** Every mark that no later one reaches, and perhaps others. */
  readonly marks: readonly Mark[];
}

/** A mark of one group. */
export interface NewMark {
  readonly group: TrailGroup;
  readonly mark: Mark;
}

/**
 * The marks of trailing orders, and which of these orders have reached their stop. Marks belong to groups, not to orders: however many
 * orders trail a pair, a run changes a few rows.
 *
 * The order repository adds an order to its group when it is stored, and removes it when it ends. Marks stay, so that an order whose swap
 * is dropped finds its own.
 */
export interface Watermarks {
  /** The groups of orders that are open or broadcasted, in no particular order. */
  groups(): Promise<readonly TrailGroup[]>;
  /** The groups of `groups`, with their marks. */
  list(): Promise<readonly GroupMarks[]>;
  /**
   * Adds marks, at most one to each group, and deletes earlier ones that they reach or exceed. A mark may be added again, late, and by
   * several processes: the highest mark since any run stays known. One statement adds all.
   *
   * @param before run before which marks are deleted.
   */
  raise(marks: readonly NewMark[], before: GridPoint): Promise<void>;
  /** Makes the queue claim exactly these trailing orders, of those that wait, under the key of their conditions. */
  trigger(reached: readonly ReachedTrails[]): Promise<void>;
}

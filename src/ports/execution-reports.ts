import type { OrderUuid } from '../domain/order/ids.js';
import type { OutcomeFigures, SwapOutcome } from '../domain/order/report/outcome.js';

/** Outcomes of mined swaps, at most one of each order, with the place in the feed up to which they were made. */
export interface ExecutionReports {
  /** The position of the feed up to which outcomes are stored; undefined before the first. */
  cursor(): Promise<number | undefined>;
  moveCursor(position: number): Promise<void>;
  /** Stores outcomes. One of the same order is replaced. */
  save(outcomes: readonly SwapOutcome[]): Promise<void>;
  /** Deletes the outcomes of these orders, if any. */
  delete(uuids: readonly OrderUuid[]): Promise<void>;
  /** The stored outcomes of these orders, by uuid. */
  find(uuids: readonly OrderUuid[]): Promise<ReadonlyMap<OrderUuid, SwapOutcome>>;
  /** Figures of the outcomes whose block's time is on the UTC day, newest block first, at most `limit`. `day` counts from 1970. */
  figuresOf(day: number, limit: number): Promise<readonly OutcomeFigures[]>;
}

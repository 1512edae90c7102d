import { gridPointOf, timeOfPoint, type GridPoint } from '../../src/domain/order/conditions/marks.js';
import { ratioOf } from '../../src/domain/order/conditions/price-ratio.js';
import { isThin, type PriceRun } from '../../src/domain/price-series/price.js';
import type { PriceStore } from '../../src/ports/index.js';
import { WELSH } from '../support/core-harness.js';
import { wrap } from './site.js';

/** A run with the price of WELSH that counts for stops and alerts. */
export interface PathRun {
  readonly point: GridPoint;
  /** Dollars times 10^18, rounded down; undefined if the price is missing or thin. */
  readonly scaled: bigint | undefined;
  /** Time of the world at which it was recorded, ms. */
  readonly recordedAt: number;
}

/** Time for which a process may act by a run after a later one was recorded, ms: it may stall for 90 seconds, and then wait. */
export const LATE_MS = 180_000;

/** Prices of WELSH as they were recorded, for naive models of what happens at them. */
export class PricePath {
  /** In the order in which they were recorded. */
  readonly runs: PathRun[] = [];

  constructor(private readonly now: () => number) {}

  note({ at, prices }: PriceRun): void {
    const price = prices.get(WELSH);
    const ratio = ratioOf(
      WELSH,
      'USD',
      () => price && { usd: price.usd, stale: false, thin: isThin(price), liquidityUsd: 0 },
    );
    const scaled = ratio.ok ? ratio.value.floor : undefined;
    this.runs.push({ point: gridPointOf(at), scaled, recordedAt: this.now() });
  }

  /** The runs by which a process whose clock is right may act now. */
  current(): readonly PathRun[] {
    const since = this.now() - LATE_MS;
    return this.runs.filter(
      ({ point }) => !this.runs.some((later) => later.point > point && visibleFrom(later) < since),
    );
  }

  /** Runs that were the newest ones by a right clock for at least `ms` milliseconds, from a time on. */
  lasting(ms: number, from: number): readonly PathRun[] {
    return this.runs.filter((run) => {
      const later = this.runs.filter(({ point }) => point > run.point).map(visibleFrom);
      return Math.min(this.now(), ...later) - Math.max(visibleFrom(run), from) >= ms;
    });
  }

  /** Runs that were recorded at a time or later, and shown by a right clock by now. */
  since(time: number): readonly PathRun[] {
    return this.runs.filter((run) => run.recordedAt >= time && visibleFrom(run) <= this.now());
  }

  /** The newest run that a right clock has shown for at least `forMs` milliseconds, and later ones; none if there is no such run. */
  newest(forMs: number): readonly PathRun[] {
    const shown = this.runs.filter((run) => visibleFrom(run) <= this.now()).sort((a, b) => a.point - b.point);
    const first = shown.findLastIndex((run) => visibleFrom(run) <= this.now() - forMs);
    return first === -1 ? [] : shown.slice(first);
  }

  /** Prices of consecutive points, from the first of these runs or `since` on, and the index of `since`. */
  static of(runs: readonly PathRun[], since: GridPoint) {
    const points = runs.map(({ point }) => point);
    const first = Math.min(since, ...points);
    const path = Array.from(
      { length: Math.max(since, ...points) - first + 1 },
      (): bigint | undefined => undefined,
    );
    for (const { point, scaled } of runs) path[point - first] = scaled;
    return { path, since: since - first };
  }
}

/** Time from which on a right clock shows the run: it may have been recorded ahead of it. */
const visibleFrom = ({ point, recordedAt }: PathRun): number =>
  Math.max(recordedAt, timeOfPoint(point).getTime());

/** A price store that tells each run that it has recorded, whether or not its caller learns it. */
export const noting = <S extends PriceStore>(store: S, onRun: (run: PriceRun) => void): S =>
  wrap(store, (method, call) =>
    method !== 'record'
      ? call
      : async (run) => {
          const recorded = (await call(run)) as Awaited<ReturnType<PriceStore['record']>>;
          if (recorded.ok) onRun(run as PriceRun);
          return recorded;
        },
  );

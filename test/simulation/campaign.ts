import fc from 'fast-check';
import type { Defect } from './defect.js';
import type { Violation } from './inspector.js';
import { plans, type Plan } from './plan.js';
import { run, type RunOptions } from './run.js';
import type { StorageKind } from './world.js';

/** The plan that a seed determines. */
export const planOf = (seed: number): Plan => fc.sample(plans, { seed, numRuns: 1 })[0]!;

/** A seed whose run violates an invariant. */
export interface Failed {
  readonly seed: number;
  readonly violation: Violation;
}

/** Interval of seeds whose runs are repeated to check that both runs are the same. */
const CHECKED = 10;

/** How much was run, and how often each act and each fault was met. */
export interface Totals {
  seeds: number;
  steps: number;
  readonly counts: Map<string, number>;
}

export const noTotals = (): Totals => ({ seeds: 0, steps: 0, counts: new Map() });

export function addTotals(to: Totals, { seeds, steps, counts }: Totals): void {
  to.seeds += seeds;
  to.steps += steps;
  for (const [what, times] of counts) to.counts.set(what, (to.counts.get(what) ?? 0) + times);
}

/** Runs of many seeds, with totals of their steps and faults. */
export class Campaign {
  readonly totals = noTotals();

  constructor(
    private readonly options: {
      readonly defect?: Defect | undefined;
      readonly storage?: StorageKind;
      readonly isChecked?: boolean;
    } = {},
  ) {}

  /** Runs seeds until one fails. */
  async run(from: number, count: number): Promise<Failed | undefined> {
    for (let seed = from; seed < from + count; seed++) {
      const violation = await this.runSeed(seed);
      if (violation !== undefined) return { seed, violation };
    }
    return undefined;
  }

  private async runSeed(seed: number): Promise<Violation | undefined> {
    const { defect, storage, isChecked = true } = this.options;
    const plan = planOf(seed);
    const { steps, violation, traceHash, counts } = await run(plan, { defect, storage });
    addTotals(this.totals, { seeds: 1, steps, counts });
    if (isChecked && seed % CHECKED === 0) {
      const again = await run(plan, { defect, storage });
      if (again.traceHash !== traceHash) throw new Error(`two runs of seed ${seed} differ`);
    }
    return violation;
  }
}

/** Shrinks a plan: leaves out acts as long as the rest still violates the invariant. */
export async function shrink(plan: Plan, invariant: string, options: RunOptions): Promise<Plan> {
  let smallest = plan;
  for (let size = Math.ceil(plan.acts.length / 2); size >= 1; size = size === 1 ? 0 : Math.ceil(size / 2))
    for (let start = 0; start < smallest.acts.length;) {
      const acts = smallest.acts.toSpliced(start, size);
      const { violation } = await run({ ...smallest, acts }, options);
      if (violation?.invariant === invariant) smallest = { ...smallest, acts };
      else start += size;
    }
  return smallest;
}

import fc from 'fast-check';
import type { Defect } from './defects.js';
import type { Violation } from './inspector.js';
import { plans, type Plan } from './plan.js';
import { run } from './run.js';

/** The plan that a seed determines. */
export const planOf = (seed: number): Plan => fc.sample(plans, { seed, numRuns: 1 })[0]!;

/** A seed whose run violates an invariant. */
export interface Failed {
  readonly seed: number;
  readonly violation: Violation;
}

/** Interval of seeds whose runs are repeated to check that both runs are the same. */
const CHECKED = 10;

/** Runs of many seeds, with totals of their steps and faults. */
export class Campaign {
  seeds = 0;
  steps = 0;
  seconds = 0;
  readonly counts = new Map<string, number>();

  constructor(
    private readonly options: {
      readonly defect?: Defect | undefined;
      readonly isChecked?: boolean;
    } = {},
  ) {}

  /** Runs seeds until one fails. */
  async run(from: number, count: number): Promise<Failed | undefined> {
    const start = performance.now();
    try {
      for (let seed = from; seed < from + count; seed++) {
        const violation = await this.runSeed(seed);
        if (violation !== undefined) return { seed, violation };
      }
      return undefined;
    } finally {
      this.seconds += (performance.now() - start) / 1000;
    }
  }

  private async runSeed(seed: number): Promise<Violation | undefined> {
    const { defect, isChecked = true } = this.options;
    const plan = planOf(seed);
    const { steps, violation, traceHash, counts } = await run(plan, { defect });
    this.seeds += 1;
    this.steps += steps;
    for (const [what, times] of counts) this.counts.set(what, (this.counts.get(what) ?? 0) + times);
    if (isChecked && seed % CHECKED === 0) {
      const again = await run(plan, { defect });
      if (again.traceHash !== traceHash) throw new Error(`two runs of seed ${seed} differ`);
    }
    return violation;
  }
}

/** Shrinks a plan: leaves out acts as long as the rest still violates the invariant. */
export async function shrink(plan: Plan, invariant: string, defect?: Defect): Promise<Plan> {
  let smallest = plan;
  for (let size = Math.ceil(plan.acts.length / 2); size >= 1; size = size === 1 ? 0 : Math.ceil(size / 2))
    for (let start = 0; start < smallest.acts.length;) {
      const acts = smallest.acts.toSpliced(start, size);
      const { violation } = await run({ ...smallest, acts }, { defect });
      if (violation?.invariant === invariant) smallest = { ...smallest, acts };
      else start += size;
    }
  return smallest;
}

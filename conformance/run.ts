import { Difference, Skipped, type Clause, type Need } from './clause.js';
import type { Line, Outcome } from './report.js';
import type { World } from './world.js';

/** Checks clauses one after another and passes on the line of each. At the end, undoes what the checks placed and created. */
export async function run(
  clauses: readonly Clause[],
  world: World,
  onLine: (line: Line) => void = () => undefined,
): Promise<readonly Line[]> {
  const lines: Line[] = [];
  try {
    for (const clause of clauses) {
      const line = { clause, outcome: await outcomeOf(clause, world) };
      lines.push(line);
      onLine(line);
    }
  } finally {
    await world.undo();
  }
  return lines;
}

async function outcomeOf(clause: Clause, world: World): Promise<Outcome> {
  for (const need of clause.needs) {
    const missing = missingFor(need, world);
    if (missing !== undefined) return missing;
  }
  try {
    await clause.check(world);
    return { kind: 'ok' };
  } catch (cause) {
    if (cause instanceof Skipped) return { kind: 'skipped', why: cause.message };
    if (cause instanceof Difference) return { kind: 'difference', expected: cause.expected, got: cause.got };
    return { kind: 'difference', expected: 'a response', got: textOf(cause) };
  }
}

const OUTSIDE = {
  storageOutage: 'takes an outage of the storage',
  later: 'takes twenty minutes without a recorded price',
  stores: 'takes a look into the storage',
  legacyLimit: 'would use up the caller’s limit of the legacy service',
  history: 'takes days of recorded prices',
} as const;

function missingFor(need: Need, { keys, controls }: World): Outcome | undefined {
  switch (need) {
    case 'owner':
      if (keys.owner === undefined) return { kind: 'skipped', why: 'no --owner-key-file, and no /devnet' };
      return keys.trade === undefined
        ? { kind: 'skipped', why: 'no --router, --sell, --buy and --domain, and no registry' }
        : undefined;
    case 'deployer':
      return keys.deployer === undefined
        ? { kind: 'skipped', why: 'no --deployer-key-file, and no /devnet' }
        : undefined;
    case 'swap':
      return keys.maySwap
        ? undefined
        : { kind: 'skipped', why: 'swaps a dollar of the owner’s: takes --swap' };
    default:
      return controls[need] === undefined ? { kind: 'outside', why: OUTSIDE[need] } : undefined;
  }
}

function textOf(cause: unknown): string {
  if (!(cause instanceof Error)) return String(cause);
  const { cause: deeper } = cause;
  return deeper instanceof Error ? `${cause.message}: ${deeper.message}` : cause.message;
}

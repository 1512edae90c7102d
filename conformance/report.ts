import type { Clause } from './clause.js';

/** Outcome of a clause. `outside`: its check needs a moment or an outage that no caller can cause. */
export type Outcome =
  | { readonly kind: 'ok' }
  | { readonly kind: 'difference'; readonly expected: string; readonly got: string }
  | { readonly kind: 'skipped'; readonly why: string }
  | { readonly kind: 'outside'; readonly why: string };

export interface Line {
  readonly clause: Clause;
  readonly outcome: Outcome;
}

const MARKS = { ok: 'ok', difference: 'DIFFERENT', skipped: 'skipped', outside: 'outside' } as const;

/** The line of a clause; a difference has two further lines. */
export function lineOf({ clause, outcome }: Line): string {
  const line = `${MARKS[outcome.kind].padEnd(10)}${clause.area.padEnd(10)}${clause.says}`;
  switch (outcome.kind) {
    case 'ok':
      return line;
    case 'difference':
      return `${line}\n${' '.repeat(20)}expected ${outcome.expected}\n${' '.repeat(20)}got      ${outcome.got}`;
    case 'skipped':
    case 'outside':
      return `${line} (${outcome.why})`;
  }
}

/** Number of clauses by outcome. */
export function countsOf(lines: readonly Line[]): Readonly<Record<Outcome['kind'], number>> {
  const counts = { ok: 0, difference: 0, skipped: 0, outside: 0 };
  for (const { outcome } of lines) counts[outcome.kind] += 1;
  return counts;
}

/** The last line of a report. */
export function summaryOf(lines: readonly Line[]): string {
  const { ok, difference, skipped, outside } = countsOf(lines);
  return `${lines.length} clauses: ${ok} ok, ${difference} different, ${skipped} skipped, ${outside} not reachable from outside`;
}

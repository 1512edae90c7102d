import type { OrderUuid } from '../ids.js';
import type { OrderTerms } from '../order.js';
import type { FieldProblem } from './draft.js';
import { BRACKET, isEntry } from './names.js';

/**
 * Finds what is wrong with the exits among orders that are placed together, and with their entries, by order. An exit sells what its
 * entry buys, and at most what the entry's signed terms guarantee, so that it never lacks the balance for it.
 */
export function exitProblems(orders: readonly OrderTerms[]): ReadonlyMap<OrderUuid, readonly FieldProblem[]> {
  const byUuid = new Map(orders.map((terms) => [terms.uuid, terms]));
  const problems = new Map<OrderUuid, FieldProblem[]>();
  const report = ({ uuid }: OrderTerms, found: readonly FieldProblem[]) => {
    const known = problems.get(uuid) ?? [];
    const added = found.filter(({ field }) => known.every((one) => one.field !== field));
    if (added.length > 0) problems.set(uuid, [...known, ...added]);
  };
  for (const exit of orders) {
    if (exit.after === undefined) continue;
    const entry = byUuid.get(exit.after.uuid);
    if (entry === undefined) report(exit, [ALONE]);
    else {
      report(entry, entryProblems(entry));
      report(exit, ownProblems(exit, entry));
    }
  }
  return problems;
}

/** Problem of an exit that is placed without its entry. */
export const ALONE: FieldProblem = {
  field: 'after',
  message: 'needs its entry: place the two in one batch with atomic: true',
};

type Check<T> = readonly [
  isWrong: boolean,
  field: keyof OrderTerms | keyof OrderTerms['strategy'],
  message: T,
];

const problemsOf = (checks: readonly Check<string>[]): readonly FieldProblem[] =>
  checks.flatMap(([isWrong, field, message]) => (isWrong ? [{ field, message }] : []));

const entryProblems = (entry: OrderTerms): readonly FieldProblem[] =>
  problemsOf([
    [
      entry.after !== undefined,
      'after',
      'must be absent: exits come after the order, and it is no exit itself',
    ],
    [entry.metadata?.oco === true, 'metadata', 'oco must be absent for an order that exits come after'],
    [
      entry.after === undefined && !isEntry({ ...entry, metadata: {} }),
      'strategyType',
      `must be ${BRACKET}, with a strategyId, for an order that exits come after`,
    ],
    [
      (entry.minAmountOut ?? 0n) === 0n,
      'minAmountOut',
      'must be above 0 for an order that exits come after: they sell what it guarantees',
    ],
    [entry.recipient !== entry.owner, 'recipient', 'must be the owner, who signs the exits that sell it'],
  ]).concat(
    entry.signed === undefined
      ? [{ field: 'termsSignature', message: 'is required for an order that exits come after' }]
      : [],
  );

function ownProblems(exit: OrderTerms, entry: OrderTerms): readonly FieldProblem[] {
  const least = entry.minAmountOut ?? 0n;
  return problemsOf([
    [exit.owner !== entry.owner, 'owner', 'must be the owner of its entry'],
    [
      exit.strategy.strategyId !== entry.strategy.strategyId,
      'strategyId',
      'must be the strategyId of its entry',
    ],
    [exit.inputToken !== entry.outputToken, 'inputToken', 'must be the token that its entry buys'],
    [
      least > 0n && exit.amountIn > least,
      'amountIn',
      `must be at most ${least}, the minAmountOut of its entry: more is not guaranteed`,
    ],
  ]);
}

import { DOCUMENT } from '../../adapters/express/described.js';

/** Statuses that operations declare and the attack does not reach, with the reason why it cannot. */
export interface Unreached {
  readonly status: number;
  /** The operations; all that declare the status, except for those named, if it is an exception. */
  readonly operations: readonly string[] | { readonly allBut: readonly string[] };
  readonly reason: string;
}

/** Statuses that each operation declares in the OpenAPI document. */
export const DECLARED: ReadonlyMap<string, readonly number[]> = new Map(
  Object.values(DOCUMENT.paths).flatMap((methods) =>
    Object.values(methods).map(
      ({ operationId, responses }) => [operationId, Object.keys(responses).map(Number)] as const,
    ),
  ),
);

const pairOf = (operation: string, status: number) => `${operation} ${status}`;

/** How many responses of each declared status each operation has given. */
export class Coverage {
  readonly #counts = new Map<string, number>();
  readonly #excused: ReadonlyMap<string, string>;

  constructor(unreached: readonly Unreached[]) {
    this.#excused = new Map(unreached.flatMap(pairsOf));
  }

  count(operation: string, status: number): void {
    const pair = pairOf(operation, status);
    this.#counts.set(pair, (this.#counts.get(pair) ?? 0) + 1);
  }

  /** Number of pairs of an operation and a status that were reached. */
  get reached(): number {
    return this.#counts.size;
  }

  /** Operations of which a declared status is still to be reached, of these statuses. */
  pending(isWanted: (status: number) => boolean = () => true): readonly string[] {
    return [...DECLARED].flatMap(([operation, statuses]) =>
      statuses.some((status) => isWanted(status) && this.#isMissing(pairOf(operation, status)))
        ? [operation]
        : [],
    );
  }

  #isMissing(pair: string): boolean {
    return !this.#counts.has(pair) && !this.#excused.has(pair);
  }

  /** Declared statuses that were not reached and have no reason, and those that were and have one. */
  wrong(): { readonly unreached: readonly string[]; readonly reached: readonly string[] } {
    const pairs = [...DECLARED].flatMap(([operation, statuses]) =>
      statuses.map((status) => pairOf(operation, status)),
    );
    return {
      unreached: pairs.filter((pair) => this.#isMissing(pair)),
      reached: [...this.#excused.keys()].filter((pair) => this.#counts.has(pair) || !pairs.includes(pair)),
    };
  }

  /** A line for each operation: how often it gave each status; `-` for one with a reason. */
  table(): string {
    return [...DECLARED]
      .map(([operation, statuses]) => {
        const cells = statuses.map((status) => {
          const pair = pairOf(operation, status);
          return `${status}×${this.#counts.get(pair) ?? (this.#excused.has(pair) ? '-' : 0)}`;
        });
        return `${operation}: ${cells.join(' ')}`;
      })
      .join('\n');
  }
}

const pairsOf = ({ status, operations, reason }: Unreached): readonly (readonly [string, string])[] => {
  const named = 'allBut' in operations ? undefined : operations;
  const excepted = 'allBut' in operations ? operations.allBut : [];
  const all = [...DECLARED]
    .filter(([, statuses]) => statuses.includes(status))
    .map(([operation]) => operation);
  return (named ?? all.filter((one) => !excepted.includes(one))).map((one) => [pairOf(one, status), reason]);
};

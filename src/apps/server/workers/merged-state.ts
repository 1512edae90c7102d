import type { ProcessState, Readiness } from '../../../adapters/express/index.js';
import { KEPT_PROBLEMS } from '../recent-problems.js';

/** State of a server's other workers, and whether all of its workers can do their work. */
export interface OthersState {
  readonly states: readonly ProcessState[];
  readonly readiness: Readiness;
}

/**
 * State of a server with several workers, for its operator: roles, health and problems are those of all of them, and the executor is
 * that of the worker that runs it. The process and the node are those of the worker that responds.
 */
export function mergedState(own: ProcessState, { states, readiness }: OthersState): ProcessState {
  const all = [own, ...states];
  const newestFirst = all
    .flatMap(({ problems }) => problems)
    .sort((a, b) => b.at.getTime() - a.at.getTime())
    .slice(0, KEPT_PROBLEMS);
  return {
    ...own,
    process: { ...own.process, roles: [...new Set(all.flatMap(({ process }) => process.roles))] },
    health: readiness,
    executor: all.find(({ executor }) => executor.isRunning)?.executor ?? own.executor,
    problems: newestFirst,
  };
}

import { AsyncLocalStorage } from 'node:async_hooks';
import { StorageFailure } from '../../../ports/index.js';
import { Patience } from './patience.js';

/** Owner of the work that the current step is part of; undefined for that of a command or a program of its own. */
const current = new AsyncLocalStorage<'own' | Patience>();

/**
 * Runs work that the exchange does by itself, such as sending, settling and recording. However much callers ask for, its statements
 * do not wait for theirs: on Postgres they have connections of their own, on SQLite they are written before those that wait.
 * Everything that the work starts counts as part of it.
 *
 * @example
 * asOwnWork(() => setInterval(() => void core.execution.run(), 5_000));
 */
export const asOwnWork = <T>(work: () => T): T => current.run('own', work);

/**
 * Runs the work of a request, whose caller waits at most so long for a database that hangs or a table that is locked: then its
 * statement rejects with an outage, and what was not committed by then never is. Everything that the work starts counts as part of
 * it. On Postgres such work has connections of its own.
 *
 * @param limitMs milliseconds, 4,500 when absent.
 * @example
 * createServer((req, res) => asCallersWork(() => app(req, res))).listen(3000);
 */
export const asCallersWork = <T>(work: () => T, limitMs?: number): T =>
  current.run(new Patience(limitMs), work);

export const isOwnWork = (): boolean => current.getStore() === 'own';

export const isCallersWork = (): boolean => current.getStore() instanceof Patience;

/**
 * Result of the work, as long as its caller waits.
 *
 * @param abandon called when the caller waits no longer: the work must have no effect from then on.
 */
export async function whileCallerWaits<T>(
  working: Promise<T>,
  abandon: (failure: StorageFailure) => void,
): Promise<T> {
  const patience = current.getStore();
  if (!(patience instanceof Patience)) return working;
  const wait = patience.begin();
  try {
    const result = await before(wait.leftMs, working, abandon);
    wait.succeed();
    return result;
  } finally {
    wait.end();
  }
}

/** Result of the work; rejects after that time, once `abandon` was called. */
export async function before<T>(
  ms: number,
  working: Promise<T>,
  abandon: (failure: StorageFailure) => void,
): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => {
      const failure = new StorageFailure('the database did not answer in time', undefined, true);
      abandon(failure);
      reject(failure);
    }, ms);
  });
  return Promise.race([working, late]).finally(() => clearTimeout(timer));
}

import { AsyncLocalStorage } from 'node:async_hooks';
import { StorageFailure } from '../../../ports/index.js';
import { Patience } from './patience.js';
import { later, type Position } from './position.js';

/** A caller whose request is running. */
class Caller {
  constructor(
    /** Undefined if the caller waits for any time. */
    readonly patience: Patience | undefined,
    /** Position up to which the caller has seen the database; undefined if that is not known. */
    public seen?: Position,
  ) {}

  saw(position: Position): void {
    this.seen = later(this.seen ?? 0n, position);
  }
}

/** Kind of the running work: the exchange's own, or a caller's. Undefined in commands and separate programs. */
const current = new AsyncLocalStorage<'own' | Caller>();

/**
 * Runs work that the exchange does by itself, such as sending, settling and recording. Its statements do not wait for those of
 * callers, however many there are: on Postgres they have their own connections, on SQLite they overtake waiting writes. Anything
 * that the work starts is part of it.
 *
 * @example
 * asOwnWork(() => setInterval(() => void core.execution.run(), 5_000));
 */
export const asOwnWork = <T>(work: () => T): T => current.run('own', work);

/**
 * Runs the work of a request whose caller waits only for a limited time. If the database hangs or a table stays locked, the
 * statement then rejects with an outage, and nothing uncommitted is committed later. Anything that the work starts is part of it.
 * On Postgres such work has its own connections.
 *
 * @param limitMs milliseconds, 4,500 when absent.
 * @example
 * createServer((req, res) => asCallersWork(() => app(req, res))).listen(3000);
 */
export const asCallersWork = <T>(work: () => T, limitMs?: number): T =>
  current.run(new Caller(new Patience(limitMs)), work);

/** Runs the work of a caller who has seen the position, with the patience of the work that it is part of. */
export const asCallerAt = <T>(seen: Position | undefined, work: () => T): T =>
  current.run(new Caller(runningCaller()?.patience, seen), work);

/** The caller whose work is running, if any. */
export function runningCaller(): Caller | undefined {
  const running = current.getStore();
  return running instanceof Caller ? running : undefined;
}

/**
 * Like {@link asCallersWork}, for a request that must not wait for other callers, however many there are, such as a cancel. On Postgres
 * such work has its own connections, on SQLite it overtakes waiting writes.
 *
 * @example
 * createServer((req, res) => asUrgentWork(() => app(req, res))).listen(3000);
 */
export const asUrgentWork = <T>(work: () => T, limitMs?: number): T =>
  current.run(new Caller(new Patience(limitMs, undefined, true)), work);

export const isOwnWork = (): boolean => current.getStore() === 'own';

export const isCallersWork = (): boolean => runningCaller()?.patience !== undefined;

export const isUrgentWork = (): boolean => runningCaller()?.patience?.isUrgent === true;

/**
 * Result of the work, as long as its caller waits.
 *
 * @param abandon called when the caller stops waiting: from then on the work must have no effect.
 */
export async function whileCallerWaits<T>(
  working: Promise<T>,
  abandon: (failure: StorageFailure) => void,
): Promise<T> {
  const patience = runningCaller()?.patience;
  if (patience === undefined) return working;
  const wait = patience.begin();
  try {
    const result = await before(wait.leftMs, working, abandon);
    wait.succeed();
    return result;
  } finally {
    wait.end();
  }
}

/** Callers who wait for work that another caller does for them. */
const sharing = new Set<Caller>();

/** Result of work that another caller does for this one as well, as long as this caller waits. */
export async function whileOthersWork<T>(shared: Promise<T>): Promise<T> {
  const caller = runningCaller();
  if (caller === undefined) return shared;
  sharing.add(caller);
  try {
    return await whileCallerWaits(shared, () => {});
  } finally {
    sharing.delete(caller);
  }
}

/** Notes a commit for the caller whose work has committed, and for those who share it: each caller who waits may be one of them. */
export function noteCommit(position: Position): void {
  runningCaller()?.saw(position);
  for (const caller of sharing) caller.saw(position);
}

/** Result of the work. After the time, calls `abandon` and rejects. */
export async function before<T>(
  ms: number,
  working: Promise<T>,
  abandon: (failure: StorageFailure) => void,
): Promise<T> {
  return new Promise<T>((resolve, reject) => {
    const timer = setTimeout(() => {
      const failure = new StorageFailure('the database did not answer in time', undefined, true);
      abandon(failure);
      reject(failure);
    }, ms);
    void working.then(resolve, reject).finally(() => clearTimeout(timer));
  });
}

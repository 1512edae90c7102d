import { AsyncLocalStorage } from 'node:async_hooks';

const current = new AsyncLocalStorage<true>();

/**
 * Runs work that the exchange does by itself, such as sending, settling and recording. However much callers ask for, its statements
 * do not wait for theirs: on Postgres they have connections of their own, on SQLite they are written before those that wait.
 * Everything that the work starts counts as part of it.
 *
 * @example
 * asOwnWork(() => setInterval(() => void core.execution.run(), 5_000));
 */
export const asOwnWork = <T>(work: () => T): T => current.run(true, work);

export const isOwnWork = (): boolean => current.getStore() === true;

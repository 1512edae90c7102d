import { watchName, type Watch } from '../../domain/alert/watch.js';
import type { Clock, WaitingWatch } from '../../ports/index.js';

/** Number of balances that alerts read in a minute: a small part of what a node allows. */
const BALANCES_PER_MINUTE = 10;
const MINUTE_MS = 60_000;

/** Name of the balance that a watch reads; undefined if it reads none. Both sides of a bound read the same. */
const balanceOf = (watch: Watch): string | undefined =>
  watch.kind === 'balance' ? watchName({ ...watch, direction: 'above' }) : undefined;

/**
 * Leaves out the watches of balances that are not read now: each is read once a minute, and not more than ten a minute, those first
 * that were read longest ago. All other watches stay.
 */
export function makeTakeTurns(clock: Clock) {
  const readAt = new Map<string, number>();

  return (waiting: readonly WaitingWatch[]): readonly WaitingWatch[] => {
    const balances = new Set(waiting.flatMap(({ watch }) => balanceOf(watch) ?? []));
    const now = clock.now().getTime();
    const isRecent = (name: string) => Math.abs(now - (readAt.get(name) ?? -Infinity)) < MINUTE_MS;
    for (const name of readAt.keys()) if (!balances.has(name) && !isRecent(name)) readAt.delete(name);
    const left = BALANCES_PER_MINUTE - [...readAt.keys()].filter(isRecent).length;
    const next = [...balances]
      .filter((name) => !isRecent(name))
      .sort((a, b) => (readAt.get(a) ?? 0) - (readAt.get(b) ?? 0))
      .slice(0, Math.max(0, left));
    for (const name of next) readAt.set(name, now);
    return waiting.filter(({ watch }) => {
      const name = balanceOf(watch);
      return name === undefined || next.includes(name);
    });
  };
}

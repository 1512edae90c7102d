import { ROLES, type Role } from '../../run/pace.js';

/** A place for one worker process at a time: a worker that ends is replaced by another in the same slot. */
export interface Slot {
  /** Name in the log, in metrics and in the process's arguments: `api-1`, `api-2` …, `background`. */
  readonly name: string;
  readonly roles: readonly Role[];
  /** Whether its worker does what only one process of a machine needs to do: delete what has expired, and read the stored state for metrics. */
  readonly isCaretaker: boolean;
}

const BACKGROUND = 'background';

/**
 * The slots of a server: as many for the role `api` as there are workers, and one for all other roles together.
 *
 * @example slotsOf(['api', 'executor'], 2); // api-1, api-2, background
 */
export function slotsOf(roles: readonly Role[], workers: number): readonly Slot[] {
  const others = ROLES.filter((role) => role !== 'api' && roles.includes(role));
  const hasBackground = others.length > 0;
  const api = Array.from({ length: workers }, (_, n) => ({
    name: `api-${n + 1}`,
    roles: ['api'] as const,
    isCaretaker: !hasBackground && n === 0,
  }));
  return hasBackground ? [...api, { name: BACKGROUND, roles: others, isCaretaker: true }] : api;
}

/** Whether workers of the slot serve callers. */
export const isServing = ({ roles }: Slot): boolean => roles.includes('api');

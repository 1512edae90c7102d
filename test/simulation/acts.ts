import type { AlertDirection } from '../../src/domain/alert/condition.js';
import type { PlannedOrder } from '../support/planned-orders.js';
import type { Trouble } from './site.js';
import type { PlannedTrail, TrailTerms } from './trails.js';

/** Number of orders that a run may place; their uuids are 0 to 7. */
export const ORDERS = 8;
/** The entries of brackets that a run may place. Exits have the next two uuids. */
export const ENTRIES = [30, 36] as const;
/** Trailing orders that a run may place. */
export const TRAILS = [40, 41, 42, 43] as const;
/** Number that makes the order of another number its replacement. */
export const REPLACEMENTS = 50;
/** The processes, in the order in which faults name them. */
export const PROCESSES = [
  'api-1',
  'api-2',
  'api-3',
  'executor-1',
  'executor-2',
  'recorder-1',
  'recorder-2',
  'webhooks-1',
] as const;
export type ProcessName = (typeof PROCESSES)[number];

/** An action of an actor, or a fault. */
export type Act =
  | { readonly do: 'place'; readonly n: number; readonly order: PlannedOrder }
  | { readonly do: 'batch'; readonly from: number; readonly order: PlannedOrder }
  | { readonly do: 'cancel' | 'execute'; readonly n: number }
  | { readonly do: 'cancel all' }
  /** The first owner places an entry whose exits are a target and a stop, at dollars for a WELSH. */
  | { readonly do: 'bracket'; readonly first: number; readonly target: number; readonly stop: number }
  /** The owner of order `n` places one in its stead, which is sold once a WELSH costs so many dollars. */
  | { readonly do: 'replace'; readonly n: number; readonly target: number }
  /** The first owner moves the stop of a bracket. */
  | { readonly do: 'move stop'; readonly first: number; readonly stop: number; readonly revision: number }
  /** The first owner places a trailing order. */
  | { readonly do: 'trail'; readonly n: number; readonly terms: TrailTerms }
  /** The first owner changes the distance of a trailing order, or its unit. */
  | { readonly do: 'move trail'; readonly n: number; readonly trail: PlannedTrail; readonly revision: number }
  /** The first owner wants to be told once a WELSH costs so many dollars. */
  | {
      readonly do: 'alert';
      readonly n: number;
      readonly direction: AlertDirection;
      readonly usd: number;
    }
  | { readonly do: 'rearm' | 'forget alert'; readonly n: number }
  /** The owner of order `n` arms the timer that ends its open orders, renews it, or disarms it with 0. */
  | { readonly do: 'cancel after'; readonly n: number; readonly seconds: number }
  /** The wallet of the owner of order `n` moves tokens so as to hold what so many orders take. */
  | { readonly do: 'wallet'; readonly n: number; readonly leaves: number }
  /** Requests with one API key, all at once. */
  | { readonly do: 'requests'; readonly times: number }
  | { readonly do: 'pause'; readonly ms: number }
  /** The pools of WELSH have another price. In thin ones, small trades move it. */
  | { readonly do: 'move market'; readonly usd: number; readonly thin?: boolean }
  | { readonly do: 'kill'; readonly process: ProcessName; readonly turns: number; readonly restMs: number }
  | { readonly do: 'stall'; readonly process: ProcessName; readonly turns: number; readonly ms: number }
  | { readonly do: 'clock jumps'; readonly process: ProcessName; readonly ms: number }
  | {
      readonly do: 'trouble';
      readonly process: ProcessName;
      readonly kind: Trouble;
      readonly times: number;
    }
  /** The database goes back by some commits: to a backup that an operator restores, or because a standby takes over. */
  | {
      readonly do: 'database goes back';
      readonly commits: number;
      readonly as: 'backup' | 'standby';
      readonly restMs: number;
    }
  | { readonly do: 'orphan'; readonly blocks: number; readonly lost: boolean }
  | { readonly do: 'foreign transaction'; readonly n: number }
  | { readonly do: 'drop' | 'resurface'; readonly n: number }
  | { readonly do: 'replica ages'; readonly replica: number; readonly blocks: number }
  | { readonly do: 'index lags'; readonly blocks: number }
  | { readonly do: 'account runs dry'; readonly n: number };

/** An act, with its time in seconds from the start of the run. */
export interface Planned {
  readonly at: number;
  readonly act: Act;
}

/** Time of the last act, seconds from the start of the run, unless the plan follows prices for longer. */
export const LAST_ACT = 240;

import type { HealthCheck, SendingState } from '../root/operations.js';

/** State of one process that no other process knows. */
export interface ProcessState {
  readonly process: ProcessIdentity;
  readonly health: ProcessHealth;
  readonly node: NodeState;
  readonly executor: ExecutorState;
  /** The newest first. */
  readonly problems: readonly RecentProblem[];
}

/** Identity of the process. */
export interface ProcessIdentity {
  /** Random; the ids that the process gives to requests begin with it. */
  readonly id: string;
  readonly startedAt: Date;
  /** The program's. */
  readonly version: string;
  readonly roles: readonly string[];
}

/** Whether the process can serve requests, as `/readyz` reports. */
export interface ProcessHealth {
  readonly ready: boolean;
  readonly reasons: readonly string[];
  /** Checks that fail, in words for programs. */
  readonly failing?: readonly HealthCheck[];
  /** Absent in a process without an operator key. */
  readonly sending?: Pick<SendingState, 'reasons'>;
}

/** The node as this process sees it. */
export interface NodeState {
  /** The newest block of the node's index; absent while it cannot be read. */
  readonly newest?: { readonly height: number; readonly at: Date } | undefined;
  /** Time since which requests are suspended because the node failed too often; absent while they are not. */
  readonly suspendedSince?: Date | undefined;
  /** Index of the node's address in use, counted from 0 in order of preference. */
  readonly host: number;
  readonly hosts: number;
}

/** The executor of the process. */
export interface ExecutorState {
  /** Whether this process runs it. */
  readonly isRunning: boolean;
  /** Absent before the first pass. */
  readonly lastPass?: ExecutorPass | undefined;
  /** Time at which a pass last left no due order unsent. */
  readonly caughtUpAt?: Date | undefined;
}

/** One pass of the executor. */
export interface ExecutorPass {
  readonly endedAt: Date;
  /** Reason why the pass left due orders unsent; `none` if it left none. */
  readonly left: string;
  readonly expired: number;
  /** Number of attempts by outcome. */
  readonly attempts: Readonly<Record<string, number>>;
}

/** A warning or an error of the log. */
export interface RecentProblem {
  /** Time at which it was last logged. */
  readonly at: Date;
  readonly level: 'warn' | 'error' | 'fatal';
  readonly message: string;
  /** Number of consecutive times, at least 1. */
  readonly times: number;
  /** Facts of the last occurrence, without secrets and stacks. */
  readonly fields: object;
}

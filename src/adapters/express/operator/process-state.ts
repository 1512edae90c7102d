import type { HealthCheck, SendingState } from '../root/operations.js';

/** What one process knows of itself, and no other process does. */
export interface ProcessState {
  readonly process: ProcessIdentity;
  readonly health: ProcessHealth;
  readonly node: NodeState;
  readonly executor: ExecutorState;
  /** The newest first. */
  readonly problems: readonly RecentProblem[];
}

/** Which process it is. */
export interface ProcessIdentity {
  /** Random; ids that the process gives to requests begin with it. */
  readonly id: string;
  readonly startedAt: Date;
  /** The program's. */
  readonly version: string;
  readonly roles: readonly string[];
}

/** Whether the process can serve requests, as `/readyz` says it. */
export interface ProcessHealth {
  readonly ready: boolean;
  readonly reasons: readonly string[];
  /** What is not ready, in words for programs. */
  readonly failing?: readonly HealthCheck[];
  /** Absent in a process without an operator key. */
  readonly sending?: Pick<SendingState, 'reasons'>;
}

/** The node as the process reads it. */
export interface NodeState {
  /** The newest block of the node's index; absent while it cannot be read. */
  readonly newest?: { readonly height: number; readonly at: Date } | undefined;
  /** Since when requests are suspended, because the node failed too often; absent while they are not. */
  readonly suspendedSince?: Date | undefined;
  /** Which of the node's addresses is in use, counted from 0 in order of preference. */
  readonly host: number;
  /** How many addresses it has. */
  readonly hosts: number;
}

/** The executor of the process. */
export interface ExecutorState {
  /** Whether it is a role of the process. */
  readonly isRunning: boolean;
  /** Absent before the first pass. */
  readonly lastPass?: ExecutorPass | undefined;
  /** When a pass last left no due order unsent. */
  readonly caughtUpAt?: Date | undefined;
}

/** One pass of the executor. */
export interface ExecutorPass {
  readonly endedAt: Date;
  /** Why it left due orders unsent; `none` if it left no such order. */
  readonly left: string;
  readonly expired: number;
  /** How many attempts ended how. */
  readonly attempts: Readonly<Record<string, number>>;
}

/** A warning or an error of the log. */
export interface RecentProblem {
  /** When it was logged last. */
  readonly at: Date;
  readonly level: 'warn' | 'error' | 'fatal';
  readonly message: string;
  /** How often in a row, at least 1. */
  readonly times: number;
  /** Facts of the last one, without secrets and stacks. */
  readonly fields: object;
}

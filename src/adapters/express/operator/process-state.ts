import type { HealthCheck, SendingState } from '../root/operations.js';

/** State that only the server's processes themselves know. */
export interface ProcessState {
  readonly process: ProcessIdentity;
  readonly health: ProcessHealth;
  readonly node: NodeState;
  readonly executor: ExecutorState;
  /** Recent problems, newest first. */
  readonly problems: readonly RecentProblem[];
}

/** Identity of the process. */
export interface ProcessIdentity {
  /** Random id. The ids that the process gives to requests begin with it. */
  readonly id: string;
  readonly startedAt: Date;
  /** Version of the program. */
  readonly version: string;
  readonly roles: readonly string[];
}

/** Whether the process can serve requests, as `/readyz` reports. */
export interface ProcessHealth {
  readonly ready: boolean;
  readonly reasons: readonly string[];
  /** Failing checks, in words for programs. */
  readonly failing?: readonly HealthCheck[];
  /** Absent in a process without an operator key. */
  readonly sending?: Pick<SendingState, 'reasons'>;
}

/** The node as this process sees it. */
export interface NodeState {
  /** The newest block of the node's index; absent while it cannot be read. */
  readonly newest?: { readonly height: number; readonly at: Date } | undefined;
  /** Time since which requests are suspended because the node failed too often; absent while requests are sent. */
  readonly suspendedSince?: Date | undefined;
  /** Index of the node address in use. Addresses are counted from 0 in order of preference. */
  readonly host: number;
  readonly hosts: number;
}

/** The executor of the server. */
export interface ExecutorState {
  /** Whether the server runs the executor. */
  readonly isRunning: boolean;
  /** Absent before the first pass. */
  readonly lastPass?: ExecutorPass | undefined;
  /** End of the last pass that left no due order unsent. */
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
  /** Time at which the problem was last logged. */
  readonly at: Date;
  readonly level: 'warn' | 'error' | 'fatal';
  readonly message: string;
  /** Number of times that the problem was logged in a row, at least 1. */
  readonly times: number;
  /** Facts of the last occurrence, without secrets and stacks. */
  readonly fields: object;
}

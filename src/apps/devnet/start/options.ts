import type { ChildProcess } from 'node:child_process';
import type { Registry } from '../../../domain/market/registry.js';
import type { StartEvent } from './start-events.js';

/** Options of every chain in a child process. */
export interface ChildOptions {
  /** Milliseconds between blocks, 10 to 86,400,000. */
  readonly blockMs: number;
  /** Port of the node interface on the loopback interface; 0 (the default) picks a free one. */
  readonly port?: number | undefined;
  /** Port of the test controls, 0 for a free one; absent: no test controls. */
  readonly controlPort?: number | undefined;
  /** Callers of the test controls must send it as `Authorization: Bearer`. */
  readonly controlToken?: string | undefined;
  /** Receives the child's standard error, line by line. */
  readonly log?: ((line: string) => void) | undefined;
  /** Aborts the start; without effect on a running devnet. */
  readonly signal?: AbortSignal | undefined;
  /** The process to use, from `prepareDevnet`; by default a new one. */
  readonly prepared?: PreparedDevnet | undefined;
}

/** A child process that loads the chain's modules, and then waits to be told which chain to start. */
export interface PreparedDevnet {
  readonly child: ChildProcess;
}

/** Options of {@link startDevnet}. */
export interface DevnetOptions extends ChildOptions {
  /** File that keeps the chain across restarts; absent: the chain is in memory only. */
  readonly journalPath?: string | undefined;
  /** Receives what the start does with the journal and its snapshot; `describeStart` puts it in words. */
  readonly onStart?: ((event: StartEvent) => void) | undefined;
  /**
   * A registry of mainnet: the chain then has mainnet's addresses, version bytes and chain id, and a stand-in for each of
   * the registry's contracts under its id. Absent: the devnet's own contracts and dress.
   */
  readonly registry?: Registry | undefined;
}

/** Options of {@link startFork}. */
export interface ForkDevnetOptions extends ChildOptions {
  /** The network whose contracts and state are read. */
  readonly network: {
    /** Base address of its API, without a trailing slash. */
    readonly url: string;
    /** Sent as `x-api-key`. */
    readonly apiKey?: string | undefined;
    /** The block that the fork continues; absent: the newest. */
    readonly height?: number | undefined;
    /** Requests that the API allows in a minute; no limit if absent. */
    readonly requestsPerMinute?: number | undefined;
  };
}

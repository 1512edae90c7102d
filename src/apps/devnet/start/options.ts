import type { ChildProcess } from 'node:child_process';
import type { Registry } from '../../../domain/market/registry.js';
import type { StartEvent } from './start-events.js';

/** Options of every chain in a child process. */
export interface ChildOptions {
  /** Milliseconds between blocks, 10 to 86,400,000. */
  readonly blockMs: number;
  /** Port of the node interface on the loopback interface; 0 (the default) means any free one. */
  readonly port?: number | undefined;
  /** Port of the test controls, 0 for any free one; no test controls if absent. */
  readonly controlPort?: number | undefined;
  /** Callers of the test controls must send it as `Authorization: Bearer`. */
  readonly controlToken?: string | undefined;
  /** Receives the child's standard error, line by line. */
  readonly log?: ((line: string) => void) | undefined;
  /** Aborts the start; without effect on a running devnet. */
  readonly signal?: AbortSignal | undefined;
  /** The process to use, from `prepareDevnet`; a new one by default. */
  readonly prepared?: PreparedDevnet | undefined;
}

/** A child process that loads the chain's modules and then waits to be told which chain to start. */
export interface PreparedDevnet {
  readonly child: ChildProcess;
}

/** Options of {@link startDevnet}. */
export interface DevnetOptions extends ChildOptions {
  /** File that keeps the chain across restarts; if absent, the chain is only in memory. */
  readonly journalPath?: string | undefined;
  /** Receives the events of the start concerning journal and snapshot; `describeStart` puts them in words. */
  readonly onStart?: ((event: StartEvent) => void) | undefined;
  /**
   * A mainnet registry: the chain then has mainnet's addresses, version bytes and chain id, and a stand-in for each contract of
   * the registry under its id. If absent, the devnet's own contracts and dress.
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
    /** The block that the fork continues; the newest if absent. */
    readonly height?: number | undefined;
    /** Requests per minute that the API allows; unlimited if absent. */
    readonly requestsPerMinute?: number | undefined;
  };
}

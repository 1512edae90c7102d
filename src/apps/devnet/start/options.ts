import type { ChildProcess } from 'node:child_process';
import type { Registry } from '../../../domain/market/registry.js';
import type { StartEvent } from './start-events.js';

/** Options of every chain in a child process. */
export interface ChildOptions {
  /** Time between blocks, milliseconds, 10 to 86,400,000. */
  readonly blockMs: number;
  /** Port of the node interface on the loopback interface; 0 (the default) means any free one. */
  readonly port?: number | undefined;
  /** Port of the test controls, 0 for any free one; no test controls if absent. */
  readonly controlPort?: number | undefined;
  /** Token that callers of the test controls must send as `Authorization: Bearer`; none if absent. */
  readonly controlToken?: string | undefined;
  /** Receives the child's standard error, line by line. */
  readonly log?: ((line: string) => void) | undefined;
  /** Signal that aborts the start. It has no effect on a running devnet. */
  readonly signal?: AbortSignal | undefined;
  /** Child process to use, from `prepareDevnet`; by default a new one. */
  readonly prepared?: PreparedDevnet | undefined;
}

/** A child process that loads the chain's modules and then waits to be told which chain to start. */
export interface PreparedDevnet {
  readonly child: ChildProcess;
}

/** Options of {@link startDevnet}. */
export interface DevnetOptions extends ChildOptions {
  /** File that keeps the chain across restarts; if absent, the chain exists only in memory. */
  readonly journalPath?: string | undefined;
  /** Receives the events of the start concerning journal and snapshot; `describeStart` puts them in words. */
  readonly onStart?: ((event: StartEvent) => void) | undefined;
  /**
   * A mainnet registry: the chain then has mainnet's addresses, version bytes and chain id, and a stand-in for each contract of the
   * registry under the contract's id. If absent, the chain has the devnet's own contracts and dress.
   */
  readonly registry?: Registry | undefined;
}

/** Options of {@link startFork}. */
export interface ForkDevnetOptions extends ChildOptions {
  /** The network whose contracts and state are read. */
  readonly network: {
    /** Base address of the network's API, without a trailing slash. */
    readonly url: string;
    /** API key, sent as `x-api-key`. */
    readonly apiKey?: string | undefined;
    /** Height of the block that the fork continues; the newest block if absent. */
    readonly height?: number | undefined;
    /** Requests per minute that the API allows; unlimited if absent. */
    readonly requestsPerMinute?: number | undefined;
  };
}

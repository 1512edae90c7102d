import type { ProcessState, Readiness } from '../../../adapters/express/index.js';
import type { MetricsSnapshot } from '../../../adapters/prometheus/index.js';

/** Facts that a worker needs to begin its work. */
export interface Begin {
  /** Base address of the server. */
  readonly url: string;
  /** Address of the embedded devnet's node; undefined if there is none. */
  readonly nodeUrl: string | undefined;
}

/** Answers of a worker to its supervisor's questions. */
export interface Answers {
  /** Listens at the server's address at once; the base address. */
  readonly claim: string;
  /** Resolves when the worker does its work. */
  readonly begin: void;
  readonly readiness: Readiness;
  /** State of the worker alone. */
  readonly state: ProcessState;
  /** Metrics of the worker. */
  readonly count: MetricsSnapshot;
  /** Finishes what is under way; the last metrics. */
  readonly leave: MetricsSnapshot;
}

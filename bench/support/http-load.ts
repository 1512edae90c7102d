import { createRequire } from 'node:module';

/** What is asked, and how often. */
export interface Load {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  /** How many requests. */
  readonly amount: number;
  readonly connections: number;
  readonly pipelining: number;
}

export interface LoadResult {
  readonly requests: { readonly total: number };
  /** Seconds. */
  readonly duration: number;
  readonly errors: number;
  readonly '2xx': number;
  readonly '3xx': number;
}

// The package has no types of its own.
const autocannon = createRequire(import.meta.url)('autocannon') as (load: Load) => Promise<LoadResult>;

/** A process that asks a server what it is told to, as fast as it is answered. */
process.on('message', (load: Load) => {
  void autocannon(load).then(({ requests: { total }, duration, errors, ...counts }) => {
    const answered = { '2xx': counts['2xx'], '3xx': counts['3xx'] };
    process.send!({ requests: { total }, duration, errors, ...answered });
  });
});
process.on('disconnect', () => process.exit());
process.send!('ready');

import { ownPackage } from './own-package.js';

/** The request, and how often to send it. */
export interface Load {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  /** Number of requests. */
  readonly amount: number;
  readonly connections: number;
  readonly pipelining: number;
}

export interface LoadResult {
  readonly requests: number;
  /** Seconds. */
  readonly seconds: number;
}

interface Counts {
  readonly requests: { readonly total: number };
  readonly errors: number;
  readonly '2xx': number;
  readonly '3xx': number;
}

const autocannon = ownPackage<(load: Load & { readonly sampleInt: number }) => Promise<Counts>>('autocannon');

/** Upper bound on the delay in noticing the end of a run, milliseconds. The package's default is one second. */
const NOTICED_WITHIN_MS = 5;

/** A process that sends a server the requests it is given, as fast as the server responds. */
process.on('message', (load: Load) => {
  const startedAt = performance.now();
  void autocannon({ ...load, sampleInt: NOTICED_WITHIN_MS }).then(
    ({ requests: { total }, errors, ...counts }) => {
      const seconds = (performance.now() - startedAt) / 1000;
      if (errors > 0 || counts['2xx'] + counts['3xx'] !== total)
        throw new Error(`${load.url} got no response`);
      process.send!({ requests: total, seconds } satisfies LoadResult);
    },
  );
});
process.on('disconnect', () => process.exit());
process.send!('ready');

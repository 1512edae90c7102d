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

// The package has no types of its own.
const autocannon = createRequire(import.meta.url)('autocannon') as (
  load: Load & { readonly sampleInt: number },
) => Promise<Counts>;

/** The end of a run is noticed so late at most, in milliseconds; a second unless told. */
const NOTICED_WITHIN_MS = 5;

/** A process that asks a server what it is told to, as fast as it is answered. */
process.on('message', (load: Load) => {
  const startedAt = performance.now();
  void autocannon({ ...load, sampleInt: NOTICED_WITHIN_MS }).then(
    ({ requests: { total }, errors, ...counts }) => {
      const seconds = (performance.now() - startedAt) / 1000;
      if (errors > 0 || counts['2xx'] + counts['3xx'] !== total)
        throw new Error(`${load.url} was not answered`);
      process.send!({ requests: total, seconds } satisfies LoadResult);
    },
  );
});
process.on('disconnect', () => process.exit());
process.send!('ready');

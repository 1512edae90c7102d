import fc from 'fast-check';
import type { QueriedHarness, QueriedStorage } from './storages.js';

/** `npm run test:queries` makes more worlds from another seed. A failure names its world; QUERY_SEED repeats it. */
const WORLDS = Number(process.env['QUERY_WORLDS'] ?? 2);
export const SEED = Number(process.env['QUERY_SEED'] ?? 20261124);
/** Queries of each kind in each world. */
const QUERIES = 300;

/** Numbers of the worlds, from 0. */
export const WORLD_NUMBERS = Array.from({ length: WORLDS }, (_, world) => world);

/** A value that a world is made of: the same for each storage. */
export const drawn = <T>(arbitrary: fc.Arbitrary<T>, world: number, n = 0): T =>
  fc.sample(arbitrary, { seed: SEED + world * 1_000_003 + n * 7, numRuns: 1 })[0]!;

/** Has the check pass for many queries, in as many parts. */
export const forQueries = <T>(
  world: number,
  query: fc.Arbitrary<T>,
  check: (query: T) => Promise<void>,
  parts = 1,
) => fc.assert(fc.asyncProperty(query, check), { numRuns: QUERIES / parts, seed: SEED + world });

/** Runs the work on a storage of its own. */
export async function onStorage(
  harness: QueriedHarness,
  work: (storage: QueriedStorage) => Promise<void>,
): Promise<void> {
  const storage = await harness.open();
  try {
    await work(storage);
  } finally {
    await storage.close();
  }
}

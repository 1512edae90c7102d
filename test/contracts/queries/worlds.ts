import fc from 'fast-check';
import { inParallel } from '../../../src/application/shared/in-parallel.js';
import { queried, type QueriedStorage } from './storages.js';

/** `npm run test:queries` makes more worlds from another seed. A failure names its world; QUERY_SEED repeats it. */
const { QUERY_WORLDS } = process.env;
const WORLDS = Number(QUERY_WORLDS ?? 2);
export const SEED = Number(process.env['QUERY_SEED'] ?? 20261124);
/** Queries of each kind in each world. */
export const QUERIES = QUERY_WORLDS === undefined ? 120 : 300;

/** One world has twelve thousand orders, which take a while to store. */
export const PATIENCE_MS = 1_200_000;

/** Numbers of the worlds, from 0. */
export const WORLD_NUMBERS = Array.from({ length: WORLDS }, (_, world) => world);

/** A value that a world is made of: the same for each storage. */
export const drawn = <T>(arbitrary: fc.Arbitrary<T>, world: number, n = 0): T =>
  fc.sample(arbitrary, { seed: SEED + world * 1_000_003 + n * 7, numRuns: 1 })[0]!;

/** Has the check pass for so many queries. */
export const forQueries = <T>(
  world: number,
  numRuns: number,
  query: fc.Arbitrary<T>,
  check: (query: T) => Promise<void>,
) => fc.assert(fc.asyncProperty(query, check), { numRuns, seed: SEED + world });

/** Runs the work on all of them, one after another. A failure names where it happened. */
export const onAll = <T extends { readonly name: string }>(
  places: readonly T[],
  work: (place: T) => Promise<void>,
): Promise<void> =>
  inParallel(places, 1, (place) =>
    work(place).catch((cause: unknown) => {
      throw new Error(`on ${place.name}`, { cause });
    }),
  );

/** Runs the work on a new storage of each kind. */
export const onStorages = (work: (storage: QueriedStorage) => Promise<void>): Promise<void> =>
  onAll(queried, async (harness) => {
    const storage = await harness.open();
    await work(storage).finally(() => storage.close());
  });

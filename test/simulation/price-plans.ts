import fc from 'fast-check';
import { defined } from '../../src/domain/shared/fields.js';
import { GRID_SECONDS } from '../../src/domain/price-series/price.js';
import { LAST_ACT, TRAILS, type Act, type Planned } from './acts.js';
import type { TrailTerms } from './trails.js';

/** Number of further price runs in a plan that follows prices. */
const RUNS = 3;
/** Time of the last act of such a plan, seconds from the start of the run. */
const LAST = LAST_ACT + RUNS * GRID_SECONDS;

const is = <const D extends string>(name: D) => fc.constant(name);
const usd = fc.integer({ min: 1, max: 5 });
const direction = fc.constantFrom('above' as const, 'below' as const);

/** The market at each run, moved within half a minute before it. */
const path = fc
  .array(
    fc.record({
      before: fc.integer({ min: 1, max: 30 }),
      usd,
      thin: fc.constantFrom(true, false, false, false, false),
    }),
    { minLength: RUNS + 1, maxLength: RUNS + 1 },
  )
  .map((moves) =>
    moves.map(({ before, usd, thin }, n): Planned => {
      const act = { do: 'move market' as const, usd, ...(thin && { thin }) };
      return { at: n === 0 ? 0 : n * GRID_SECONDS - before, act };
    }),
  );

const n = fc.constantFrom(...TRAILS);
const trail = fc.oneof(
  fc.record({ bps: fc.constantFrom(1_000, 3_000, 6_000) }),
  fc.record({ price: fc.constantFrom('0.5', '1', '2') }),
);
const terms = fc
  .record({
    direction: fc.constantFrom('lt' as const, 'lt' as const, 'gt' as const),
    trail,
    activation: fc.constantFrom(undefined, undefined, 2, 3),
  })
  .map(({ activation, ...drawn }): TrailTerms => ({ ...drawn, ...defined({ activation }) }));

const within = <A extends Act>(acts: fc.Arbitrary<A>, latest: number) =>
  fc.record({ at: fc.nat({ max: latest }), act: acts });

const trails = fc
  .tuple(
    fc.array(within(fc.record({ do: is('trail'), n, terms }), LAST - 2 * GRID_SECONDS), {
      minLength: 2,
      maxLength: 6,
    }),
    fc.array(
      within(
        fc.oneof<fc.MaybeWeightedArbitrary<Act>[]>(
          {
            arbitrary: fc.record({
              do: is('move trail'),
              n,
              trail,
              revision: fc.integer({ min: 1, max: 4 }),
            }),
            weight: 4,
          },
          { arbitrary: fc.record({ do: is('cancel'), n }), weight: 1 },
        ),
        LAST,
      ),
      { maxLength: 4 },
    ),
  )
  .map(([placed, later]): Planned[] => [...placed, ...later]);

const place = fc.nat({ max: 1 });
const alerts = fc.array(
  within(
    fc.oneof<fc.MaybeWeightedArbitrary<Act>[]>(
      { arbitrary: fc.record({ do: is('alert'), n: place, direction, usd }), weight: 4 },
      { arbitrary: fc.record({ do: is('rearm'), n: place }), weight: 4 },
      { arbitrary: fc.record({ do: is('forget alert'), n: place }), weight: 1 },
    ),
    LAST,
  ),
  { minLength: 6, maxLength: 14 },
);

/**
 * An owner who follows prices through some runs with trailing stops and alerts, while the market moves and things break. Other plans
 * are shorter.
 *
 * @param faults what breaks.
 * @param goesBack how the database goes back, in some of the plans soon after a run.
 */
export const following = (
  faults: fc.Arbitrary<Act>,
  goesBack: fc.Arbitrary<Act>,
): fc.Arbitrary<readonly Planned[]> =>
  fc
    .record({
      moves: path,
      trailing: trails,
      told: alerts,
      broken: fc.array(within(faults, LAST), { minLength: 2, maxLength: 12 }),
      lost: fc.record({ run: fc.integer({ min: 1, max: RUNS }), after: fc.nat({ max: 40 }), act: goesBack }),
      kind: fc.record({
        who: fc.constantFrom('trails', 'alerts', 'both', 'both'),
        loses: fc.nat({ max: 4 }),
      }),
    })
    .map(({ moves, trailing, told, broken, lost: { run, after, act }, kind }) => [
      ...moves,
      ...(kind.who === 'alerts' ? [] : trailing),
      ...(kind.who === 'trails' ? [] : told),
      ...broken,
      ...(kind.loses === 0 ? [{ at: run * GRID_SECONDS + after, act }] : []),
    ]);

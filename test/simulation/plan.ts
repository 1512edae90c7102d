import fc from 'fast-check';
import { defined } from '../../src/domain/shared/fields.js';
import type { PlannedOrder } from '../support/planned-orders.js';
import { ENTRIES, LAST_ACT, ORDERS, PROCESSES, type Act, type Planned, type ProcessName } from './acts.js';
import type { Isolation } from './database.js';
import { following } from './price-plans.js';
import { scenes } from './scenes.js';
import { SENDING_TROUBLES, STORING_TROUBLES, TROUBLES, type Trouble } from './site.js';

/** Everything that a seed determines. */
export interface Plan {
  /** Seed of the decisions which call continues next. */
  readonly schedule: number;
  readonly isolation: Isolation;
  readonly accounts: 1 | 2;
  /** Whether quotas and the operator's limits are so low that owners reach them. */
  readonly isTight: boolean;
  readonly acts: readonly Planned[];
}

/** A field that one in `many` orders has. */
const oneIn = <T>(many: number, value: fc.Arbitrary<T>): fc.Arbitrary<T | undefined> =>
  fc.oneof({ arbitrary: fc.constant(undefined), weight: many - 1 }, { arbitrary: value, weight: 1 });

const order = fc
  .record({
    trigger: fc.oneof(
      { arbitrary: fc.constant('manual' as const), weight: 1 },
      { arbitrary: fc.constant('at-once' as const), weight: 4 },
      {
        arbitrary: fc.record({
          direction: fc.constantFrom('gt' as const, 'lt' as const),
          target: fc.integer({ min: 1, max: 5 }),
        }),
        weight: 1,
      },
    ),
    opensAfter: oneIn(4, fc.nat({ max: 3 })),
    endsAfter: oneIn(4, fc.integer({ min: 4, max: 8 })),
    group: oneIn(4, fc.constant('oco' as const)),
    greedy: oneIn(10, fc.constant(true as const)),
    minimum: oneIn(4, fc.integer({ min: 1, max: 5 })),
  })
  .map(({ trigger, ...others }): PlannedOrder => ({ trigger, ...defined(others) }));

const n = fc.nat({ max: ORDERS - 1 });
const process = fc.constantFrom(...PROCESSES);
const is = <const D extends string>(name: D) => fc.constant(name);

const owners = fc.oneof<fc.MaybeWeightedArbitrary<Act>[]>(
  { arbitrary: fc.record({ do: is('place'), n, order }), weight: 8 },
  { arbitrary: fc.record({ do: is('batch'), from: n, order }), weight: 2 },
  { arbitrary: fc.record({ do: is('cancel'), n }), weight: 2 },
  { arbitrary: fc.record({ do: is('execute'), n }), weight: 3 },
  { arbitrary: fc.record({ do: is('cancel all') }), weight: 1 },
  { arbitrary: fc.record({ do: is('wallet'), n, leaves: fc.nat({ max: 8 }) }), weight: 2 },
  { arbitrary: fc.record({ do: is('requests'), times: fc.integer({ min: 2, max: 9 }) }), weight: 1 },
);
const others = fc.oneof<fc.MaybeWeightedArbitrary<Act>[]>(
  fc.record({ do: is('pause'), ms: fc.nat({ max: 60_000 }) }),
  fc.record({ do: is('move market'), usd: fc.integer({ min: 1, max: 5 }) }),
);
const trouble = (who: fc.Arbitrary<ProcessName>, kinds: readonly Trouble[]) =>
  fc.record({
    do: is('trouble'),
    process: who,
    kind: fc.constantFrom(...kinds),
    times: fc.integer({ min: 1, max: 4 }),
  });
const executor = fc.constantFrom('executor-1' as const, 'executor-2' as const);
const faults = fc.oneof<fc.MaybeWeightedArbitrary<Act>[]>(
  {
    arbitrary: fc.record({
      do: is('kill'),
      process: fc.oneof(process, executor),
      turns: fc.nat({ max: 60 }),
      restMs: fc.nat({ max: 60_000 }),
    }),
    weight: 3,
  },
  fc.record({ do: is('stall'), process, turns: fc.nat({ max: 60 }), ms: fc.nat({ max: 90_000 }) }),
  fc.record({ do: is('clock jumps'), process, ms: fc.integer({ min: -300_000, max: 300_000 }) }),
  { arbitrary: trouble(process, TROUBLES), weight: 3 },
  { arbitrary: trouble(process, STORING_TROUBLES), weight: 2 },
  { arbitrary: trouble(executor, SENDING_TROUBLES), weight: 5 },
  fc.record({ do: is('orphan'), blocks: fc.integer({ min: 1, max: 3 }), lost: fc.boolean() }),
  fc.record({ do: is('foreign transaction'), n: fc.nat({ max: 1 }) }),
  fc.record({ do: fc.constantFrom('drop' as const, 'resurface' as const), n: fc.nat({ max: 9 }) }),
  fc.record({ do: is('replica ages'), replica: fc.nat({ max: 2 }), blocks: fc.nat({ max: 5 }) }),
  fc.record({ do: is('index lags'), blocks: fc.nat({ max: 8 }) }),
  fc.record({ do: is('account runs dry'), n: fc.nat({ max: 1 }) }),
);

const act = fc.oneof(
  { arbitrary: owners, weight: 10 },
  { arbitrary: others, weight: 2 },
  { arbitrary: faults, weight: 10 },
);

const goesBack = fc.record({
  do: is('database goes back'),
  commits: fc.integer({ min: 1, max: 60 }),
  as: fc.constantFrom('backup' as const, 'standby' as const),
  restMs: fc.nat({ max: 60_000 }),
});

/** Owners who arm timers and renew some of them. Other plans have no timers, so that their runs are short. */
const timers = fc.array(
  fc.record({
    at: fc.nat({ max: LAST_ACT }),
    act: fc.record({ do: is('cancel after'), n, seconds: fc.constantFrom(0, 5, 20, 60) }),
  }),
  { minLength: 2, maxLength: 6 },
);

const first = fc.constantFrom(...ENTRIES);
const usd = fc.integer({ min: 1, max: 5 });

/** An owner who places brackets, moves their stops, and cancels and executes orders of them while the market moves. */
const brackets = fc
  .tuple(
    fc.nat({ max: 60 }),
    oneIn(
      2,
      fc.record({
        after: fc.integer({ min: 25, max: 70 }),
        blocks: fc.integer({ min: 1, max: 3 }),
        lost: fc.boolean(),
      }),
    ),
    fc.array(fc.record({ do: is('bracket'), first, target: usd, stop: usd }), { minLength: 1, maxLength: 2 }),
    fc.array(
      fc.record({
        at: fc.nat({ max: LAST_ACT }),
        act: fc.oneof<fc.MaybeWeightedArbitrary<Act>[]>(
          {
            arbitrary: fc.record({
              do: is('move stop'),
              first,
              stop: usd,
              revision: fc.integer({ min: 1, max: 4 }),
            }),
            weight: 3,
          },
          { arbitrary: fc.record({ do: is('move market'), usd }), weight: 3 },
          {
            arbitrary: fc.record({ do: is('execute'), n: fc.constantFrom(30, 31, 32, 36, 37, 38) }),
            weight: 3,
          },
          {
            arbitrary: fc.record({ do: is('cancel'), n: fc.constantFrom(30, 31, 32, 36, 37, 38) }),
            weight: 1,
          },
          {
            arbitrary: fc.record({
              do: is('orphan'),
              blocks: fc.integer({ min: 1, max: 3 }),
              lost: fc.boolean(),
            }),
            weight: 2,
          },
        ),
      }),
      { minLength: 4, maxLength: 12 },
    ),
  )
  .map(([start, forked, placed, later]): Planned[] => [
    ...placed.map((act, n) => ({ at: start + 5 * n, act })),
    // The block of the entry may be among those that are orphaned.
    ...(forked === undefined
      ? []
      : [
          {
            at: start + forked.after,
            act: { do: 'orphan' as const, blocks: forked.blocks, lost: forked.lost },
          },
        ]),
    ...later,
  ]);

/** Owners who replace some of their orders. */
const replacing = fc.array(
  fc.record({ at: fc.nat({ max: LAST_ACT }), act: fc.record({ do: is('replace'), n, target: usd }) }),
  { minLength: 2, maxLength: 6 },
);

const planned = <A extends Act>(acts: fc.Arbitrary<A>) =>
  fc.record({ at: fc.nat({ max: LAST_ACT }), act: acts });

export const plans: fc.Arbitrary<Plan> = fc.noBias(
  fc.record({
    schedule: fc.nat(),
    isolation: fc.constantFrom('read-committed' as const, 'read-committed' as const, 'serial' as const),
    accounts: fc.constantFrom(1 as const, 2 as const),
    isTight: fc.constantFrom(true, false, false),
    acts: fc
      .tuple(
        fc.array(planned(act), { minLength: 16, maxLength: 40, size: 'max' }),
        oneIn(4, planned(goesBack)),
        oneIn(2, scenes),
        oneIn(4, timers),
        oneIn(3, brackets),
        oneIn(3, replacing),
        oneIn(3, following(faults, goesBack)),
      )
      .map(([acts, restored, scene = [], armed = [], tied = [], replaced = [], followed = []]) => [
        ...acts,
        ...(restored === undefined ? [] : [restored]),
        ...scene,
        ...armed,
        ...tied,
        ...replaced,
        ...followed,
      ]),
  }),
);

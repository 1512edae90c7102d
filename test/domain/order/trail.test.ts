import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { settledAt, trailPlaceOf } from '../../../src/domain/order/conditions/conditions.js';
import {
  groupNamed,
  groupName,
  heldLevel,
  levelOfMark,
  markRuns,
  markSince,
  reachedTrails,
  timeOfPoint,
  type Mark,
} from '../../../src/domain/order/conditions/marks.js';
import { parseTargetPrice, type PriceRatio } from '../../../src/domain/order/conditions/price-ratio.js';
import { isReached } from '../../../src/domain/order/conditions/price.js';
import { stopOf, trailingAt, type Trail } from '../../../src/domain/order/conditions/trail.js';
import { parseOrderDraft } from '../../../src/domain/order/terms/draft.js';
import { unwrap } from '../../../src/domain/shared/result.js';
import { anOpenOrder, T0 } from '../../support/builders.js';
import { aTrailCondition } from '../../support/conditions.js';
import { A_REGISTRY, signedInput, WELSH } from '../../support/core-harness.js';
import { naiveTrail } from '../../support/naive-trail.js';
import { runs } from '../../support/properties.js';
import { sha256 } from '../../support/sha256.js';

const ONE = 10n ** 18n;
const price = (text: string) => unwrap(parseTargetPrice(text));
const exactly = (scaled: bigint): PriceRatio => ({ floor: scaled, ceiling: scaled });

describe('parseOrderDraft: trail', () => {
  const rules = {
    network: 'devnet',
    sha256,
    now: T0,
    maxSlippage: 0.05,
    wstx: A_REGISTRY.wstx,
  } as const;
  const TRAILING = {
    conditionToken: WELSH,
    direction: 'lt',
    trail: { bps: 500 },
    termsSignature: 'b2'.repeat(65),
  };
  const parse = (fields: object) => parseOrderDraft({ ...signedInput(), ...TRAILING, ...fields }, rules);
  const problemsOf = (fields: object) => {
    const draft = parse(fields);
    return draft.ok ? [] : draft.error.problems.map(({ field, message }) => `${field}: ${message}`);
  };

  it.each<[object, object]>([
    [{}, { baseAsset: 'USD', direction: 'lt', trail: { bps: 500 } }],
    [
      { direction: 'gt', trail: { bps: 9_999 } },
      { direction: 'gt', trail: { bps: 9_999 } },
    ],
    [{ trail: { price: '0.05' } }, { trail: { price: price('0.05') } }],
    [{ activationPrice: '2' }, { activationPrice: price('2') }],
  ])('takes %j as %j', (fields, expected) => {
    const trigger = unwrap(parse(fields)).trigger;
    expect(trigger).toEqual({ kind: 'trail', conditionToken: WELSH, ...aTrailDefault(), ...expected });
  });

  const aTrailDefault = () => ({ baseAsset: 'USD', direction: 'lt', trail: { bps: 500 } });

  it.each<[object, readonly unknown[]]>([
    [{ termsSignature: undefined }, [expect.stringContaining('termsSignature: is required with trail')]],
    [{ targetPrice: '2' }, [expect.stringContaining('targetPrice: is set by trail')]],
    [{ conditionToken: undefined }, ['conditionToken: is required']],
    [{ direction: undefined }, ['direction: is required']],
    [{ conditionToken: '*' }, ['conditionToken: must be a token with trail']],
    [{ trail: { bps: 0 } }, ['trail: bps must be a whole number from 1 to 9999']],
    [{ trail: { bps: 10_000 } }, ['trail: bps must be a whole number from 1 to 9999']],
    [{ trail: { bps: 1.5 } }, ['trail: bps must be a whole number from 1 to 9999']],
    [{ trail: { price: '0' } }, ['trail: price must be above 0']],
    [{ trail: { price: 1 } }, [expect.stringContaining('trail: price must be a decimal string')]],
    [{ trail: { bps: 5, price: '1' } }, [expect.stringContaining('trail: must hold one of bps or price')]],
    [{ trail: {} }, [expect.stringContaining('trail: must hold one of bps or price')]],
    [{ trail: 500 }, [expect.stringContaining('trail: must hold one of bps or price')]],
    [{ trail: { percent: 5 } }, [expect.stringContaining('trail: must hold one of bps or price')]],
    [{ activationPrice: '0' }, ['activationPrice: must be above 0']],
    [{ minLiquidityUsd: 5 }, ['minLiquidityUsd: is the server’s with trail']],
    [{ confirm: { minutes: 30 } }, ['confirm: must be in blocks or runs with trail']],
  ])('refuses %j with %j', (fields, problems) => {
    expect(problemsOf(fields)).toEqual(problems);
  });

  it('refuses an activation price without a trail', () => {
    const fields = { trail: undefined, targetPrice: '1', activationPrice: '2' };
    expect(problemsOf(fields)).toEqual(['activationPrice: needs trail']);
  });

  it.each(['trailingDelta', 'trailing_stop', 'callbackRate', 'trailing-percent'])(
    'refuses %s, which other exchanges call it',
    (name) => {
      expect(problemsOf({ [name]: 5 })).toEqual([`${name}: unknown; did you mean trail?`]);
    },
  );

  it.each(['trade', 'email', 'train'])('keeps the field %s of its owner, which no one mistypes', (name) => {
    expect(unwrap(parse({ [name]: 'mine' })).extra).toEqual({ [name]: 'mine' });
  });
});

describe('markRuns', () => {
  it.each([
    [{ blocks: 0 }, 1],
    [{ blocks: 1 }, 2],
    [{ blocks: 2 }, 2],
    [{ blocks: 12 }, 2],
    [{ blocks: 13 }, 3],
    [{ blocks: 100 }, 10],
    [{ runs: 1 }, 5],
    [{ runs: 12 }, 60],
  ])('is for %j five times as long, in whole runs: %d', (confirm, expected) => {
    expect(markRuns(confirm)).toBe(expected);
  });
});

describe('a group', () => {
  it.each([undefined, { blocks: 2 }, { runs: 3 }])(
    'is read from its own name, confirmed by %j',
    (confirm) => {
      const trigger = aTrailCondition('gt', { price: price('1') });
      const { group } = trailPlaceOf(anOpenOrder({ trigger, ...(confirm && { confirm }) }))!;
      expect(groupNamed(groupName(group))).toEqual(group);
    },
  );
});

describe('trailingAt', () => {
  const at = Math.floor(T0.getTime() / 300_000);
  it('shows the mark, its run and the stop', () => {
    const mark = { level: 2n * ONE, at };
    const shown = { mark: '2', markedAt: timeOfPoint(at) };
    expect(trailingAt(aTrailCondition(), mark)).toEqual({ ...shown, stop: '1.9' });
    const activationPrice = price('2.5');
    expect(trailingAt(aTrailCondition('lt', { bps: 1 }, { activationPrice }), mark)).toEqual(shown);
  });

  it('shows the lowest price of a buyer, and the stop above it', () => {
    const mark = { level: levelOfMark('gt', 2n * ONE), at };
    expect(trailingAt(aTrailCondition('gt', { price: price('0.25') }), mark)).toMatchObject({
      mark: '2',
      stop: '2.25',
    });
  });

  it('has a stop of 0, which no price falls to, if the trail is as wide as the price', () => {
    const wide = aTrailCondition('lt', { price: price('2') });
    expect(trailingAt(wide, { level: 2n * ONE, at })).toMatchObject({ stop: '0' });
  });
});

/** A walk of prices, with runs that have none, and orders placed along it. */
const SCALED = fc.bigInt({ min: 1n, max: 10n ** 24n });
const STEPS = fc.array(fc.option(fc.integer({ min: -4_000, max: 4_000 }), { nil: undefined, freq: 8 }), {
  minLength: 1,
  maxLength: 40,
});
const PATH = fc.tuple(SCALED, STEPS).map(([first, steps]) => {
  let scaled = first;
  return steps.map((bps) => {
    if (bps === undefined) return undefined;
    const next = (scaled * BigInt(10_000 + bps)) / 10_000n;
    scaled = next > 0n ? next : 1n;
    return scaled;
  });
});
const TRAIL: fc.Arbitrary<Trail> = fc.oneof(
  fc.integer({ min: 1, max: 9_999 }).map((bps) => ({ bps })),
  SCALED.map((scaled) => ({ price: { text: '', scaled } })),
);
const ORDER = fc.record({
  direction: fc.constantFrom('gt' as const, 'lt' as const),
  trail: TRAIL,
  since: fc.nat(39),
  activation: fc.option(SCALED, { nil: undefined }),
});
describe('trailing orders', () => {
  it('have the marks and reach the stops of a naive model, on 10,000 paths, with marks pruned and doubled', () => {
    fc.assert(
      fc.property(
        PATH,
        fc.array(ORDER, { minLength: 1, maxLength: 5 }),
        fc.integer({ min: 1, max: 3 }),
        (path, orders, held) => {
          for (const order of orders) {
            const { direction, trail, since, activation } = order;
            const condition = aTrailCondition(direction, trail, {
              ...(activation !== undefined && { activationPrice: { text: '', scaled: activation } }),
            });
            const place = trailPlaceOf(
              anOpenOrder({ trigger: condition }, { createdAt: timeOfPoint(since) }),
            )!;
            const all: Mark[] = [];
            let pruned: Mark[] = [];
            for (let run = held - 1; run < path.length; run++) {
              const window = path
                .slice(run - held + 1, run + 1)
                .map((each) => (each === undefined ? undefined : exactly(each)));
              const level = heldLevel(direction, window);
              if (level === undefined) continue;
              all.push({ level, at: run });
              pruned = [...pruned.filter((mark) => mark.level > level), { level, at: run }];
            }
            const expected = naiveTrail(path, held, order);
            const now = path.at(-1);
            const found = [all, pruned, [...pruned, ...all].reverse()].map((marks) => {
              const mark = markSince(marks, since);
              const stop = stopOf(condition, mark);
              const spans = now === undefined ? [] : reachedTrails(place.group, marks, exactly(now));
              return {
                mark: mark && levelOfMark(direction, mark.level),
                isReached: stop !== undefined && now !== undefined && isReached(stop, exactly(now)),
                isClaimed: spans.some(
                  ({ after, until, trail: largest, mark: level }) =>
                    since > after && since <= until && place.trail <= largest && place.activation <= level,
                ),
              };
            });
            const each = { ...expected, isClaimed: expected.isReached };
            expect(found).toEqual([each, each, each]);
          }
        },
      ),
      { numRuns: runs(10_000) },
    );
  });

  it('are never at their stop by a price between two decimals that only rounding brings there', () => {
    const condition = aTrailCondition('lt', { bps: 500 });
    const settled = settledAt(condition, { level: ONE, at: 0 });
    const stop = (ONE * 95n) / 100n;
    expect(settled.kind === 'price' && isReached(settled, { floor: stop, ceiling: stop })).toBe(true);
    expect(settled.kind === 'price' && isReached(settled, { floor: stop, ceiling: stop + 1n })).toBe(false);
  });
});

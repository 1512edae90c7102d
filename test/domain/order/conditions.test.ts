import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import {
  CONDITION_KINDS,
  conditionFields,
  kindOf,
  levelOf,
  parseCondition,
  reachOf,
  restoreCondition,
  unmetBy,
  type Condition,
} from '../../../src/domain/order/conditions/conditions.js';
import {
  decimalText,
  MAX_TARGET_SCALED,
  parseTargetPrice,
  ratioOf,
  type TriggerPrice,
} from '../../../src/domain/order/conditions/price-ratio.js';
import { reachedLevels } from '../../../src/domain/order/conditions/price.js';
import type { ConditionFields, StoredCondition } from '../../../src/domain/order/conditions/rules.js';
import { parseContractId } from '../../../src/domain/shared/contract-id.js';
import { Fields } from '../../../src/domain/shared/fields.js';
import type { JsonObject } from '../../../src/domain/shared/json.js';
import { ok } from '../../../src/domain/shared/result.js';
import { A_SUBNET_TOKEN, A_TOKEN } from '../../support/builders.js';
import { sha256 } from '../../support/sha256.js';
import { aPriceCondition, aTrailCondition, aWindowCondition } from '../../support/conditions.js';
import { runs } from '../../support/properties.js';

const CONDITION = A_TOKEN;
const BASE = A_SUBNET_TOKEN;
const price = (usd: number, flags: Partial<TriggerPrice> = {}): TriggerPrice => ({
  usd,
  stale: false,
  thin: false,
  liquidityUsd: 0,
  ...flags,
});
const pricesOf = (token?: TriggerPrice, base?: TriggerPrice) => (asked: string) =>
  asked === CONDITION ? token : asked === BASE ? base : undefined;
const unmet = (condition: Condition, token?: TriggerPrice, base?: TriggerPrice) =>
  unmetBy(condition, pricesOf(token, base));
const isMet = (...facts: Parameters<typeof unmet>) => unmet(...facts) === undefined;

describe('parseTargetPrice', () => {
  it.each([
    ['0', 0n],
    ['1', 10n ** 18n],
    ['1.50', 15n * 10n ** 17n],
    ['0.000000000000000001', 1n],
    [`${'9'.repeat(39)}.${'9'.repeat(18)}`, MAX_TARGET_SCALED],
  ])('reads %s exactly and keeps its text', (text, scaled) => {
    expect(parseTargetPrice(text)).toEqual({ ok: true, value: { text, scaled } });
  });

  it.each(['', '-1', '+1', '01', '1.', '.5', '1e3', '1.0000000000000000000', '1,5', ' 1', '1\n', 'NaN'])(
    'refuses %j, which is not a plain decimal of up to 18 decimals',
    (text) => {
      expect(parseTargetPrice(text).ok).toBe(false);
    },
  );

  it.each([1, 1n, null, undefined, ['1']])('refuses %p, which is not a string', (raw) => {
    expect(parseTargetPrice(raw)).toMatchObject({ ok: false, error: { kind: 'invalid-price' } });
  });

  it('refuses 40 digits before the point', () => {
    expect(parseTargetPrice('1'.repeat(40)).ok).toBe(false);
  });
});

describe('decimalText', () => {
  it.each([
    [0n, '0'],
    [1n, '0.000000000000000001'],
    [10n ** 18n, '1'],
    [1_001n * 10n ** 15n, '1.001'],
    [10n ** 19n, '10'],
  ])('writes %d times 10^-18 as %s', (scaled, text) => {
    expect(decimalText(scaled)).toBe(text);
  });
});

describe('reachedLevels', () => {
  const pair = { conditionToken: CONDITION, baseAsset: BASE };
  const levels = (floor: bigint, ceiling: bigint) =>
    reachedLevels(pair, { floor, ceiling }).map(({ direction, level }) => [direction, level]);

  it('stay within the levels of targets, however high the ratio', () => {
    const most = MAX_TARGET_SCALED;
    expect(levels(most - 1n, most)).toEqual([
      ['gt', most - 1n],
      ['lt', 0n],
    ]);
    expect(levels(most, most + 1n)).toEqual([['gt', most]]);
    expect(levels(most + 1n, most + 2n)).toEqual([['gt', most]]);
  });
});

describe('a price condition', () => {
  it.each([
    ['gt', '2', 2, true],
    ['lt', '2', 2, true],
    ['gt', '2', 1.9999999999999998, false],
    ['gt', '2', 2.0000000000000004, true],
    ['lt', '2', 2.0000000000000004, false],
    ['lt', '2', 1.9999999999999998, true],
    // The double next to 0.1 is a little more than a tenth.
    ['gt', '0.1', 0.1, true],
    ['lt', '0.1', 0.1, false],
    ['gt', '0', Number.MIN_VALUE, true],
    ['lt', '0', Number.MIN_VALUE, false],
    ['lt', '0.000000000000000001', Number.MIN_VALUE, true],
    ['gt', '9'.repeat(39), Number.MAX_VALUE, true],
  ] as const)(
    'a price condition with direction %s and target %s, at a price of %d dollars, is met: %p',
    (direction, target, usd, expected) => {
      expect(isMet(aPriceCondition(direction, target), price(usd))).toBe(expected);
    },
  );

  it('compares the ratio of both prices when it has a base asset', () => {
    const condition = aPriceCondition('gt', '0.5', { baseAsset: BASE });
    expect(isMet(condition, price(3), price(6))).toBe(true);
    expect(isMet(condition, price(3), price(6.000001))).toBe(false);
    expect(ratioOf(CONDITION, BASE, pricesOf(price(3), price(6.000001)))).toEqual(
      ok({ floor: 499_999_916_666_680_543n, ceiling: 499_999_916_666_680_544n }),
    );
    expect(isMet(aPriceCondition('gt', '1', { baseAsset: CONDITION }), price(0.3))).toBe(true);
    // 2^-1073, which is subnormal, over 2^-1022: 2^-51.
    expect(ratioOf(CONDITION, BASE, pricesOf(price(2 ** -1073), price(2 ** -1022)))).toEqual(
      ok({ floor: 444n, ceiling: 445n }),
    );
  });

  it('is met exactly when the comparison of exact fractions holds, and waits at a price level that is reached then', () => {
    const doubles = fc.double({ min: Number.MIN_VALUE, noNaN: true, noDefaultInfinity: true });
    const near = fc.tuple(fc.integer({ min: 1, max: 50 }), fc.integer({ min: 1, max: 50 }));
    const prices = fc.oneof(fc.tuple(doubles, doubles), near);
    const targets = fc.oneof(
      fc.bigInt(0n, 10n ** 40n),
      fc.integer({ min: 0, max: 50 }).map((n) => BigInt(n) * 10n ** 18n),
      fc.integer({ min: 0, max: 200 }).map((n) => BigInt(n) * 10n ** 17n),
    );
    fc.assert(
      fc.property(prices, targets, ([token, base], scaled) => {
        const [a, b] = [fractionOf(token), fractionOf(base)];
        const left = a.numerator * b.denominator * 10n ** 18n;
        const right = scaled * a.denominator * b.numerator;
        const targetPrice = { text: '', scaled };
        const known = pricesOf(price(token), price(base));
        const outcomes = (direction: 'gt' | 'lt') => {
          const condition = aPriceCondition(direction, '0', { baseAsset: BASE, targetPrice });
          const place = levelOf(condition);
          const reached = reachOf(place, known).levels.find((each) => each.direction === direction);
          return [
            unmetBy(condition, known) === undefined,
            reached !== undefined && place.level <= reached.level,
          ];
        };
        const [gt, lt] = [left >= right, left <= right];
        expect({ gt: outcomes('gt'), lt: outcomes('lt') }).toEqual({ gt: [gt, gt], lt: [lt, lt] });
      }),
      { numRuns: runs(1000) },
    );
  });
});

/** Doubling is exact, so repeated doubling turns every double into a whole number. */
function fractionOf(value: number): { numerator: bigint; denominator: bigint } {
  let [numerator, denominator] = [value, 1n];
  while (!Number.isInteger(numerator)) {
    numerator *= 2;
    denominator *= 2n;
  }
  return { numerator: BigInt(numerator), denominator };
}

describe('an unusable price', () => {
  const condition = aPriceCondition('gt', '0', { baseAsset: BASE });
  it.each<[string, TriggerPrice | undefined]>([
    ['price-missing', undefined],
    ['price-missing', price(0)],
    ['price-missing', price(-1)],
    ['price-missing', price(NaN)],
    ['price-missing', price(Infinity)],
    ['price-stale', price(1, { stale: true })],
    ['price-thin', price(1, { thin: true })],
  ])('holds a price condition with reason %s when either price is %j', (reason, unusable) => {
    expect(unmet(condition, unusable, price(1))).toEqual({ state: 'held', reason, token: CONDITION });
    expect(unmet(condition, price(1), unusable)).toEqual({ state: 'held', reason, token: BASE });
    expect(isMet({ ...condition, direction: 'lt' }, unusable, price(1))).toBe(false);
    expect(reachOf(levelOf(condition), pricesOf(unusable, price(1))).unusable).toEqual({
      reason,
      token: CONDITION,
    });
  });

  it('reaches the levels that it would reach if it were usable, and every level if there is none', () => {
    const pair = levelOf(condition);
    const usable = reachOf(pair, pricesOf(price(3), price(2))).levels;
    expect(usable).toEqual(
      (['gt', 'lt'] as const).map((direction) => {
        const text = '1.5';
        return levelOf(aPriceCondition(direction, text, { baseAsset: BASE }));
      }),
    );
    for (const flags of [{ stale: true }, { thin: true }, { stale: true, thin: true }])
      expect(reachOf(pair, pricesOf(price(3, flags), price(2))).levels).toEqual(usable);
    expect(reachOf(pair, pricesOf(undefined, price(2))).levels).toMatchObject([
      { direction: 'gt', level: MAX_TARGET_SCALED },
      { direction: 'lt', level: MAX_TARGET_SCALED },
    ]);
  });

  it('leaves a window condition met', () => {
    expect(unmet(aWindowCondition({ baseAsset: BASE }))).toBeUndefined();
    const level = { conditionToken: '*', baseAsset: 'USD', direction: 'gt', level: 0n };
    expect(levelOf(aWindowCondition({ baseAsset: BASE }))).toEqual(level);
    expect(reachOf(levelOf(aWindowCondition()), pricesOf())).toEqual({ levels: [level] });
  });
});

describe('the kinds of conditions', () => {
  /** A condition of each kind: a new kind does not compile without one. */
  const CONDITIONS = {
    price: aPriceCondition('gt', '2', { baseAsset: BASE }),
    trail: aTrailCondition('lt', { bps: 500 }, { baseAsset: BASE }),
    window: aWindowCondition(),
  } satisfies { readonly [K in Condition['kind']]: Extract<Condition, { kind: K }> };
  const parseContract = (raw: unknown) => parseContractId(raw, 'devnet', sha256);
  const parsed = (input: object, contract: typeof parseContract = parseContract) => {
    const problems: string[] = [];
    const fields = new Fields(input, (field, reason) => problems.push(`${field} ${reason}`));
    return { condition: parseCondition(fields, contract), problems };
  };
  const stored = (fields: ConditionFields): StoredCondition => ({
    has: (name) => fields[name] !== undefined,
    text: <T extends string>(name: keyof ConditionFields) => fields[name] as T,
    oneOf: <T extends string>(name: keyof ConditionFields, known: readonly T[]) =>
      known.find((text) => text === fields[name])!,
    object: (name) => fields[name] as JsonObject,
  });

  it.each(CONDITION_KINDS)(
    'tell the fields of a %s condition from all others, in requests and in storage',
    (kind) => {
      const fields = conditionFields(CONDITIONS[kind]);
      expect(CONDITIONS[kind].kind).toBe(kind);
      expect(parsed(fields)).toEqual({ condition: CONDITIONS[kind], problems: [] });
      expect(restoreCondition(stored(fields))).toEqual(CONDITIONS[kind]);
      const reach = reachOf(levelOf(CONDITIONS[kind]), pricesOf(price(4), price(1)));
      expect(reach.levels).not.toEqual([]);
      expect(reach).not.toHaveProperty('unusable');
    },
  );

  it.each(CONDITION_KINDS)('make no %s condition of fields of which one is bad', (kind) => {
    const fields = conditionFields(CONDITIONS[kind]);
    const third = kind === 'trail' ? 'trail' : 'targetPrice';
    for (const name of ['conditionToken', third, 'direction'] as const) {
      const { condition, problems } = parsed({ ...fields, [name]: 5 });
      expect({ name, condition }).toEqual({ name, condition: undefined });
      expect(problems).toEqual([expect.stringMatching(`^${name} `)]);
    }
  });

  it('make no condition of a token that is no contract', () => {
    const { condition } = parsed({ ...conditionFields(CONDITIONS.price), conditionToken: 'no.contract!' });
    expect(condition).toBeUndefined();
  });

  it.each(['gt', 'lt'] as const)('restore the direction %s', (direction) => {
    const condition = aPriceCondition(direction, '2', { baseAsset: BASE });
    expect(restoreCondition(stored(conditionFields(condition)))).toEqual(condition);
  });

  it('refuse a token of no kind even if it were taken for a contract', () => {
    const any = (raw: unknown) => ok(raw as typeof A_TOKEN);
    const input = { ...conditionFields(CONDITIONS.price), conditionToken: 'time' };
    expect(parsed(input, any)).toEqual({
      condition: undefined,
      problems: ['conditionToken is of no kind of condition'],
    });
  });

  it('differ by the token alone: it is of one kind at most, and of none unless it is * or has a dot', () => {
    const tokens = fc.oneof(fc.string(), fc.constantFrom('*', '.stx', A_TOKEN, '**', 'time', '', '@5'));
    fc.assert(
      fc.property(tokens, (token) => {
        expect(kindOf(token)).toBe(token === '*' ? 'window' : token.includes('.') ? 'price' : undefined);
      }),
    );
  });

  it('refuse a condition of no kind with a problem that names the field, and never take it for a price', () => {
    const unknown = fc.oneof(
      fc.string(),
      fc.integer(),
      fc.boolean(),
      fc.constantFrom({}, [], ['*'], '**', 'time'),
    );
    fc.assert(
      fc.property(
        unknown.filter((token) => kindOf(token) === undefined),
        (conditionToken) => {
          const { condition, problems } = parsed({ ...conditionFields(CONDITIONS.price), conditionToken });
          expect(condition).toBeUndefined();
          expect(problems).toEqual([expect.stringMatching(/^conditionToken must be /)]);
        },
      ),
    );
  });

  it('leave no order without a condition that it asked for: without one, something is reported', () => {
    const value = fc.constantFrom('*', A_TOKEN, 'time', '2', 'gt', 'USD', 5);
    const asked = fc.record(
      { conditionToken: value, targetPrice: value, direction: value, baseAsset: value },
      { requiredKeys: [] },
    );
    fc.assert(
      fc.property(asked, (input) => {
        const { condition, problems } = parsed(input);
        const isAsked = Object.keys(input).length > 0;
        expect(condition !== undefined || problems.length > 0).toBe(isAsked);
      }),
    );
  });

  it('do not include a stored token that this program never writes: it is not restored, and reaches no level', () => {
    const fields = { ...conditionFields(CONDITIONS.price), conditionToken: 'time' };
    expect(() => restoreCondition(stored(fields))).toThrow('conditionToken time is of no kind of condition');
    expect(reachOf(fields, pricesOf(price(1), price(1)))).toEqual({ levels: [] });
  });
});

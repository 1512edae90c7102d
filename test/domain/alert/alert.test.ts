import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { readAlertTerms, type AlertCondition } from '../../../src/domain/alert/condition.js';
import { balanceReach, moveReach, priceReach } from '../../../src/domain/alert/reach.js';
import { alertPlace, watchName, watchNamed } from '../../../src/domain/alert/watch.js';
import { ratioOf } from '../../../src/domain/order/conditions/price-ratio.js';
import type { ContractId } from '../../../src/domain/shared/contract-id.js';
import { err, ok, unwrap } from '../../../src/domain/shared/result.js';
import { toUnits, U128_MAX } from '../../../src/domain/shared/units.js';
import { AN_OWNER } from '../../support/builders.js';
import { tokenNo } from '../../support/price-runs.js';
import { runs } from '../../support/properties.js';

const [TOKEN, OTHER] = [tokenNo(1), tokenNo(2)];

function read(message: object) {
  const problems: string[] = [];
  const token = (raw: unknown) =>
    raw === TOKEN || raw === OTHER ? ok(raw as ContractId) : err({ reason: 'is unknown' });
  const terms = readAlertTerms({ token: TOKEN, ...message }, token, (field, reason) =>
    problems.push(`${field} ${reason}`),
  );
  return terms ?? problems;
}

const ratio = (usd: number) =>
  unwrap(ratioOf(TOKEN, 'USD', () => ({ usd, stale: false, thin: false, liquidityUsd: 0 })));

describe('readAlertTerms', () => {
  it.each([
    [{ kind: 'price', direction: 'above', price: '1.5' }, { baseAsset: 'USD' }],
    [{ kind: 'price', direction: 'below', price: '0.01', baseAsset: OTHER }, {}],
    [{ kind: 'move', bps: 500, seconds: 3_600 }, {}],
    [{ kind: 'stale' }, {}],
    [{ kind: 'thin' }, {}],
    [{ kind: 'balance', direction: 'below', amount: '1000000' }, {}],
  ])('reads %j', (message, more) => {
    expect(read(message)).toEqual({ condition: { token: TOKEN, ...message, ...more } });
  });

  it('keeps a note of up to 140 characters', () => {
    expect(read({ kind: 'stale', note: 'x'.repeat(140) })).toMatchObject({ note: 'x'.repeat(140) });
    expect(read({ kind: 'stale', note: 'x'.repeat(141) })).toEqual([
      'note must be a string of up to 140 characters',
    ]);
  });

  it.each([
    [{}, 'kind is required'],
    [{ kind: 'volume' }, 'kind must be price or move or stale or thin or balance'],
    [{ kind: 'stale', token: 'welsh' }, 'token is unknown'],
    [{ kind: 'stale', price: '1' }, 'price is no field of the kind stale'],
    [{ kind: 'price', direction: 'up', price: '1' }, 'direction must be above or below'],
    [{ kind: 'price', direction: 'above', price: '0' }, 'price must be above 0'],
    [{ kind: 'price', direction: 'above' }, 'price is required'],
    [
      { kind: 'price', direction: 'above', price: '1', baseAsset: TOKEN },
      'baseAsset must be another token than token',
    ],
    [{ kind: 'move', bps: 0, seconds: 300 }, 'bps must be a whole number from 1 to 1000000'],
    [
      { kind: 'move', bps: 1, seconds: 301 },
      'seconds must be a multiple of 300, the seconds between two recorded prices',
    ],
    [{ kind: 'move', bps: 1, seconds: 86_700 }, 'seconds must be a whole number from 300 to 86400'],
    [{ kind: 'balance', direction: 'above', amount: 5 }, 'amount must be a string of decimal digits'],
  ])('names the field that is wrong in %j', (message, problem) => {
    expect(read(message)).toEqual([problem]);
  });
});

const conditions: fc.Arbitrary<AlertCondition> = fc.oneof(
  fc.record({
    kind: fc.constant('price' as const),
    token: fc.constant(TOKEN),
    direction: fc.constantFrom('above' as const, 'below' as const),
    price: fc.integer({ min: 1, max: 1_000 }).map(String),
    baseAsset: fc.constantFrom('USD' as const, OTHER),
  }),
  fc.record({
    kind: fc.constant('move' as const),
    token: fc.constant(TOKEN),
    bps: fc.integer({ min: 1, max: 9_999 }),
    seconds: fc.constantFrom(300, 86_400),
  }),
  fc.record({ kind: fc.constantFrom('stale' as const, 'thin' as const), token: fc.constant(TOKEN) }),
  fc.record({
    kind: fc.constant('balance' as const),
    token: fc.constant('.stx' as ContractId),
    direction: fc.constantFrom('above' as const, 'below' as const),
    amount: fc.bigInt({ min: 0n, max: U128_MAX }).map(String),
  }),
);

describe('a watch', () => {
  it('is the one that its name names', () => {
    fc.assert(
      fc.property(conditions, (condition) => {
        const { watch, level } = alertPlace(condition, AN_OWNER);
        expect(watchNamed(watchName(watch))).toStrictEqual(watch);
        expect(level >= 0n && level < 10n ** 57n).toBe(true);
      }),
      { numRuns: runs(500) },
    );
  });

  it('is of no other text', () => {
    expect(() => watchNamed('volume x')).toThrow('names no watch');
  });
});

describe('priceReach', () => {
  it('reaches a level in either direction exactly if every run is at or beyond the price', () => {
    const prices = fc.array(fc.integer({ min: 1, max: 9 }), { minLength: 1, maxLength: 4 });
    const directions = fc.constantFrom('above' as const, 'below' as const);
    fc.assert(
      fc.property(prices, fc.integer({ min: 1, max: 9 }), directions, (run, bound, direction) => {
        const condition = {
          kind: 'price',
          token: TOKEN,
          direction,
          price: `${bound}`,
          baseAsset: 'USD',
        } as const;
        const { level } = alertPlace(condition, AN_OWNER);
        const reach = priceReach(direction, run.map(ratio))!;
        const isBeyond = (price: number) => (direction === 'above' ? price >= bound : price <= bound);
        expect(reach.level >= level).toBe(run.every(isBeyond));
      }),
      { numRuns: runs(1_000) },
    );
  });

  it('is unknown if a run has no price', () => {
    expect(priceReach('above', [ratio(1), undefined])).toBeUndefined();
    expect(priceReach('above', [])).toBeUndefined();
  });

  it('tells the price that the runs have held', () => {
    expect(priceReach('above', [ratio(3), ratio(2)])).toMatchObject({ value: '2' });
    expect(priceReach('below', [ratio(3), ratio(2)])).toMatchObject({ value: '3' });
  });
});

describe('moveReach', () => {
  const move = (held: number, ...newestFirst: readonly (number | undefined)[]) =>
    moveReach(
      newestFirst.map((usd) => (usd === undefined ? undefined : ratio(usd))),
      held,
    );

  it.each([
    [[1.1, 1], { level: 1_000n, value: '1000' }],
    [[0.75, 1], { level: 2_500n, value: '-2500' }],
    [[1, 1], { level: 0n, value: '0' }],
    [[1.5, undefined, 1], { level: 5_000n, value: '5000' }],
    [[2, 4, 1], { level: 10_000n, value: '10000' }],
    [[undefined, 1], undefined],
    [[1, undefined], undefined],
  ])('is %j: %j', (newestFirst, reach) => {
    expect(move(1, ...newestFirst)).toEqual(reach);
  });

  it('does not count a price that one run alone shows, at either end', () => {
    expect(move(2, 10, 1, 1, 1)).toMatchObject({ level: 0n });
    expect(move(2, 1, 1, 10, 1, 1)).toMatchObject({ level: 0n });
    expect(move(2, 2, 2, 1, 1)).toMatchObject({ level: 10_000n });
  });

  it('agrees with comparing every pair of prices, for prices that count at once', () => {
    const prices = fc.array(fc.integer({ min: 1, max: 64 }), { minLength: 2, maxLength: 9 });
    fc.assert(
      fc.property(prices, (newestFirst) => {
        const [now, ...before] = newestFirst as [number, ...number[]];
        const moves = before.map((then) => Math.floor((10_000 * Math.abs(now - then)) / then));
        const found = move(1, ...newestFirst)!.level;
        expect(found).toBe(BigInt(Math.max(...moves)));
      }),
      { numRuns: runs(1_000) },
    );
  });
});

describe('balanceReach', () => {
  it('reaches both sides of a bound that is the balance', () => {
    for (const direction of ['above', 'below'] as const) {
      const condition = { kind: 'balance', token: TOKEN, direction, amount: '7' } as const;
      const { level } = alertPlace(condition, AN_OWNER);
      expect(balanceReach(direction, toUnits(7n)).level).toBe(level);
      const beyond = direction === 'above' ? 6n : 8n;
      expect(balanceReach(direction, toUnits(beyond)).level).toBeLessThan(level);
    }
  });
});

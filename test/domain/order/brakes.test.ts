import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import {
  checkBalances,
  checkHome,
  checkSpending,
  checkSwitch,
  checkWorth,
  windowsOf,
  type SendingLimits,
} from '../../../src/domain/order/evaluation/brakes.js';
import { err, ok } from '../../../src/domain/shared/result.js';
import { toUnits } from '../../../src/domain/shared/units.js';
import { A_SUBNET_TOKEN, T0 } from '../../support/builders.js';

const HOUR = 3_600_000;
const later = (ms: number) => new Date(T0.getTime() + ms);
const spent = (feesUstx: bigint, worthUsd = 0) => ({
  swaps: 1,
  feesUstx: toUnits(feesUstx),
  worthUsd,
  oldest: T0,
});
const now = later(60_000);

describe('checkSwitch', () => {
  it('lets swaps be sent while it was never set or is on, and stops them while it is off', () => {
    const position = { isPaused: true, at: T0, by: 'alice@host' };
    expect(checkSwitch(undefined)).toEqual(ok());
    expect(checkSwitch({ ...position, isPaused: false })).toEqual(ok());
    expect(checkSwitch(position)).toEqual(err({ kind: 'paused', position }));
  });
});

describe('checkHome', () => {
  it('stops swaps while the database may lack what its owners have ended', () => {
    const displaced = { kind: 'restored', newest: T0 } as const;
    expect(checkHome(undefined)).toEqual(ok());
    expect(checkHome(displaced)).toEqual(err(displaced));
  });
});

describe('checkBalances', () => {
  it.each([
    [[0n], {}, true],
    [[9n], { minOperatorUstx: 10n }, false],
    [[10n], { minOperatorUstx: 10n }, true],
    [[3n, 9n, 0n], { minOperatorUstx: 10n }, false],
    [[3n, 10n, 0n], { minOperatorUstx: 10n }, true],
  ])('balances of %s with the limits %j are enough: %s', (balances, limits, isEnough) => {
    expect(checkBalances(balances.map(toUnits), limits).ok).toBe(isEnough);
  });

  it('names what the richest account holds', () => {
    const stopped = { kind: 'operator-balance-low', balanceUstx: 9n, leastUstx: 10n };
    expect(checkBalances([3n, 9n, 0n].map(toUnits), { minOperatorUstx: 10n })).toEqual(err(stopped));
  });
});

describe('checkSpending', () => {
  it.each<[string, bigint, bigint | undefined, boolean]>([
    ['nothing is spent and the swap costs the limit', 0n, 10n, true],
    ['the swap would exceed the limit by one', 1n, 10n, false],
    ['the swap reaches the limit', 4n, 6n, true],
    ['one is left and no swap is named', 9n, undefined, true],
    ['the limit is reached and no swap is named', 10n, undefined, false],
  ])('allows fees up to the limit when %s', (_, fees, next, isAllowed) => {
    const facts = { now, ...(next !== undefined && { next: { feeUstx: next } }) };
    const hourly = { limits: { maxFeesPerHourUstx: 10n }, ...facts };
    expect(checkSpending('hour', spent(fees), hourly)).toEqual(
      isAllowed ? ok() : err({ kind: 'fee-limit-reached', per: 'hour', until: later(HOUR) }),
    );
    const daily = { limits: { maxFeesPerDayUstx: 10n }, ...facts };
    expect(checkSpending('day', spent(fees), daily)).toEqual(
      isAllowed ? ok() : err({ kind: 'fee-limit-reached', per: 'day', until: later(24 * HOUR) }),
    );
  });

  it.each<[number, number | undefined, boolean]>([
    [0, 5, true],
    [0.5, 4.5, true],
    [0.51, 4.5, false],
    [4.99, undefined, true],
    [5, undefined, false],
  ])('allows a worth of %s and then %s within an hour: %s', (before, worthUsd, isAllowed) => {
    const next = worthUsd === undefined ? {} : { next: { feeUstx: 1n, worthUsd } };
    const facts = { limits: { maxHourlyUsd: 5 }, now, ...next };
    expect(checkSpending('hour', spent(0n, before), facts)).toEqual(
      isAllowed ? ok() : err({ kind: 'worth-limit-reached', until: later(HOUR) }),
    );
    expect(checkSpending('day', spent(0n, before), facts)).toEqual(ok());
  });

  it('never lets the sum of admitted fees exceed the limit, whatever the fees', () => {
    fc.assert(
      fc.property(
        fc.bigInt(1n, 10_000n),
        fc.array(fc.bigInt(1n, 3_000n), { maxLength: 50 }),
        (limit, fees) => {
          const limits: SendingLimits = { maxFeesPerHourUstx: limit };
          const total = fees.reduce(
            (sum, feeUstx) =>
              checkSpending('hour', spent(sum), { limits, now, next: { feeUstx } }).ok ? sum + feeUstx : sum,
            0n,
          );
          expect(total <= limit).toBe(true);
        },
      ),
    );
  });
});

describe('windowsOf', () => {
  it.each<[SendingLimits, readonly string[]]>([
    [{}, []],
    [{ minOperatorUstx: 1n, maxOrderUsd: 1 }, []],
    [{ maxFeesPerHourUstx: 1n }, ['hour']],
    [{ maxHourlyUsd: 1 }, ['hour']],
    [{ maxFeesPerDayUstx: 1n }, ['day']],
    [{ maxFeesPerDayUstx: 1n, maxHourlyUsd: 1, maxFeesPerHourUstx: 1n }, ['hour', 'day']],
  ])('names the windows that the limits %j need', (limits, windows) => {
    expect(windowsOf(limits)).toEqual(windows);
  });
});

describe('checkWorth', () => {
  it.each<[SendingLimits, number | undefined, 'worth-unknown' | 'worth-too-high' | undefined]>([
    [{}, undefined, undefined],
    [{ maxOrderUsd: 5 }, 5, undefined],
    [{ maxOrderUsd: 5 }, 5.01, 'worth-too-high'],
    [{ maxOrderUsd: 5 }, undefined, 'worth-unknown'],
    [{ maxHourlyUsd: 5 }, undefined, 'worth-unknown'],
    [{ maxOrderUsd: 9, maxHourlyUsd: 5 }, 6, 'worth-too-high'],
  ])('with the limits %j a worth of %s is %s', (limits, worthUsd, kind) => {
    const checked = checkWorth(A_SUBNET_TOKEN, worthUsd, limits);
    expect(checked.ok ? undefined : checked.error.kind).toBe(kind);
  });
});

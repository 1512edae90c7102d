import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import {
  meanFee,
  rankAccounts,
  swapsLeft,
  type PayingAccount,
} from '../../../src/domain/order/evaluation/operator-accounts.js';
import type { Address } from '../../../src/domain/shared/address.js';
import { toUnits } from '../../../src/domain/shared/units.js';
import { T0 } from '../../support/builders.js';

const ago = (ms: number) => new Date(T0.getTime() - ms);
const STUCK_SINCE = ago(600);

/** An account as `a 3`: its name and its nonces in flight; `!` when nodes refuse it, `@700` when it has waited that long. */
function account(text: string): PayingAccount {
  const [, address, inFlight, refused, waited] = /^(\w) (\d+)(!?)(?:@(\d+))?$/.exec(text)!;
  return {
    address: address as Address,
    inFlight: Number(inFlight),
    isRefused: refused === '!',
    since: waited === undefined ? undefined : ago(Number(waited)),
  };
}

const ranked = (...texts: string[]) =>
  rankAccounts(texts.map(account), STUCK_SINCE)
    .map(({ address }) => address)
    .join('');

describe('rankAccounts', () => {
  it.each([
    ['the one with fewer nonces in flight first', ['a 3', 'b 1', 'c 2'], 'bca'],
    ['equals in the order of the setting', ['a 1', 'b 0', 'c 1', 'd 0'], 'bdac'],
    ['a refused one last, however idle', ['a 0!', 'b 24'], 'ba'],
    ['one that waits for a block for too long last', ['a 1@600', 'b 9@599'], 'ba'],
    ['the less loaded of several in trouble first', ['a 5!', 'b 2@900', 'c 24'], 'cba'],
    ['a single one, whatever its trouble', ['a 25!@9999'], 'a'],
    ['none of none', [], ''],
  ])('puts %s', (_, accounts, order) => {
    expect(ranked(...accounts)).toBe(order);
  });

  it('keeps every account, and never puts a busier one without trouble before a less busy one', () => {
    const accounts = fc.array(
      fc.record({
        address: fc.constant('a' as Address),
        inFlight: fc.nat({ max: 30 }),
        isRefused: fc.boolean(),
        since: fc.option(fc.integer({ min: 0, max: 2_000 }).map(ago), { nil: undefined }),
      }),
    );
    fc.assert(
      fc.property(accounts, (given) => {
        const all = rankAccounts(given, STUCK_SINCE);
        expect(new Set(all)).toEqual(new Set(given));
        const sound = all.filter(({ isRefused, since }) => !isRefused && !(since && since <= STUCK_SINCE));
        expect(all.slice(0, sound.length)).toEqual(sound);
        expect(sound.map(({ inFlight }) => inFlight)).toEqual(
          sound.map(({ inFlight }) => inFlight).sort((a, b) => a - b),
        );
      }),
    );
  });
});

describe('meanFee', () => {
  it('rounds up, and is unknown without a swap', () => {
    expect(meanFee({ feesUstx: toUnits(10n), swaps: 3 })).toBe(4n);
    expect(meanFee({ feesUstx: toUnits(9n), swaps: 3 })).toBe(3n);
    expect(meanFee({ feesUstx: toUnits(0n), swaps: 0 })).toBeUndefined();
  });
});

describe('swapsLeft', () => {
  it.each([
    [1_000n, 300n, undefined, 3n],
    [299n, 300n, undefined, 0n],
    [1_000n, 300n, 400n, 3n],
    [1_000n, 300n, 1_000n, 1n],
    [999n, 300n, 1_000n, 0n],
    [0n, 300n, 0n, 0n],
    [300n, 300n, undefined, 1n],
    [299n, 300n, 100n, 0n],
  ])('swapsLeft of %s microSTX at %s, with no less than %s: %s', (balance, fee, least, left) => {
    expect(swapsLeft(balance, fee, least)).toBe(left);
  });
});

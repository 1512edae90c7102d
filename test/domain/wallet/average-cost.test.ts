import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import type { ContractId } from '../../../src/domain/shared/contract-id.js';
import { AverageCostLedger, type LedgerEntry } from '../../../src/domain/wallet/average-cost.js';
import { nanoUsd, usdOf, usdText, worthOf } from '../../../src/domain/wallet/nano-usd.js';
import { runs } from '../../support/properties.js';

const id = (name: string) => `ST000000000000000000002AMW42H.${name}` as ContractId;
const [STX, CHA] = [id('stx'), id('cha')];
const dollars = (usd: number) => nanoUsd(BigInt(Math.round(usd * 1e9)));
const swap = (sold: ContractId, soldUnits: bigint, bought: ContractId, units: bigint, usd?: number) => ({
  kind: 'swap' as const,
  sold: { token: sold, units: soldUnits },
  bought: { token: bought, units },
  ...(usd !== undefined && { worth: dollars(usd) }),
});
const ledgerOf = (entries: readonly LedgerEntry[]) => {
  const ledger = new AverageCostLedger();
  const results = entries.map((entry) => ledger.add(entry));
  return { results, of: (token: ContractId) => ledger.tokens.get(token) };
};

describe('a ledger at average cost', () => {
  it('sells at the average cost of all that was bought', () => {
    const { results, of } = ledgerOf([
      swap(STX, 100n, CHA, 10n, 10),
      swap(STX, 100n, CHA, 10n, 30),
      swap(CHA, 5n, STX, 90n, 20),
    ]);
    expect(results[2]).toEqual({ cost: dollars(10), withoutCost: 0n, realised: dollars(10) });
    expect(of(CHA)).toMatchObject({ quantity: 15n, cost: dollars(30), realised: dollars(10) });
  });

  it('counts what was sold without a known cost apart, and not as free', () => {
    const { results, of } = ledgerOf([swap(STX, 100n, CHA, 10n, 10)]);
    expect(results[0]).toEqual({ cost: 0n, withoutCost: 100n });
    expect(of(STX)).toMatchObject({ realised: 0n, soldWithoutCost: 100n, proceedsWithoutCost: dollars(10) });
  });

  it('tells apart the parts of a sale whose cost is known and unknown', () => {
    const { results, of } = ledgerOf([swap(STX, 1n, CHA, 10n, 10), swap(CHA, 40n, STX, 9n, 80)]);
    expect(results[1]).toEqual({ cost: dollars(10), withoutCost: 30n, realised: dollars(10) });
    expect(of(CHA)).toMatchObject({ quantity: 0n, cost: 0n, proceedsWithoutCost: dollars(60) });
  });

  it('names swaps without a recorded price, and counts them in no result', () => {
    const { results, of } = ledgerOf([
      swap(STX, 1n, CHA, 10n, 10),
      swap(STX, 1n, CHA, 4n),
      swap(CHA, 12n, STX, 3n),
    ]);
    expect(results[2]).toEqual({ cost: dollars(10), withoutCost: 2n });
    expect(of(CHA)).toEqual({
      quantity: 0n,
      cost: 0n,
      quantityWithoutCost: 2n,
      realised: 0n,
      soldWithoutCost: 0n,
      proceedsWithoutCost: 0n,
      unpriced: 16n,
    });
  });

  it('takes what is transferred away at its cost, without a result', () => {
    const { of } = ledgerOf([
      swap(STX, 1n, CHA, 10n, 10),
      { kind: 'transfer-in', token: CHA, units: 5n },
      { kind: 'transfer-out', token: CHA, units: 4n },
    ]);
    expect(of(CHA)).toMatchObject({ quantity: 6n, cost: dollars(6), quantityWithoutCost: 5n, realised: 0n });
  });

  it('moves no cost by deposits and withdrawals, and agrees with exact fractions over separate balances', () => {
    fc.assert(
      fc.property(fc.array(anEntry, { maxLength: 40 }), (entries) => {
        const { of } = ledgerOf(entries);
        const slack = 3 * entries.length;
        for (const token of TOKENS) {
          const exact = naive(token, entries);
          const found = of(token) ?? { quantity: 0n, cost: 0n, quantityWithoutCost: 0n, realised: 0n };
          expect(found).toMatchObject({
            quantity: exact.costed,
            quantityWithoutCost: exact.uncosted,
          });
          expect(Math.abs(Number(found.cost) - exact.cost.value())).toBeLessThanOrEqual(slack);
          expect(Math.abs(Number(found.realised) - exact.realised.value())).toBeLessThanOrEqual(slack);
        }
      }),
      { numRuns: runs(2_000) },
    );
  });

  it('loses no billionth of a dollar: once all is sold, results and unexplained proceeds are what sales brought less what was paid', () => {
    fc.assert(
      fc.property(fc.array(fc.record({ units: someUnits, nano: someWorth, buys: fc.boolean() })), (steps) => {
        let paid = 0n;
        let brought = 0n;
        const ledger = new AverageCostLedger();
        const trade = (buys: boolean, units: bigint, nano: bigint) => {
          if (buys) paid += nano;
          else brought += nano;
          const [sold, bought] = buys ? [STX, CHA] : [CHA, STX];
          ledger.add({
            kind: 'swap',
            sold: { token: sold, units },
            bought: { token: bought, units },
            worth: nanoUsd(nano),
          });
        };
        for (const { buys, units, nano } of steps) trade(buys, units, nano);
        const left = ledger.tokens.get(CHA)?.quantity ?? 0n;
        if (left > 0n) trade(false, left, 7n);
        const { realised = 0n, proceedsWithoutCost = 0n, cost = 0n } = ledger.tokens.get(CHA) ?? {};
        expect(cost).toBe(0n);
        expect(realised + proceedsWithoutCost).toBe(brought - paid);
      }),
      { numRuns: runs(1_000) },
    );
  });
});

describe('billionths of a dollar', () => {
  it.each([
    [1_500_000n, 6, 2, '3'],
    [1n, 6, 0.0005, '0.000000001'],
    [1n, 6, 0.0004, '0'],
    [0n, 8, 60_000, '0'],
    [10n ** 30n, 6, 1e-9, '1000000000000000.062281591'],
  ])('are the worth of %s units of 10^-%s at $%s: %s', (units, decimals, usd, text) => {
    expect(usdText(worthOf(units, decimals, usd))).toBe(text);
  });

  it.each([
    [-1_500_000_000n, '-1.5', -1.5],
    [-1n, '-0.000000001', -1e-9],
    [0n, '0', 0],
  ])('are written as dollars: %s as %s', (value, text, number) => {
    expect(usdText(nanoUsd(value))).toBe(text);
    expect(usdOf(nanoUsd(value))).toBe(number);
  });
});

const TOKENS = [STX, CHA, id('usd')];
const someToken = fc.constantFrom(...TOKENS);
const someUnits = fc.bigInt({ min: 1n, max: 10n ** 9n });
const someWorth = fc.bigInt({ min: 0n, max: 10n ** 15n });
const aQuantity = fc.record({ token: someToken, units: someUnits });
const anEntry: fc.Arbitrary<LedgerEntry> = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.tuple(aQuantity, aQuantity, fc.option(someWorth, { nil: undefined })).map(aSwap),
  },
  {
    weight: 1,
    arbitrary: fc
      .tuple(fc.constantFrom('deposit', 'withdrawal', 'transfer-in', 'transfer-out'), aQuantity)
      .map(([kind, quantity]) => ({ kind, ...quantity })),
  },
);

function aSwap([sold, bought, worth]: [Sum, Sum, bigint | undefined]): LedgerEntry {
  return { kind: 'swap', sold, bought, ...(worth !== undefined && { worth: nanoUsd(worth) }) };
}
type Sum = { token: ContractId; units: bigint };

/** A fraction of billionths of a dollar, never rounded. */
class Fraction {
  constructor(
    readonly top: bigint,
    readonly bottom = 1n,
  ) {}
  plus({ top, bottom }: Fraction): Fraction {
    return new Fraction(this.top * bottom + top * this.bottom, this.bottom * bottom);
  }
  times(top: bigint, bottom: bigint): Fraction {
    return bottom === 0n ? new Fraction(0n) : new Fraction(this.top * top, this.bottom * bottom);
  }
  value(): number {
    return Number(this.top / this.bottom);
  }
}

/** A slow ledger of one token: balances of the wallet and of its copy apart, costs as exact fractions. */
function naive(token: ContractId, entries: readonly LedgerEntry[]) {
  let cost = new Fraction(0n);
  let realised = new Fraction(0n);
  /** Units with and without a known cost: in the wallet, and in the copy. */
  const costed = { wallet: 0n, copy: 0n };
  const uncosted = { wallet: 0n, copy: 0n };
  const all = (held: typeof costed) => held.wallet + held.copy;
  const takeFrom = (held: typeof costed, units: bigint): bigint => {
    const fromCopy = units < held.copy ? units : held.copy;
    const fromWallet = units - fromCopy < held.wallet ? units - fromCopy : held.wallet;
    held.copy -= fromCopy;
    held.wallet -= fromWallet;
    return fromCopy + fromWallet;
  };
  const leave = (units: bigint) => {
    const before = all(costed);
    const known = takeFrom(costed, units);
    takeFrom(uncosted, units - known);
    const gone = cost.times(known, before);
    cost = cost.plus(gone.times(-1n, 1n));
    return { known, gone };
  };
  const move = (from: 'wallet' | 'copy', to: 'wallet' | 'copy', units: bigint) => {
    for (const held of [costed, uncosted]) {
      const moved = units < held[from] ? units : held[from];
      held[from] -= moved;
      held[to] += moved;
    }
  };
  for (const entry of entries) {
    if (entry.kind === 'swap') {
      if (entry.sold.token === token) {
        const { known, gone } = leave(entry.sold.units);
        if (entry.worth !== undefined)
          realised = realised
            .plus(new Fraction(entry.worth).times(known, entry.sold.units))
            .plus(gone.times(-1n, 1n));
      }
      if (entry.bought.token === token) {
        if (entry.worth === undefined) uncosted.copy += entry.bought.units;
        else {
          costed.copy += entry.bought.units;
          cost = cost.plus(new Fraction(entry.worth));
        }
      }
    } else if (entry.token === token) {
      if (entry.kind === 'transfer-in') uncosted.wallet += entry.units;
      else if (entry.kind === 'transfer-out') leave(entry.units);
      else if (entry.kind === 'deposit') move('wallet', 'copy', entry.units);
      else move('copy', 'wallet', entry.units);
    }
  }
  return { cost, realised, costed: all(costed), uncosted: all(uncosted) };
}

import { describe, expect, it } from '@jest/globals';
import { disagrees, Quarantine } from '../../../src/domain/market/quarantine.js';
import { A_VAULT, T0 } from '../../support/builders.js';

const later = (ms: number) => new Date(T0.getTime() + ms);

describe('disagrees', () => {
  it.each([
    [1_000n, 1_000n, false],
    [1_000n, 950n, false],
    [1_000n, 1_050n, false],
    [1_000n, 949n, true],
    [1_000n, 1_051n, true],
    [1n, 1n, false],
    [1n, 2n, true],
    [1n, 0n, true],
    [10n ** 40n, 10n ** 40n + 5n * 10n ** 38n, false],
    [10n ** 40n, 10n ** 40n + 5n * 10n ** 38n + 1n, true],
  ])('given an expected output of %d and a quote of %d, returns %p', (expected, answered, decided) => {
    expect(disagrees(expected, answered)).toBe(decided);
  });
});

describe('Quarantine', () => {
  const lie = { kind: 'quote-disagrees', expected: 10n, answered: 20n } as const;

  it('contains a vault until its term ends', () => {
    const quarantine = new Quarantine();
    expect(quarantine.add(A_VAULT, lie, T0)).toEqual(later(600_000));
    expect([...quarantine.at(T0)]).toEqual([A_VAULT]);
    expect([...quarantine.at(later(599_999))]).toEqual([A_VAULT]);
    expect([...quarantine.at(later(600_000))]).toEqual([]);
  });

  it('lists its vaults with why and until when', () => {
    const quarantine = new Quarantine();
    quarantine.add(A_VAULT, lie, T0);
    expect(quarantine.list(T0)).toEqual([{ vault: A_VAULT, failure: lie, until: later(600_000) }]);
    expect(quarantine.list(later(600_000))).toEqual([]);
  });

  it('releases a vault when the clock was set back to before its term', () => {
    const quarantine = new Quarantine();
    quarantine.add(A_VAULT, lie, T0);
    expect([...quarantine.at(later(-1))]).toEqual([]);
  });

  it('returns the identical set until a vault enters or leaves', () => {
    const quarantine = new Quarantine();
    const empty = quarantine.at(T0);
    expect(quarantine.at(T0)).toBe(empty);
    quarantine.add(A_VAULT, lie, T0);
    const held = quarantine.at(T0);
    expect(held).not.toBe(empty);
    quarantine.add(A_VAULT, { kind: 'no-quote' }, later(1));
    expect(quarantine.at(later(1))).toBe(held);
    expect(quarantine.at(later(60_001))).not.toBe(held);
  });
});

import { describe, expect, it } from '@jest/globals';
import { OwnerFunds } from '../../../src/application/execution/tick/owner-funds.js';
import { T0 } from '../../support/builders.js';

const at = (ms: number) => new Date(T0.getTime() + ms);
const moment = (ms = 0) => ({ now: at(ms), jitter: 0.5 });
const order = (amount: bigint, { isNew = false, ms = 0 } = {}) => ({ amount, isNew, now: at(ms) });

describe('the turn of a reading of an owner’s funds', () => {
  it('is the first share for an owner of whom nothing is known, whether the order is new or not', () => {
    const owners = new OwnerFunds();
    expect(owners.turnOf('a', order(1n, { isNew: true }))).toBe('first');
    expect(owners.turnOf('a', order(1n))).toBe('first');
  });

  it('is that of a swap for an owner who last had what the order takes', () => {
    const owners = new OwnerFunds();
    owners.covered('a', 5n);
    expect(owners.turnOf('a', order(5n))).toBe('swap');
    expect(owners.turnOf('b', order(5n))).toBe('first');
  });

  it('is over for failed orders of an empty owner until a pause ends that grows by owner, and the first share for new ones', () => {
    const owners = new OwnerFunds();
    for (const pauseMs of [10_000, 20_000, 40_000, 80_000, 900_000, 900_000]) {
      expect(owners.short('a', 2n, moment())).toEqual(at(pauseMs));
      const held = { units: 2n, until: at(pauseMs) };
      expect(owners.turnOf('a', order(3n, { ms: pauseMs - 1 }))).toEqual(held);
      expect(owners.turnOf('a', order(3n, { ms: pauseMs }))).toBe('again');
      expect(owners.turnOf('a', order(3n, { isNew: true }))).toBe('first');
      expect(owners.turnOf('a', order(2n))).toBe('swap');
    }
    owners.covered('a', 3n);
    expect(owners.short('a', 2n, moment())).toEqual(at(10_000));
  });

  it('is the second share for an owner who could not be read, after pauses of up to a minute', () => {
    const owners = new OwnerFunds();
    owners.unread('a', moment());
    for (let n = 0; n < 4; n += 1) owners.unread(`later ${n}`, moment());
    for (const pauseMs of [3_000, 6_000, 12_000, 24_000, 48_000, 60_000, 60_000]) {
      expect(owners.unread('a', moment())).toEqual(at(pauseMs));
      expect(owners.turnOf('a', order(1n, { isNew: true }))).toBe('again');
    }
    expect(owners.short('a', 0n, moment())).toEqual(at(10_000));
  });

  it('is the first share again, every second, for the four who came last and could not be read', () => {
    const owners = new OwnerFunds();
    for (let n = 0; n < 5; n += 1) owners.unread(`owner ${n}`, moment());
    expect(owners.turnOf('owner 0', order(1n))).toBe('again');
    for (let again = 0; again < 3; again += 1) {
      expect(owners.unread('owner 1', moment())).toEqual(at(1_000));
      expect(owners.turnOf('owner 1', order(1n))).toBe('first');
    }
  });

  it('does not forget what an owner had when a later reading fails', () => {
    const owners = new OwnerFunds();
    owners.covered('a', 5n);
    owners.unread('a', moment());
    expect(owners.turnOf('a', order(5n))).toBe('swap');
  });

  it('is remembered for the ten thousand owners that were read last', () => {
    const owners = new OwnerFunds();
    for (let n = 0; n < 10_001; n += 1) owners.covered(`owner ${n}`, 1n);
    expect(owners.turnOf('owner 0', order(1n))).toBe('first');
    expect(owners.turnOf('owner 1', order(1n))).toBe('swap');
  });
});

import { describe, expect, it } from '@jest/globals';
import { HeldReserves } from '../../../src/application/market/held-reserves.js';
import { toUnits } from '../../../src/domain/shared/units.js';
import type { Probe, Reserves } from '../../../src/domain/vault/vault.js';
import { aPool, holding } from '../../domain/router/builders.js';

const VAULT = aPool('quoted', 'a', 'b', { kind: 'bitflow-dlmm' });
const { contractId: ID } = VAULT;
const probe = (amountIn: bigint, amountOut: bigint): Probe => ({
  amountIn: toUnits(amountIn),
  amountOut: toUnits(amountOut),
});
/** A reading: every call gives new objects, as a read of the chain does. */
const reading = ({ held = 1_000_000n, price = 90n } = {}): Reserves => ({
  ...holding(held, 1_000_000n),
  probes: { aToB: [probe(100n, price)], bToA: [probe(100n, 90n)] },
});
const ANSWER = probe(5_000n, 4_400n);

function taught() {
  const held = new HeldReserves();
  const read = reading();
  held.take(ID, read);
  held.learn(VAULT, read, 0, ANSWER);
  const answers = () => held.get(ID)?.probes?.aToB.slice(1);
  return { held, read, answers };
}

describe('HeldReserves', () => {
  it('adds what a vault quoted to what was read of it, in the direction that was asked', () => {
    const { held, read } = taught();
    expect(held.get(ID)).toEqual({
      ...read,
      probes: { aToB: [probe(100n, 90n), ANSWER], bToA: [probe(100n, 90n)] },
    });
    expect(read.probes?.aToB).toHaveLength(1);
  });

  it('keeps the answers of a vault that was not read again, and takes over when it was last known to hold', () => {
    const { held, read, answers } = taught();
    const readAt = new Date(read.readAt.getTime() + 1_000);
    held.replace(new Map([[ID, { ...read, readAt }]]));
    expect(answers()).toEqual([ANSWER]);
    expect(held.get(ID)?.readAt).toBe(readAt);
  });

  it('forgets them when a block led to another reading, whatever it shows', () => {
    const { held, answers } = taught();
    held.replace(new Map([[ID, reading()]]));
    expect(answers()).toEqual([]);
  });

  it.each([
    ['keeps them when the vault is read before a swap and nothing has changed', {}, [ANSWER]],
    ['forgets them when such a reading shows another holding', { held: 1_000_001n }, []],
    ['forgets them when such a reading shows another price', { price: 89n }, []],
  ])('%s', (_title, changes, kept) => {
    const { held, answers } = taught();
    held.take(ID, reading(changes));
    expect(answers()).toEqual(kept);
  });

  it('keeps them after a reading before a swap, until the next one that a block leads to', () => {
    const { held, answers } = taught();
    const again = reading();
    held.take(ID, again);
    held.replace(new Map([[ID, again]]));
    expect(answers()).toEqual([ANSWER]);
    held.replace(new Map([[ID, reading()]]));
    expect(answers()).toEqual([]);
  });

  it('ignores the answer of a vault that holds something else by now, or nothing that is known', () => {
    const { held, read, answers } = taught();
    held.take(ID, reading({ held: 2_000_000n }));
    expect(held.learn(VAULT, read, 0, ANSWER)).toBeUndefined();
    expect(answers()).toEqual([]);
    held.replace(new Map());
    expect(held.learn(VAULT, read, 0, ANSWER)).toBeUndefined();
    expect(held.all.size).toBe(0);
  });
});

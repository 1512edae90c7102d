import { beforeEach, describe, expect, it } from '@jest/globals';
import { makeReadSublinkHoldings } from '../../../src/application/vaults/sublink-holdings.js';
import type { Registry } from '../../../src/domain/market/registry.js';
import type { ContractId } from '../../../src/domain/shared/contract-id.js';
import { toUnits } from '../../../src/domain/shared/units.js';
import type { SubnetHoldings } from '../../../src/ports/index.js';
import { T0 } from '../../support/builders.js';
import { A_REGISTRY, SUBLINK } from '../../support/core-harness.js';
import { fixedClock, type FixedClock } from '../../support/fixed-clock.js';

const SECOND = `${SUBLINK}-2` as ContractId;
const TWO: Registry = {
  ...A_REGISTRY,
  vaults: A_REGISTRY.vaults.flatMap((vault) =>
    vault.contractId === SUBLINK ? [vault, { ...vault, contractId: SECOND }] : [vault],
  ),
};
const MAX_AGE_MS = 60_000;

let clock: FixedClock;
/** What the subnets hold; an absent one does not respond. */
let held: Map<ContractId, bigint>;
let reads: (readonly ContractId[])[];

beforeEach(() => {
  clock = fixedClock(T0);
  held = new Map([
    [SUBLINK, 1n],
    [SECOND, 2n],
  ]);
  reads = [];
});

const open = () => {
  const subnetHoldings: SubnetHoldings = {
    read: async (vaults) => {
      const ids = vaults.map(({ contractId }) => contractId);
      reads.push(ids);
      const readAt = clock.now();
      return new Map(
        ids.flatMap((id) => (held.has(id) ? [[id, { units: toUnits(held.get(id)!), readAt }] as const] : [])),
      );
    },
  };
  const read = makeReadSublinkHoldings({ clock, subnetHoldings }, { holdingsMaxAgeMs: MAX_AGE_MS });
  return async (registry = TWO) => {
    const found = await read(registry);
    return Object.fromEntries([...found].map(([id, { units }]) => [id, units]));
  };
};

describe('holdings of sublinks', () => {
  it('are those of every sublink, and of no other vault', async () => {
    expect(await open()()).toEqual({ [SUBLINK]: 1n, [SECOND]: 2n });
    expect(reads).toEqual([[SUBLINK, SECOND]]);
  });

  it('are read again when they are as old as the setting says', async () => {
    const read = open();
    await read();
    held.set(SUBLINK, 5n);
    clock.advance(MAX_AGE_MS - 1);
    expect(await read()).toMatchObject({ [SUBLINK]: 1n });
    clock.advance(1);
    expect(await read()).toMatchObject({ [SUBLINK]: 5n });
  });

  it('are read once for concurrent callers', async () => {
    const read = open();
    await Promise.all([read(), read(), read()]);
    expect(reads).toHaveLength(1);
  });

  it('keep what was read of a subnet that does not respond, which is read again after 15 seconds', async () => {
    const read = open();
    await read();
    held.delete(SUBLINK);
    held.set(SECOND, 7n);
    clock.advance(MAX_AGE_MS);
    expect(await read()).toEqual({ [SUBLINK]: 1n, [SECOND]: 7n });
    held.set(SUBLINK, 9n);
    clock.advance(14_999);
    expect(await read()).toMatchObject({ [SUBLINK]: 1n });
    clock.advance(1);
    expect(await read()).toMatchObject({ [SUBLINK]: 9n });
  });

  it('are read again for another registry, without those of vaults that it does not list', async () => {
    const read = open();
    await read();
    expect(await read(A_REGISTRY)).toEqual({ [SUBLINK]: 1n });
  });

  it('are unknown in a program that reads none', async () => {
    const read = makeReadSublinkHoldings({ clock }, { holdingsMaxAgeMs: MAX_AGE_MS });
    expect((await read(TWO)).size).toBe(0);
  });
});

import { describe, expect, it } from '@jest/globals';
import { reservesInFlight } from '../../../src/domain/router/reserves-in-flight.js';
import { toUnits } from '../../../src/domain/shared/units.js';
import {
  A_REGISTRY,
  DOLLAR,
  POOL,
  reserves,
  SBTC,
  SBTC_POOL,
  SUBLINK,
  WELSH,
  WELSH_SUBNET,
} from '../../support/core-harness.js';

const MARKET = {
  vaults: A_REGISTRY.vaults,
  reserves: new Map([
    [POOL, reserves(1_000_000n, 1_000_000n)],
    [SBTC_POOL, reserves(1_000_000n, 2_000_000n)],
  ]),
};
const SWAP = { amountIn: toUnits(100_000n), path: [WELSH_SUBNET, WELSH, DOLLAR], vaults: [SUBLINK, POOL] };

describe('reservesInFlight', () => {
  it('follows a swap through every vault of its route, and leaves vaults without reserves out', () => {
    const left = reservesInFlight(
      [{ ...SWAP, path: [...SWAP.path, SBTC], vaults: [...SWAP.vaults, SBTC_POOL] }],
      MARKET,
    );
    // 0.3% stays in each pool: 1e6 × 99,700 / 1,099,700 = 90,661, then 2e6 × 90,389 / 1,090,389 = 165,792.
    expect([...left]).toMatchObject([
      [POOL, { reserveA: 1_100_000n, reserveB: 909_339n }],
      [SBTC_POOL, { reserveA: 1_090_661n, reserveB: 1_834_208n }],
    ]);
  });

  it('adds up swaps in their order, also in the other direction', () => {
    const once = reservesInFlight([SWAP], MARKET).get(POOL)!;
    const back = { amountIn: toUnits(50_000n), path: [DOLLAR, WELSH], vaults: [POOL] };
    const { vaults } = MARKET;
    expect(reservesInFlight([SWAP, back], MARKET)).toEqual(
      reservesInFlight([back], { vaults, reserves: new Map([[POOL, once]]) }),
    );
  });

  it.each([
    ['a vault that is not listed', { vaults: [] }],
    [
      'a vault that only its contract can quote',
      { vaults: MARKET.vaults.map((vault) => ({ ...vault, kind: 'bitflow-dlmm' as const })) },
    ],
  ])('follows no swap beyond %s', (_case, changes) => {
    expect(reservesInFlight([SWAP], { ...MARKET, ...changes }).size).toBe(0);
  });

  it('changes nothing without swaps', () => {
    expect(reservesInFlight([], MARKET).size).toBe(0);
  });
});

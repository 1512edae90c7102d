import { describe, expect, it } from '@jest/globals';
import { devnetRegistry } from '../../../../src/apps/devnet/genesis/devnet-registry.js';
import { memoryStorage } from '../../../../src/adapters/memory/index.js';
import { NodeHasher } from '../../../../src/adapters/system/index.js';
import { fillHistory } from '../../../../src/apps/server/history/fill-history.js';
import { mustBePrice, type Price } from '../../../../src/domain/price-series/price.js';
import type { ContractId } from '../../../../src/domain/shared/contract-id.js';
import { fixedClock } from '../../../support/fixed-clock.js';
import { tokenNo } from '../../../support/price-runs.js';

const NOW = new Date('2026-11-20T12:07:00Z');
const RECORDED_AT = new Date('2026-11-20T12:05:00Z');
const POINTS_OF_TWO_DAYS = 2 * 288;

const { sbtc, tokens } = devnetRegistry();
const dollar = tokens.find(({ symbol }) => symbol === 'USDd')!.contractId;
const priced = (usd: number): Price => ({ usd, sbtc: usd / 100_000, liquidityUsd: 1, roundTripLoss: null });

async function recorded(prices: readonly (readonly [ContractId, number])[]) {
  const { prices: store, priceArchive } = memoryStorage();
  const run = new Map(prices.map(([token, usd]) => [token, priced(usd)]));
  if (run.size > 0) await store.record({ at: RECORDED_AT, btcUsd: 100_000, prices: run });
  const ports = { prices: store, priceArchive, clock: fixedClock(NOW), hasher: new NodeHasher() };
  const points = (token: ContractId) => store.points(token, 0, NOW.getTime());
  return { points, fill: (days = 2, seed = 1) => fillHistory(ports, { days, seed }) };
}

const THREE = [
  [sbtc, 99_900],
  [dollar, 1.001],
  ['.stx' as ContractId, 2],
] as const;

describe('fillHistory', () => {
  it('gives every token a price at each point of the days before the first recorded one', async () => {
    const { fill, points } = await recorded(THREE);
    const since = new Date(RECORDED_AT.getTime() - 2 * 86_400_000);
    expect(await fill()).toEqual({ added: 3 * POINTS_OF_TWO_DAYS, since });
    for (const [token, usd] of THREE) {
      const found = await points(token);
      expect(found).toHaveLength(POINTS_OF_TWO_DAYS + 1);
      expect(found.at(-1)).toEqual({ time: RECORDED_AT.getTime() / 1_000, usd, btcUsd: 100_000 });
      expect(new Set(found.slice(1).map(({ time }, index) => time - found[index]!.time))).toEqual(
        new Set([300]),
      );
      for (const point of found) mustBePrice(point.usd);
      // No step of a walk is a jump, the one to the recorded price included.
      const steps = found.slice(1).map((point, index) => Math.abs(Math.log(point.usd / found[index]!.usd)));
      expect(Math.max(...steps)).toBeLessThan(0.02);
    }
  });

  it('keeps a dollar token near a dollar, and moves the others', async () => {
    const { fill, points } = await recorded(THREE);
    await fill();
    const spread = async (token: ContractId) => {
      const usd = (await points(token)).map((point) => point.usd);
      return Math.max(...usd) / Math.min(...usd) - 1;
    };
    expect(await spread(dollar)).toBeLessThan(0.01);
    expect(await spread(sbtc)).toBeGreaterThan(0.01);
    expect(await spread('.stx' as ContractId)).toBeGreaterThan(0.01);
  });

  it('moves a subnet copy as its base at every point', async () => {
    const copies = tokens.filter(({ type }) => type === 'SUBNET');
    const bases = copies.map(({ base }) => base!);
    expect(bases).toContain(sbtc);
    // Copies come before, between and after their bases.
    const ids = [copies[0]!.contractId, ...bases, ...copies.slice(1).map(({ contractId }) => contractId)];
    const { fill, points } = await recorded(ids.map((id) => [id, bases.indexOf(id) + 3]));
    await fill(1);
    for (const { contractId, base } of copies) {
      const moves = async (token: ContractId) => {
        const found = await points(token);
        return found.slice(1).map(({ usd }, index) => (usd / found[index]!.usd).toFixed(9));
      };
      expect(await moves(contractId)).toEqual(await moves(base!));
    }
  });

  it('makes the same prices for the same seed and others for another one', async () => {
    const pricesOf = async (seed: number) => {
      const { fill, points } = await recorded(THREE);
      await fill(1, seed);
      return points(sbtc);
    };
    expect(await pricesOf(1)).toEqual(await pricesOf(1));
    expect(await pricesOf(1)).not.toEqual(await pricesOf(2));
  });

  it('adds only what is missing when it is repeated', async () => {
    const { fill, points } = await recorded(THREE);
    await fill(1);
    const before = await points(sbtc);
    expect(await fill(1)).toBeUndefined();
    expect(await points(sbtc)).toEqual(before);
    await fill(2);
    expect((await points(sbtc)).slice(-before.length)).toEqual(before);
    expect(await points(sbtc)).toHaveLength(POINTS_OF_TWO_DAYS + 1);
  });

  it('refuses a database without prices, and one with prices of another network', async () => {
    await expect((await recorded([])).fill()).rejects.toThrow('no prices are recorded yet');
    const foreign = await recorded([...THREE, [tokenNo(1), 3]]);
    await expect(foreign.fill()).rejects.toThrow('which is no token of the devnet');
    expect(await foreign.points(sbtc)).toHaveLength(1);
  });
});

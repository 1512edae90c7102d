import { describe, expect, it, jest } from '@jest/globals';
import { toUnits } from '../../../src/domain/shared/units.js';
import { POOL, reserves, WELSH_SUBNET, type CoreHarness } from '../../support/core-harness.js';
import { AT_ONCE, evaluationOf, pass, waitingOf } from '../../support/executor-steps.js';
import { placed } from '../../support/order-steps.js';
import { A_WALLET } from '../../support/signing.js';

const MINUTE = 60_000;

/** What the executor draws decides whether an order that the market misses is attempted in full. */
const draws = (harness: CoreHarness, byte: number) => {
  harness.ports.secrets.bytes = (count) => new Uint8Array(count).fill(byte);
};
const alwaysInFull = (harness: CoreHarness) => draws(harness, 0);
const neverInFull = (harness: CoreHarness) => draws(harness, 255);

describe('RunExecutor while the market does not pay what an order accepts', () => {
  const MISSED = { reason: 'below-minimum', amountOut: '996999', minAmountOut: '997000' };
  const limited = () => placed({ ...AT_ONCE, minAmountOut: '997000' });

  it('looks again every 10 s or so at an order that nearly fits, counts nothing and logs the reason once', async () => {
    const harness = await limited();
    for (let look = 0; look < 7; look++) {
      const { attempts, nextAt } = await pass(harness);
      expect(attempts).toEqual({ 'below-minimum': 1 });
      expect(await evaluationOf(harness)).toMatchObject({ state: 'backing-off', attempts: 0 });
      const pauseMs = nextAt!.getTime() - harness.clock.now().getTime();
      expect(Math.abs(pauseMs / 10_000 - 1)).toBeLessThanOrEqual(0.26);
      harness.clock.set(nextAt!);
    }
    expect(await waitingOf(harness)).toEqual([MISSED]);
    expect(harness.chain.sent).toEqual([]);
  });

  it('sends the order within half a minute once the market pays its minimum', async () => {
    const harness = await limited();
    await pass(harness);
    harness.clock.advance(24 * 3_600_000);
    await pass(harness);
    harness.liquidity.held.set(POOL, reserves(1_000_000_000_000n, 1_100_000_000_000n));
    harness.clock.advance(30_000);
    expect(await pass(harness)).toMatchObject({ attempts: { sent: 1 } });
  });

  it('logs the reason again when it changes', async () => {
    const harness = await placed({ ...AT_ONCE, minAmountOut: '997000' });
    alwaysInFull(harness);
    const again = async () => harness.clock.set((await pass(harness)).nextAt!);
    await again();
    harness.balances.set(WELSH_SUBNET, A_WALLET.address, toUnits(999_999n));
    await again();
    await again();
    harness.balances.set(WELSH_SUBNET, A_WALLET.address, toUnits(1_000_000n));
    await again();
    expect((await waitingOf(harness)).map(({ reason }) => reason)).toEqual([
      'below-minimum',
      'insufficient-balance',
      'below-minimum',
    ]);
  });

  it('reads neither the owner’s balance nor the payment of the order in this quick look', async () => {
    const harness = await limited();
    neverInFull(harness);
    const balanceOf = jest.spyOn(harness.balances, 'balanceOf');
    const isSpent = jest.spyOn(harness.spentOrders, 'isSpent');
    expect(await pass(harness)).toMatchObject({ attempts: { 'below-minimum': 1 } });
    expect([balanceOf.mock.calls, isSpent.mock.calls]).toEqual([[], []]);
    alwaysInFull(harness);
    harness.clock.advance(MINUTE);
    expect(await pass(harness)).toMatchObject({ attempts: { 'below-minimum': 1 } });
    expect(balanceOf).toHaveBeenCalled();
    expect(isSpent).toHaveBeenCalled();
  });

  it('names the owner’s missing balance alone, however often it looks, when that fails the order too', async () => {
    const harness = await limited();
    harness.balances.set(WELSH_SUBNET, A_WALLET.address, toUnits(999_999n));
    alwaysInFull(harness);
    harness.clock.set((await pass(harness)).nextAt!);
    neverInFull(harness);
    for (let attempt = 0; attempt < 5; attempt++) harness.clock.set((await pass(harness)).nextAt!);
    expect((await waitingOf(harness)).map(({ reason }) => reason)).toEqual(['insufficient-balance']);
  });

  it('attempts an order in full when its market cannot be read', async () => {
    const harness = await limited();
    harness.liquidity.unreachable = true;
    expect(await pass(harness)).toMatchObject({ left: 'outage' });
  });
});

import { describe, expect, it } from '@jest/globals';
import { unwrap } from '../../../src/domain/shared/result.js';
import { coreHarness, POOL, reserves, type CoreHarness } from '../../support/core-harness.js';
import { execute, place, placed, storedSwap } from '../../support/order-steps.js';

describe('the nonces of the operator’s swaps', () => {
  const noncesOf = async ({ ports }: CoreHarness) => {
    const live = await ports.swaps.listLive(50);
    return Object.fromEntries(live.map(({ orderUuid, nonce }) => [parseInt(orderUuid.slice(-4), 16), nonce]));
  };

  it('increase by one from the chain’s next nonce', async () => {
    const harness = coreHarness();
    harness.chain.executedNonce = 6n;
    for (const n of [1, 2, 3]) {
      await place(harness, n);
      unwrap(await execute(harness, n));
    }
    expect(await noncesOf(harness)).toEqual({ 1: 7n, 2: 8n, 3: 9n });
  });

  it('cost one reading of the account per swap', async () => {
    const harness = await placed();
    unwrap(await execute(harness));
    expect(harness.chain.calls.filter((call) => call !== 'tip')).toEqual(['accountNonces', 'broadcast']);
  });

  it('are distinct and without gaps for 20 orders executed concurrently', async () => {
    const harness = coreHarness();
    const numbers = Array.from({ length: 20 }, (_, n) => n + 1);
    for (const n of numbers) await place(harness, n);
    await Promise.all(numbers.map((n) => execute(harness, n)));
    const nonces = Object.values(await noncesOf(harness)).map(Number);
    expect(nonces.sort((a, b) => a - b)).toEqual(numbers.map((n) => n - 1));
  });

  it('are reused by the next swap after a refusal', async () => {
    const harness = coreHarness();
    for (const n of [1, 2, 3]) await place(harness, n);
    unwrap(await execute(harness, 1));
    harness.chain.answerNext({ kind: 'refused', reason: 'FeeTooLow', about: 'transaction' });
    await execute(harness, 2);
    unwrap(await execute(harness, 3));
    unwrap(await execute(harness, 2));
    expect(await noncesOf(harness)).toEqual({ 1: 0n, 2: 2n, 3: 1n });
  });

  it('are not reused while the outcome of their swap is unknown', async () => {
    const harness = await storedSwap();
    harness.liquidity.held.set(POOL, reserves(10n ** 12n, 9n * 10n ** 11n));
    await place(harness, 2);
    unwrap(await execute(harness, 2));
    expect(await noncesOf(harness)).toEqual({ 1: 0n, 2: 1n });
  });
});

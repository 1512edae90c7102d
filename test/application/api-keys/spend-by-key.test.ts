import { describe, expect, it } from '@jest/globals';
import { memoryStorage } from '../../../src/adapters/memory/index.js';
import type { AdmittedKey } from '../../../src/application/api-keys/authenticate-key.js';
import { dayOf } from '../../../src/domain/order/limits/quotas.js';
import { unwrap } from '../../../src/domain/shared/result.js';
import { toUnits } from '../../../src/domain/shared/units.js';
import { keyIdOf } from '../../support/api-keys.js';
import { T0, uuidOf } from '../../support/builders.js';
import { coreHarness, signedInput, WELSH_SUBNET, type CoreHarness } from '../../support/core-harness.js';
import { A_WALLET } from '../../support/signing.js';

/** A key that may execute two of the orders of `signedInput`, each of 1,000,000, a day. */
const KEY: AdmittedKey = {
  keyId: keyIdOf(1),
  askedAt: T0,
  standing: { limit: 100, remaining: 99, resetsAt: T0 },
  owner: A_WALLET.address,
  permissions: ['execute'],
  limits: { dailyAmounts: [{ token: WELSH_SUBNET, amount: toUnits(2_999_999n) }] },
};

const execute = ({ core }: CoreHarness, n: number) =>
  core.orders.execute({ ref: uuidOf(n), authorization: { by: 'api-key', key: KEY } });
const spent = ({ ports, clock }: CoreHarness) => ports.keySpending.list([KEY.keyId], dayOf(clock.now()));

async function harnessWith(orders: number, storage = memoryStorage()): Promise<CoreHarness> {
  const harness = coreHarness({ storage });
  for (let n = 1; n <= orders; n++) unwrap(await harness.core.orders.place(signedInput({ uuid: uuidOf(n) })));
  return harness;
}

describe('daily amounts of an API key', () => {
  it('admit orders up to the amount on one day, and the next one on the next day', async () => {
    const harness = await harnessWith(3);
    unwrap(await execute(harness, 1));
    unwrap(await execute(harness, 2));
    expect(await execute(harness, 3)).toMatchObject({
      error: { kind: 'key-amount-exceeded', spent: 2_000_000n, until: new Date('2026-11-21T00:00:00Z') },
    });
    harness.clock.advance(12 * 3_600_000);
    unwrap(await execute(harness, 3));
  });

  it('hold for processes that race on one storage', async () => {
    const storage = memoryStorage();
    const [one, other] = [await harnessWith(6, storage), coreHarness({ storage })];
    const results = await Promise.all([1, 2, 3, 4, 5, 6].map((n) => execute(n % 2 === 0 ? one : other, n)));
    expect(results.filter(({ ok }) => ok)).toHaveLength(2);
    expect(await spent(one)).toHaveLength(2);
  });

  it('are not used up by an order that was not sent', async () => {
    const harness = await harnessWith(1);
    harness.liquidity.unreachable = true;
    expect(await execute(harness, 1)).toMatchObject({ error: { kind: 'chain-unreachable' } });
    expect(await spent(harness)).toEqual([]);
    harness.liquidity.unreachable = false;
    unwrap(await execute(harness, 1));
    expect(await spent(harness)).toHaveLength(1);
  });

  it('count an order whose swap may be on its way, once however often it is executed', async () => {
    const harness = await harnessWith(2);
    harness.chain.cut('broadcast', 'transactionStatus');
    for (let n = 0; n < 3; n++)
      expect(await execute(harness, 1)).toMatchObject({ error: { kind: 'broadcast-unknown' } });
    expect(await spent(harness)).toHaveLength(1);
    harness.chain.mend();
    unwrap(await execute(harness, 1));
    unwrap(await execute(harness, 2));
    expect(await spent(harness)).toHaveLength(2);
  });
});

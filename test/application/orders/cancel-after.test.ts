import { describe, expect, it } from '@jest/globals';
import { memoryStorage } from '../../../src/adapters/memory/index.js';
import { abandonSwap } from '../../../src/domain/order/lifecycle/lifecycle.js';
import { unwrap } from '../../../src/domain/shared/result.js';
import { aKey, keyIdOf } from '../../support/api-keys.js';
import { T0, uuidOf } from '../../support/builders.js';
import { coreHarness, type CoreHarness } from '../../support/core-harness.js';
import { execute, orderOf, place, swapsOf } from '../../support/order-steps.js';
import { A_WALLET } from '../../support/signing.js';

const BY_HOST = { by: 'host', owner: A_WALLET.address } as const;

const arm = async ({ core }: CoreHarness, seconds = 60) =>
  unwrap(await core.orders.cancelAfter.set({ body: { seconds }, authorization: BY_HOST }));
const read = async ({ core }: CoreHarness) => unwrap(await core.orders.cancelAfter.read(BY_HOST));
const fire = ({ core }: CoreHarness) => core.maintenance.fireTimers();

/** Proof of an admitted key with the permission cancel. */
const byKey = (limits = {}, permissions: readonly ('cancel' | 'execute')[] = ['cancel']) => ({
  by: 'api-key' as const,
  key: {
    keyId: keyIdOf(1),
    askedAt: T0,
    standing: { limit: 100, remaining: 99, resetsAt: T0 },
    owner: A_WALLET.address,
    permissions,
    limits,
  },
  fields: { seconds: 60 },
});

describe('a timer of an owner', () => {
  it('ends the open orders for the reason cancel-after, when its time runs out and not before', async () => {
    const harness = coreHarness();
    await place(harness, 1);
    await arm(harness);
    harness.clock.advance(59_999);
    expect(await fire(harness)).toEqual({ fired: 0, ended: 0 });
    harness.clock.advance(1);
    expect(await fire(harness)).toEqual({ fired: 1, ended: 1 });
    expect(await orderOf(harness)).toMatchObject({ status: 'cancelled', cancelReason: 'cancel-after' });
    const [, event] = unwrap(await harness.core.orders.events(uuidOf(1)));
    expect(event).toMatchObject({ type: 'cancelled', facts: { reason: 'cancel-after' } });
    expect(await read(harness)).toEqual({
      scope: { owner: A_WALLET.address },
      fired: { at: harness.clock.now(), isEnding: false },
    });
    expect(await fire(harness)).toEqual({ fired: 0, ended: 0 });
  });

  it('leaves an order alone that is placed after it fired, also while another process is still ending orders', async () => {
    const harness = coreHarness();
    await place(harness, 1);
    await arm(harness);
    harness.clock.advance(60_000);
    await arm(harness, 30);
    harness.clock.advance(1);
    await place(harness, 2);
    await fire(harness);
    expect((await orderOf(harness, 1)).status).toBe('cancelled');
    expect((await orderOf(harness, 2)).status).toBe('open');
    expect((await read(harness)).armed).toMatchObject({ seconds: 30 });
  });

  it('fires at the start of a process if its time ran out while none was running', async () => {
    const storage = memoryStorage();
    const before = coreHarness({ storage });
    await place(before, 1);
    await arm(before);
    const after = coreHarness({ storage });
    after.clock.advance(3_600_000);
    expect(await fire(after)).toEqual({ fired: 1, ended: 1 });
  });

  it('fires once for processes that look at the same time', async () => {
    const storage = memoryStorage();
    const harnesses = [coreHarness({ storage }), coreHarness({ storage })];
    for (const n of [1, 2, 3]) await place(harnesses[0]!, n);
    await arm(harnesses[0]!);
    for (const { clock } of harnesses) clock.advance(60_000);
    await Promise.all(harnesses.map(fire));
    for (const n of [1, 2, 3])
      expect(unwrap(await harnesses[0]!.core.orders.events(uuidOf(n)))).toHaveLength(2);
  });

  it('continues after a failure, with the orders that were placed before it fired', async () => {
    const harness = coreHarness();
    await place(harness, 1);
    await arm(harness);
    harness.clock.advance(60_000);
    const { orders } = harness.ports;
    const listPage = orders.listPage.bind(orders);
    orders.listPage = async () => {
      throw new Error('cut off');
    };
    await expect(fire(harness)).rejects.toThrow('cut off');
    expect((await read(harness)).fired).toMatchObject({ isEnding: true });
    orders.listPage = listPage;
    harness.clock.advance(5);
    expect(await fire(harness)).toEqual({ fired: 0, ended: 1 });
  });

  it('leaves a swap in flight to the swap, and ends the order if the swap is refused', async () => {
    const harness = coreHarness();
    await place(harness, 1);
    harness.chain.cut('broadcast', 'transactionStatus');
    await execute(harness);
    harness.chain.mend();
    await arm(harness, 5);
    harness.clock.advance(5_000);
    expect(await fire(harness)).toEqual({ fired: 1, ended: 0 });
    expect(await orderOf(harness)).toMatchObject({ status: 'open', sending: expect.anything() });
    const [swap] = await swapsOf(harness);
    const dropped = { txid: swap!.txid, reason: 'refused' };
    const waiting = unwrap(abandonSwap(await orderOf(harness), dropped, harness.clock.now()));
    unwrap(await harness.ports.orders.update(waiting.order));
    expect(await fire(harness)).toEqual({ fired: 0, ended: 1 });
    expect(await orderOf(harness)).toMatchObject({ status: 'cancelled', cancelReason: 'cancel-after' });
    expect((await read(harness)).fired).toMatchObject({ isEnding: false });
  });

  it('is held while the clock and the chain disagree, since ends cannot be undone', async () => {
    const harness = coreHarness({ settings: { maxClockDriftMs: 600_000 } });
    harness.chain.newestTime = T0.getTime() / 1_000;
    await place(harness, 1);
    await arm(harness);
    harness.clock.advance(3_600_000);
    expect(await fire(harness)).toMatchObject({ fired: 0, held: { kind: 'clock-doubtful' } });
    expect((await orderOf(harness)).status).toBe('open');
  });

  it('names a number of seconds out of range, and one that differs from the signed one', async () => {
    const { core } = coreHarness();
    const authorization = byKey();
    const wrong = { kind: 'invalid-fields', problems: [{ field: 'seconds' }] };
    const { set } = core.orders.cancelAfter;
    expect(await set({ body: { seconds: 61 }, authorization })).toMatchObject({ error: wrong });
    for (const by of [BY_HOST, { ...authorization, fields: { seconds: 4 } }])
      expect(await set({ body: { seconds: 4 }, authorization: by })).toMatchObject({ error: wrong });
  });
});

describe('a timer of a key', () => {
  it('ends only the orders that the key may cancel, apart from the owner’s timer', async () => {
    const harness = coreHarness();
    await place(harness, 1);
    await place(harness, 2, { strategyId: 'dca' });
    await harness.ports.apiKeys.insert(
      aKey(1, {
        owner: A_WALLET.address,
        terms: { name: 'bot', permissions: ['cancel'], limits: { plans: ['dca'] } },
      }),
    );
    const authorization = byKey({ plans: ['dca'] });
    unwrap(await harness.core.orders.cancelAfter.set({ body: { seconds: 60 }, authorization }));
    expect((await read(harness)).armed).toBeUndefined();
    harness.clock.advance(60_000);
    expect(await fire(harness)).toEqual({ fired: 1, ended: 1 });
    expect((await orderOf(harness, 1)).status).toBe('open');
    expect((await orderOf(harness, 2)).status).toBe('cancelled');
  });

  it('ends nothing once the key is revoked, and needs the permission cancel', async () => {
    const harness = coreHarness();
    await place(harness, 1);
    const key = aKey(1, { owner: A_WALLET.address, terms: { name: 'bot', permissions: ['cancel'] } });
    await harness.ports.apiKeys.insert(key);
    const body = { seconds: 60 };
    const { cancelAfter } = harness.core.orders;
    expect(await cancelAfter.set({ body, authorization: byKey({}, ['execute']) })).toMatchObject({
      error: { kind: 'permission-denied', permission: 'cancel' },
    });
    unwrap(await cancelAfter.set({ body, authorization: byKey() }));
    await harness.ports.apiKeys.update({ ...key, revokedAt: T0 });
    harness.clock.advance(60_000);
    expect(await fire(harness)).toEqual({ fired: 1, ended: 0 });
    expect((await orderOf(harness)).status).toBe('open');
  });
});

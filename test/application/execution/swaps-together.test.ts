import { describe, expect, it } from '@jest/globals';
import { memoryStorage } from '../../../src/adapters/memory/index.js';
import { unwrap } from '../../../src/domain/shared/result.js';
import { toUnits } from '../../../src/domain/shared/units.js';
import type { AnyOrder } from '../../../src/domain/order/terms/draft.js';
import { AN_OPERATOR, SECOND_OPERATOR, uuidOf } from '../../support/builders.js';
import {
  coreHarness,
  HOST,
  stubSigner,
  WELSH_SUBNET,
  type CoreHarness,
  type HarnessOptions,
} from '../../support/core-harness.js';
import { AT_ONCE, pass } from '../../support/executor-steps.js';
import { orderOf, place, swapsOf } from '../../support/order-steps.js';
import { A_WALLET } from '../../support/signing.js';

const FEE = 3_000n;
const ALL = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10];

/** Orders that one pass may send, and the numbers of order changes in each unit of work since they were placed. */
async function together(options: HarnessOptions = {}, fields: (n: number) => AnyOrder = () => ({})) {
  const storage = memoryStorage();
  const units: number[] = [];
  const counting: typeof storage.unitOfWork.run = (work) => {
    let changes = 0;
    return storage.unitOfWork.run(async (inner) => {
      const orders = Object.assign(Object.create(inner.orders) as typeof inner.orders, {
        updateMany: (changed: Parameters<typeof inner.orders.updateMany>[0]) => {
          changes += changed.length;
          return inner.orders.updateMany(changed);
        },
      });
      const result = await work({ ...inner, orders });
      if (changes > 0) units.push(changes);
      return result;
    });
  };
  const unitOfWork = { ...storage.unitOfWork, run: counting };
  const harness = coreHarness({ ...options, storage: { ...storage, unitOfWork } });
  for (const n of ALL) await place(harness, n, { ...AT_ONCE, ...fields(n) });
  units.length = 0;
  return { harness, units };
}

const statuses = (harness: CoreHarness) =>
  Promise.all(ALL.map(async (n) => (await orderOf(harness, n)).status));
const nonces = async (harness: CoreHarness, sender: string) => {
  const swaps = await Promise.all(ALL.map((n) => swapsOf(harness, n)));
  return swaps
    .flat()
    .filter((swap) => swap.sender === sender)
    .map(({ nonce }) => nonce)
    .sort((a, b) => Number(a - b));
};

describe('swaps that the executor stores together', () => {
  it('take far fewer units of work than orders, and each its own nonce of an account', async () => {
    const signers = [stubSigner(), stubSigner({ address: SECOND_OPERATOR })];
    const { harness, units } = await together({ signers });
    expect(await pass(harness)).toMatchObject({ attempts: { sent: 10 } });
    expect(units.reduce((sum, changes) => sum + changes, 0)).toBe(20);
    expect(units.length).toBeLessThan(10);
    expect(await nonces(harness, AN_OPERATOR)).toEqual([0n, 1n, 2n, 3n, 4n]);
    expect(await nonces(harness, SECOND_OPERATOR)).toEqual([0n, 1n, 2n, 3n, 4n]);
    expect(harness.chain.sent).toHaveLength(10);
  });

  it('stay exactly within the limit on fees', async () => {
    const { harness } = await together({ settings: { limits: { maxFeesPerHourUstx: 3n * FEE + 1n } } });
    expect(await pass(harness)).toMatchObject({ attempts: { sent: 3 }, left: 'stopped' });
    expect(harness.chain.sent).toHaveLength(3);
    expect((await statuses(harness)).filter((status) => status === 'broadcasted')).toHaveLength(3);
  });

  it('stay exactly within the limit on the swaps of one owner', async () => {
    const { harness } = await together({ settings: { ownerInFlight: 4 } });
    const { attempts } = await pass(harness);
    expect(attempts).toEqual({ sent: 4, 'owner-in-flight': 6 });
    expect(harness.chain.sent).toHaveLength(4);
  });

  it('spend no more than the owner has', async () => {
    const { harness } = await together();
    harness.balances.set(WELSH_SUBNET, A_WALLET.address, toUnits(3_500_000n));
    const { attempts } = await pass(harness);
    expect(attempts).toEqual({ sent: 3, 'insufficient-balance': 7 });
    expect(harness.chain.sent).toHaveLength(3);
  });

  it('include one of a one-cancels-other group, whose others end with it', async () => {
    const { harness } = await together({}, (n) =>
      n <= 6 ? { strategyId: 'exits', metadata: { oco: true } } : {},
    );
    await pass(harness);
    const all = await statuses(harness);
    expect(all.slice(0, 6).toSorted()).toEqual(['broadcasted', ...Array<string>(5).fill('cancelled')]);
    expect(all.slice(6)).toEqual(Array(4).fill('broadcasted'));
    expect(harness.chain.sent).toHaveLength(5);
  });

  it('are stored without the one that was cancelled while it was quoted, which leaves no gap between nonces', async () => {
    const signer = stubSigner();
    const estimateFee: typeof signer.estimateFee = async (plan) => {
      const ref = plan.terms.uuid;
      if (ref === uuidOf(4)) unwrap(await harness.core.orders.cancel({ ref, authorization: HOST }));
      return signer.estimateFee(plan);
    };
    const { harness } = await together({ signer: stubSigner({ estimateFee }) });
    expect(await pass(harness)).toMatchObject({ attempts: { sent: 9, 'order-not-open': 1 } });
    expect(await nonces(harness, AN_OPERATOR)).toEqual(ALL.slice(0, 9).map((n) => BigInt(n - 1)));
    expect(await swapsOf(harness, 4)).toEqual([]);
    expect((await orderOf(harness, 4)).status).toBe('cancelled');
  });

  it('are stored without the one whose signing throws, which is tried again later', async () => {
    const working = stubSigner();
    const sign: typeof working.sign = async (plan, account) => {
      if (plan.terms.uuid === uuidOf(4)) throw new Error('a fault of the signer');
      return working.sign(plan, account);
    };
    const { harness } = await together({ signer: stubSigner({ sign }) });
    await expect(pass(harness)).rejects.toThrow('a fault of the signer');
    const all = await statuses(harness);
    expect(ALL.filter((_, n) => all[n] === 'open')).toEqual([4]);
    expect(await nonces(harness, AN_OPERATOR)).toEqual(ALL.slice(0, 9).map((n) => BigInt(n - 1)));
    expect(await swapsOf(harness, 4)).toEqual([]);
  });

  it('are stored without the one that would violate an invariant, of which nothing stays', async () => {
    const { harness } = await together();
    const { events } = harness.ports;
    // A log that does not lead to the order's state: the order was sent, according to it.
    await events.append({
      uuid: uuidOf(4),
      event: { type: 'swap-stored', at: harness.clock.now(), facts: {} },
    });
    await pass(harness).catch(() => undefined);
    expect(await swapsOf(harness, 4)).toEqual([]);
    expect(await orderOf(harness, 4)).not.toHaveProperty('sending');
    const found = harness.observed.filter(({ kind }) => kind === 'invariant-violated');
    expect(found).toMatchObject([{ invariant: 'lifecycle', uuid: uuidOf(4) }]);
    const all = await statuses(harness);
    expect(harness.chain.sent).toHaveLength(all.filter((status) => status === 'broadcasted').length);
    expect(new Set(await nonces(harness, AN_OPERATOR)).size).toBe(harness.chain.sent.length);
  });
});

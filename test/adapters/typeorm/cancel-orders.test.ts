import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { MAX_CANCELLED } from '../../../src/application/orders/cancel-orders.js';
import type { SelectionInput } from '../../../src/domain/order/lists/order-selection.js';
import { unwrap } from '../../../src/domain/shared/result.js';
import { aBroadcastedOrder, anOpenOrder, T0, uuidOf } from '../../support/builders.js';
import {
  coreHarness,
  DOLLAR,
  SBTC,
  signedInput,
  WELSH_SUBNET,
  type CoreHarness,
} from '../../support/core-harness.js';
import { harnesses, type OpenedStorage } from '../../support/harnesses.js';
import { A_WALLET, ANOTHER_WALLET } from '../../support/signing.js';

const owner = A_WALLET.address;
const AS_HOST = { by: 'host', owner } as const;

describe.each(harnesses)('core.orders.cancelMany on $name', (adapter) => {
  let storage: OpenedStorage;
  let harness: CoreHarness;

  beforeEach(async () => {
    storage = await adapter.open();
    harness = coreHarness({ storage: storage.ports });
  });
  afterEach(() => storage.close());

  const place = async (n: number, fields: object = {}, wallet = A_WALLET) =>
    unwrap(await harness.core.orders.place(signedInput({ uuid: uuidOf(n), wallet, fields: { ...fields } })));
  const cancel = async (selection: SelectionInput = {}) =>
    unwrap(await harness.core.orders.cancelMany({ selection, authorization: AS_HOST }));
  const statusOf = async (n: number) => unwrap(await harness.core.orders.get(uuidOf(n))).status;

  it.each<[string, SelectionInput, readonly number[]]>([
    ['every order', {}, [1, 2, 3, 4]],
    ['those of a plan', { strategyId: 'plan' }, [1, 2]],
    ['those that buy a token', { outputToken: SBTC }, [2, 3]],
    ['those that have all of it', { strategyId: 'plan', inputToken: WELSH_SUBNET, outputToken: SBTC }, [2]],
    ['those of a pair', { pair: `${SBTC},${WELSH_SUBNET}` }, [2, 3]],
    ['none', { inputToken: DOLLAR }, []],
  ])('ends %s of the owner, and logs each', async (_, selection, expected) => {
    await place(1, { strategyId: 'plan' });
    await place(2, { strategyId: 'plan', outputToken: SBTC });
    await place(3, { strategyId: 'Plan', outputToken: SBTC });
    await place(4);
    await place(5, { strategyId: 'plan', outputToken: SBTC }, ANOTHER_WALLET);
    const uuids = expected.map(uuidOf);
    const { cancelled, ...rest } = await cancel(selection);
    expect([[...cancelled].sort(), rest]).toEqual([uuids, { skipped: [], more: false }]);
    for (const n of [1, 2, 3, 4, 5])
      expect([n, await statusOf(n)]).toEqual([n, expected.includes(n) ? 'cancelled' : 'open']);
    for (const uuid of uuids)
      expect(unwrap(await harness.core.orders.events(uuid)).at(-1)).toMatchObject({
        type: 'cancelled',
        facts: { reason: 'owner' },
      });
    expect(await cancel(selection)).toEqual({ cancelled: [], skipped: [], more: false });
  });

  it('skips an order whose swap is on its way, marks one whose swap is overdue, and ends the others', async () => {
    for (const n of [1, 2, 3]) await place(n);
    const { core, chain, clock } = harness;
    const sendUnheard = async (n: number) => {
      chain.answerNext({ kind: 'unknown', reason: 'time-out' });
      const executed = await core.orders.execute({ ref: uuidOf(n), authorization: { by: 'host' } });
      expect(executed).toMatchObject({ error: { kind: 'broadcast-unknown' } });
    };
    await sendUnheard(1);
    clock.advance(60_000);
    await sendUnheard(2);
    const { cancelled, skipped, more } = await cancel();
    expect(cancelled).toEqual([uuidOf(3)]);
    expect(new Map(skipped.map(({ uuid, reason }) => [uuid, reason]))).toEqual(
      new Map([
        [uuidOf(1), 'ending'],
        [uuidOf(2), 'order-already-broadcast'],
      ]),
    );
    expect(more).toBe(false);
    expect(unwrap(await core.orders.get(uuidOf(1)))).toMatchObject({ status: 'open', ending: 'owner' });
    expect(unwrap(await core.orders.get(uuidOf(2)))).not.toHaveProperty('ending');
  });

  it('does not touch orders that a node has, nor final ones', async () => {
    unwrap(await storage.ports.orders.insert(aBroadcastedOrder({ owner, uuid: uuidOf(1) })));
    expect(await cancel()).toEqual({ cancelled: [], skipped: [], more: false });
    expect(await statusOf(1)).toBe('broadcasted');
  });

  it('ends each order once when two requests race, and both report it', async () => {
    for (let n = 1; n <= 20; n++) await place(n);
    const both = await Promise.all([cancel(), cancel()]);
    for (const { skipped } of both) expect(skipped).toEqual([]);
    expect(Math.max(...both.map(({ cancelled }) => cancelled.length))).toBe(20);
    for (let n = 1; n <= 20; n++)
      expect(unwrap(await harness.core.orders.events(uuidOf(n))).map(({ type }) => type)).toEqual([
        'created',
        'cancelled',
      ]);
  });
});

describe('core.orders.cancelMany during executions', () => {
  it('returns the actual outcome of each order, whichever of the two wins', async () => {
    const outcomes = new Set<string>();
    for (let turns = 0; turns < 120; turns += 3) {
      const { core, chain } = coreHarness();
      for (const n of [1, 2]) unwrap(await core.orders.place(signedInput({ uuid: uuidOf(n) })));
      const executing = core.orders.execute({ ref: uuidOf(1), authorization: { by: 'host' } });
      for (let turn = 0; turn < turns; turn++) await Promise.resolve();
      const ended = unwrap(await core.orders.cancelMany({ selection: {}, authorization: AS_HOST }));
      const executed = await executing;
      const { status } = unwrap(await core.orders.get(uuidOf(1)));
      expect(ended.cancelled.includes(uuidOf(1))).toBe(status === 'cancelled');
      expect(executed.ok).toBe(status === 'broadcasted');
      expect(chain.sent).toHaveLength(executed.ok ? 1 : 0);
      expect(unwrap(await core.orders.get(uuidOf(2))).status).toBe('cancelled');
      const [{ reason } = { reason: 'none' }] = ended.skipped;
      outcomes.add(`${status} ${reason}`);
    }
    expect(outcomes).toContain('cancelled none');
    expect(outcomes).toContain('broadcasted order-already-broadcast');
  });
});

describe('core.orders.cancelMany of many orders', () => {
  it(`visits the ${MAX_CANCELLED} oldest, and the others with the next request`, async () => {
    const { core, ports } = coreHarness();
    for (let n = 0; n < MAX_CANCELLED + 5; n++) {
      const createdAt = new Date(T0.getTime() - n);
      unwrap(await ports.orders.insert(anOpenOrder({ owner, uuid: uuidOf(n) }, { createdAt })));
    }
    const cancel = async () =>
      unwrap(await core.orders.cancelMany({ selection: {}, authorization: AS_HOST }));
    expect(await cancel()).toMatchObject({ cancelled: { length: MAX_CANCELLED }, skipped: [], more: true });
    expect(await core.orders.count()).toMatchObject({ open: 5, cancelled: MAX_CANCELLED });
    expect(unwrap(await core.orders.get(uuidOf(0))).status).toBe('open');
    expect(await cancel()).toMatchObject({ cancelled: { length: 5 }, more: false });
  });
});

import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import type { AnyOrder } from '../../../src/domain/order/terms/draft.js';
import { unwrap } from '../../../src/domain/shared/result.js';
import { uuidOf } from '../../support/builders.js';
import { coreHarness, signedInput, type CoreHarness } from '../../support/core-harness.js';
import { harnesses, type OpenedStorage } from '../../support/harnesses.js';

const bodies = (from: number, to: number, fields: AnyOrder = {}) =>
  Array.from({ length: to - from + 1 }, (_, n) => signedInput({ uuid: uuidOf(from + n), fields }));

describe.each(harnesses)('core.orders.placeBatch on $name', (adapter) => {
  let storage: OpenedStorage;
  let harness: CoreHarness;

  beforeEach(async () => {
    storage = await adapter.open();
    harness = coreHarness({ storage: storage.ports });
  });
  afterEach(() => storage.close());

  const place = async (orders: readonly AnyOrder[], atomic: boolean) => {
    const results = await harness.core.orders.placeJsonBatch({ orders, atomic });
    return results.map((result) => (result.ok ? 'stored' : result.error.kind));
  };
  const count = async () => (await harness.core.orders.count()).open;
  const times = (kind: string, n: number) => Array.from({ length: n }, () => kind);

  it.each([true, false])(
    'stores 100 orders with their events, and returns them to a retry; atomic: %j',
    async (atomic) => {
      expect(await place(bodies(1, 100), atomic)).toEqual(times('stored', 100));
      expect(await place(bodies(1, 100), atomic)).toEqual(times('stored', 100));
      expect(await count()).toBe(100);
      expect(unwrap(await harness.core.orders.events(uuidOf(100)))).toMatchObject([
        { seq: 1, type: 'created' },
      ]);
    },
  );

  it('stores what it can of a batch that is not atomic', async () => {
    const [first, second, third] = bodies(1, 3);
    expect(await place([first!, { ...second, amountIn: '0' }, third!], false)).toEqual([
      'stored',
      'invalid-order',
      'stored',
    ]);
    expect(await count()).toBe(2);
  });

  it.each<[string, (good: readonly AnyOrder[]) => readonly AnyOrder[], readonly string[]]>([
    ['a bad field', ([a, b]) => [a!, { ...b, amountIn: '0' }], ['batch-refused', 'invalid-order']],
    [
      'a bad signature',
      ([a, b]) => [{ ...a, signature: b!['signature'] }, b!],
      ['signature-not-verified', 'batch-refused'],
    ],
    ['one uuid twice', ([a]) => [a!, { ...a, note: 'another' }], ['batch-refused', 'order-exists']],
    [
      'a client id twice',
      ([a, b]) => [
        { ...a, clientOrderId: 'mine' },
        { ...b, clientOrderId: 'mine' },
      ],
      ['batch-refused', 'client-order-id-taken'],
    ],
  ])('stores nothing of an atomic batch with %s', async (_, spoil, kinds) => {
    expect(await place(spoil(bodies(1, 2)), true)).toEqual(kinds);
    expect(await count()).toBe(0);
  });

  it('stores nothing of an atomic batch with an order that is stored with other terms', async () => {
    await place(bodies(2, 2, { note: 'first' }), true);
    expect(await place(bodies(1, 3), true)).toEqual(['batch-refused', 'order-exists', 'batch-refused']);
    expect(await count()).toBe(1);
  });

  it('stores each order once when the same and overlapping batches race', async () => {
    const labelled = (n: number) => signedInput({ uuid: uuidOf(n), fields: { clientOrderId: `mine-${n}` } });
    const forward = [1, 2, 3, 4, 5].map(labelled);
    const backward = [7, 6, 5, 4, 3].map(labelled);
    const all = await Promise.all([forward, backward, forward, backward].map((batch) => place(batch, true)));
    expect(all).toEqual(times('', 4).map(() => times('stored', 5)));
    expect(await count()).toBe(7);
  });

  it('throws for no orders and for more than 100', async () => {
    await expect(place([], true)).rejects.toThrow(RangeError);
    await expect(place(bodies(1, 101), false)).rejects.toThrow(RangeError);
  });
});

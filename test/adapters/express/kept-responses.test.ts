import { beforeEach, describe, expect, it } from '@jest/globals';
import request from 'supertest';
import { memoryStorage } from '../../../src/adapters/memory/index.js';
import { unwrap } from '../../../src/domain/shared/result.js';
import type { IdempotencyLog } from '../../../src/ports/index.js';
import { uuidOf } from '../../support/builders.js';
import { coreHarness, HOST, signedInput, type CoreHarness } from '../../support/core-harness.js';
import { walletHeaders } from '../../support/signing.js';
import { API, appOver } from './fake-core.js';

/** As much as an order may hold: 8 KB of metadata and 16 KB of fields of its owner's own. */
const LARGE = { metadata: { note: 'm'.repeat(8_000) }, note: 'n'.repeat(16_000) };
const KEYS = 20;

let harness: CoreHarness;
let app: ReturnType<typeof appOver>;
/** What was kept, by id. */
let kept: Map<string, string>;

beforeEach(() => {
  kept = new Map();
  const storage = memoryStorage();
  const idempotency: IdempotencyLog = Object.assign(Object.create(storage.idempotency) as IdempotencyLog, {
    replace: (known, next) => {
      if (next.state === 'answered') kept.set(next.id, next.answer);
      return storage.idempotency.replace(known, next);
    },
  } satisfies Partial<IdempotencyLog>);
  harness = coreHarness({ storage: { ...storage, idempotency } });
  app = appOver(harness.core, { clock: harness.clock });
});

const large = (n = 1) => signedInput({ uuid: uuidOf(n), fields: LARGE });
const place = (key: string, body: object = large()) =>
  request(app).post(`${API}/orders/new`).set('Idempotency-Key', key).send(body);
const keys = Array.from({ length: KEYS }, (_, n) => `key ${n}`);
const bytesKept = () => [...kept.values()].reduce((sum, answer) => sum + answer.length, 0);

let once = 0;
const ask = (verb: 'execute' | 'cancel', key: string) => {
  const [path, fields] = [`${API}/orders/${uuidOf(1)}/${verb}`, { action: `${verb}_order`, uuid: uuidOf(1) }];
  const timestamp = harness.clock.now().getTime();
  const call = verb === 'cancel' ? request(app).patch(path) : request(app).post(path);
  return call.set(walletHeaders({ ...fields, timestamp, once: ++once })).set('Idempotency-Key', key);
};

describe('what is kept under Idempotency-Keys', () => {
  it('is a reference to the order, however large that is and under however many keys it is placed again', async () => {
    const firsts = new Map<string, string>();
    for (const key of keys) firsts.set(key, (await place(key)).text);
    expect(firsts.get('key 1')!.length).toBeGreaterThan(24_000);
    expect(kept.size).toBe(KEYS);
    expect(bytesKept()).toBeLessThan(KEYS * 150);

    unwrap(await harness.core.orders.cancel({ ref: uuidOf(1), authorization: HOST }));
    for (const [key, first] of firsts) {
      const retry = await place(key);
      expect([retry.text === first, retry.get('idempotency-replayed')]).toEqual([true, 'true']);
    }
  });

  it('is only what differs from the placed order once the order has ended', async () => {
    await place('first');
    const ended = await Promise.all(keys.map((key) => ask('cancel', key)));
    expect(ended.map(({ status }) => status)).toEqual(keys.map(() => 200));
    expect(bytesKept()).toBeLessThan(KEYS * 400);
    const retry = await ask('cancel', keys[3]!);
    expect([retry.text === ended[3]!.text, retry.get('idempotency-replayed')]).toEqual([true, 'true']);
    expect((retry.body as { data: object }).data).toMatchObject({ status: 'cancelled', note: LARGE.note });
  });

  it('restores an executed order with its quote beside the owner’s metadata, whatever happens to it later', async () => {
    await place('first');
    const first = await ask('execute', 'run');
    expect(first.status).toBe(200);
    const repeat = await place('repeat');
    await harness.core.execution.settle();
    for (const [retry, original] of [
      [await ask('execute', 'run'), first],
      [await place('repeat'), repeat],
    ] as const) {
      expect([retry.status, retry.text]).toEqual([200, original.text]);
      expect(retry.get('idempotency-replayed')).toBe('true');
      expect((retry.body as { data: { metadata: object } }).data.metadata).toMatchObject({
        ...LARGE.metadata,
        quote: { amountInExact: '1000000' },
      });
    }
    expect(Math.max(...[...kept.values()].map(({ length }) => length))).toBeLessThan(4_000);
  });

  it('is a reference to each order of a batch', async () => {
    const orders = [large(1), large(2)];
    const send = (key: string) =>
      request(app).post(`${API}/orders/batch`).set('Idempotency-Key', key).send({ orders });
    const first = await send('all');
    expect(bytesKept()).toBeLessThan(300);
    unwrap(await harness.core.orders.cancel({ ref: uuidOf(2), authorization: HOST }));
    const retry = await send('all');
    expect([retry.text === first.text, retry.get('idempotency-replayed')]).toEqual([true, 'true']);
  });

  it('is nothing of a batch with an order that was refused, which anyone could send', async () => {
    const orders = [large(1), { ...large(2), amountIn: '0', ['x'.repeat(5_000)]: 1 }];
    for (const [batch, status] of [
      [orders, 'partial'],
      [orders.slice(1), 'error'],
    ] as const) {
      for (const _ of [1, 2]) {
        const response = await request(app)
          .post(`${API}/orders/batch`)
          .set('Idempotency-Key', status)
          .send({ orders: batch });
        expect([response.status, response.body]).toMatchObject([207, { status }]);
        expect(response.get('idempotency-replayed')).toBeUndefined();
      }
    }
    expect(kept.size).toBe(0);
  });
});

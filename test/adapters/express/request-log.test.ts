import { describe, expect, it } from '@jest/globals';
import { pino } from 'pino';
import request from 'supertest';
import type { AppOptions } from '../../../src/adapters/express/index.js';
import { err, ok } from '../../../src/domain/shared/result.js';
import { StorageFailure } from '../../../src/ports/index.js';
import type { ApiKeyId } from '../../../src/domain/api-key/api-key.js';
import { anOpenOrder, T0, uuidOf } from '../../support/builders.js';
import { A_WALLET, walletHeaders } from '../../support/signing.js';
import { API, appWith } from './fake-core.js';

type Line = Record<string, unknown> & { req: { id: string } };

/** The app, with its log lines. */
function logged(core: Parameters<typeof appWith>[0], options: Partial<AppOptions> = {}) {
  const lines: string[] = [];
  const logger = pino(
    { level: 'debug', base: null, timestamp: false },
    { write: (line: string) => void lines.push(line) },
  );
  const app = appWith(core, { ...options, logger });
  return { app, text: () => lines.join(''), lines: () => lines.map((line) => JSON.parse(line) as Line) };
}

describe('the request log', () => {
  it('has one line for a request, without its query', async () => {
    const { app, lines } = logged({});
    await request(app).get('/time?token=secret').set('x-request-id', 'mine');
    expect(lines()).toEqual([
      {
        level: 30,
        req: { id: 'mine', method: 'GET', path: '/time' },
        res: { status: 200 },
        ms: expect.any(Number),
        msg: 'answered',
      },
    ]);
  });

  it('holds the code of an error', async () => {
    const { app, lines } = logged({});
    await request(app).get('/nowhere');
    expect(lines()[0]).toMatchObject({ level: 30, res: { status: 404, code: 'not-found' } });
  });

  it('holds the path of a request to an area, with the first digits of an order’s id', async () => {
    const { app, lines } = logged({ orders: { get: async () => ok(anOpenOrder()) } });
    await request(app).get(`${API}/orders/${uuidOf(1)}`);
    expect(lines()[0]).toMatchObject({ req: { path: `${API}/orders/${uuidOf(1).slice(0, 8)}…` } });
  });

  it('holds the caller’s address where addresses are logged, as the trusted proxies saw it', async () => {
    const { app, lines } = logged({}, { logAddresses: true, trustProxy: 1 });
    await request(app).get('/time').set('x-forwarded-for', '198.51.100.9, ::ffff:203.0.113.7');
    expect(lines()[0]).toMatchObject({ req: { address: '203.0.113.7' } });
  });

  it('holds the id of a request’s trace', async () => {
    const { app, lines } = logged({}, { traceOf: ({ url }) => (url === '/time' ? '0af7' : undefined) });
    await request(app).get('/time');
    await request(app).get('/nowhere');
    expect(lines().map(({ trace }) => trace)).toEqual(['0af7', undefined]);
  });

  it('holds the id of an admitted key and its owner, in a line of a key over its limit only the id', async () => {
    const standing = { limit: 100, remaining: 1, resetsAt: T0 };
    const caller = { keyId: 'key-1' as ApiKeyId, askedAt: T0, standing };
    const key = { ...caller, owner: A_WALLET.address, permissions: [] };
    const answers = [ok(key), err({ kind: 'rate-limit-exceeded' as const, caller })];
    const { app, lines } = logged({
      apiKeys: {
        authenticate: async () => answers.shift()!,
        activity: { record: () => {}, flush: async () => {} },
      },
      orders: { get: async () => ok(anOpenOrder()) },
    });
    const get = () =>
      request(app)
        .get(`${API}/orders/${uuidOf(1)}`)
        .set('x-api-key', 'key-secret');
    await get();
    await get();
    expect(lines().map(({ caller }) => caller)).toEqual([
      { key: 'key-1', owner: A_WALLET.address },
      { key: 'key-1' },
    ]);
  });

  it('holds the wallet of a call that proves one, and no wallet that is only claimed', async () => {
    const headers = walletHeaders({ action: 'cancel_order' });
    const refusal = err({ kind: 'invalid-signature' as const });
    const answers = [ok(anOpenOrder()), err({ kind: 'not-order-owner' as const }), refusal];
    const { app, lines } = logged({
      orders: {
        cancel: async () => answers.shift()!,
        get: async () => ok(anOpenOrder()),
        authorizeReader: async () => refusal,
      },
    });
    const cancel = () =>
      request(app)
        .patch(`${API}/orders/${uuidOf(1)}/cancel`)
        .set(headers);
    for (const status of [200, 403, 401]) expect((await cancel()).status).toBe(status);
    await request(app)
      .get(`${API}/orders/${uuidOf(1)}`)
      .set(headers);
    const proven = { owner: headers['x-wallet-address'] };
    expect(lines().map(({ caller }) => caller)).toEqual([proven, proven, undefined, undefined]);
  });

  it('holds the owner of an order that is placed', async () => {
    const { app, lines } = logged({ orders: { placeJson: async () => ok(anOpenOrder()) } });
    await request(app).post(`${API}/orders/new`).send({});
    expect(lines()[0]).toMatchObject({ caller: { owner: anOpenOrder().terms.owner } });
  });

  it('never holds a signature, a signed message, a key or a body', async () => {
    const headers = walletHeaders({ action: 'execute_order', secret: 'message-secret' });
    const failure = Object.assign(new Error('insert failed'), { parameters: [headers['x-signature']] });
    const fail = () => Promise.reject(failure);
    const { app, text } = logged({
      orders: { execute: fail, placeJson: fail, get: async () => ok(anOpenOrder()) },
    });
    await request(app).post(`${API}/orders/x/execute?key=query-secret`).set(headers);
    await request(app).post(`${API}/orders/x/execute`).set('x-api-key', 'key-secret');
    await request(app).post(`${API}/orders/x/execute`).set('Authorization', 'Bearer bearer-secret');
    await request(app)
      .post(`${API}/orders/new`)
      .send({ signature: headers['x-signature'], a: 'body-secret' });
    await request(app).post(`${API}/orders/new`).set('Content-Type', 'application/json').send('{body-secret');
    expect(text()).toContain('insert failed');
    expect(text()).not.toMatch(/secret/);
    expect(text()).not.toContain(headers['x-signature']);
    expect(text()).not.toContain(headers['x-public-key']);
  });

  it('holds a thrown error with its causes, and the id of the request', async () => {
    const thrown = new Error('could not read', { cause: new TypeError('bad row') });
    const { app, lines } = logged({ orders: { get: () => Promise.reject(thrown) } });
    await request(app).get(`${API}/orders/x`);
    const [line, ...more] = lines();
    expect(more).toEqual([]);
    expect(line).toMatchObject({
      level: 50,
      msg: 'failed',
      req: { id: 'req-1' },
      res: { status: 500 },
      err: { type: 'Error', message: 'could not read', cause: { type: 'TypeError', message: 'bad row' } },
    });
    expect(JSON.stringify(line)).toContain('request-log.test');
  });

  it.each(['/healthz', '/readyz', '/metrics'])(
    'has the line of the probe %s at level debug',
    async (path) => {
      const metrics = { contentType: 'text/plain', text: async () => '' };
      const { app, lines } = logged({}, { metrics });
      await request(app).get(path);
      expect(lines()).toMatchObject([{ level: 20, req: { path }, res: { status: 200 } }]);
    },
  );

  it('has one line without a stack for a process that is not ready, with the reasons', async () => {
    const readiness = async () => ({ ready: false, reasons: ['no prices', 'no chain'] });
    const { app, lines } = logged({}, { readiness });
    await request(app).get('/readyz');
    expect(lines()).toEqual([
      {
        level: 40,
        req: { id: 'req-1', method: 'GET', path: '/readyz' },
        res: { status: 503 },
        ms: expect.any(Number),
        cause: { kind: 'unready', reason: 'no prices; no chain' },
        msg: 'failed',
      },
    ]);
  });

  it('has one line without a stack while the database is unavailable', async () => {
    const outage = new StorageFailure('connect ECONNREFUSED', 'ECONNREFUSED', true);
    const { app, lines, text } = logged({ orders: { get: () => Promise.reject(outage) } });
    await request(app).get(`${API}/orders/x`);
    expect(lines()).toMatchObject([
      { level: 40, res: { status: 503 }, cause: { kind: 'StorageFailure', reason: 'connect ECONNREFUSED' } },
    ]);
    expect(text()).not.toMatch(/stack|\bat /);
  });

  it('has one line for an expected outcome that is a 5xx', async () => {
    const quote = async () => err({ kind: 'chain-unreachable' as const, reason: 'ECONNREFUSED' });
    const { app, lines } = logged({ quotes: { quote } });
    await request(app).get(`${API}/quote?tokenIn=a&tokenOut=b&amount=1`);
    expect(lines()).toMatchObject([{ cause: { kind: 'chain-unreachable', reason: 'ECONNREFUSED' } }]);
    expect(lines()[0]).not.toHaveProperty('err');
  });

  it('holds why the chain could not be queried, which the response does not', async () => {
    const quote = async () => err({ kind: 'chain-unreachable' as const, reason: 'ECONNREFUSED' });
    const { app, text } = logged({ quotes: { quote } });
    const response = await request(app).get(`${API}/quote?tokenIn=a&tokenOut=b&amount=1`);
    expect(response.text).not.toContain('ECONNREFUSED');
    expect(text()).toContain('ECONNREFUSED');
  });

  it('gets no lines injected by a caller', async () => {
    const { app, lines } = logged({});
    await request(app).get('/time').set('x-request-id', '"}{"level":60,"msg":"forged');
    await request(app).get('/x%0a%7b%22level%22%3a60%7d');
    expect(lines().map(({ level }) => level)).toEqual([30, 30]);
  });
});

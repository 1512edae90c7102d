import { createServer, type IncomingMessage, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { SpanStatusCode } from '@opentelemetry/api';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import request from 'supertest';
import { createApp, operationOf, pricesArea, swapArea } from '../../../src/adapters/express/index.js';
import {
  openTelemetryTracer,
  traceHeaders,
  traceIdOf,
  traceRequests,
} from '../../../src/adapters/opentelemetry/index.js';
import { createAttempts } from '../../../src/adapters/stacks/node/http-attempt.js';
import { createWebhookSender } from '../../../src/adapters/webhooks/index.js';
import { err, ok } from '../../../src/domain/shared/result.js';
import type { DeliveryId } from '../../../src/domain/webhook/delivery.js';
import { T0 } from '../../support/builders.js';
import {
  coreHarness,
  DOLLAR,
  HOST,
  signedInput,
  WELSH,
  type CoreHarness,
} from '../../support/core-harness.js';
import { A_WALLET } from '../../support/signing.js';
import { collectSpans, type CollectedSpans } from './collect-spans.js';

let spans: CollectedSpans;
beforeEach(() => void (spans = collectSpans()));
afterEach(() => spans.stop());

const names = () => spans.all().map(({ name }) => name);

describe('openTelemetryTracer', () => {
  it('shows work with its facts and its outcome, under the work that it is part of', async () => {
    const tracer = openTelemetryTracer();
    await tracer.follow({ name: 'settle' }, () =>
      tracer.follow({ name: 'transaction', facts: { rows: 2 } }, async () => err({ kind: 'stale-version' })),
    );
    const [inner, outer] = spans.all();
    expect(inner).toMatchObject({
      name: 'transaction',
      attributes: { 'sluice.rows': 2, 'sluice.outcome': 'stale-version' },
      status: { code: SpanStatusCode.UNSET },
    });
    expect(outer).toMatchObject({ name: 'settle', attributes: { 'sluice.outcome': 'stale-version' } });
    expect(inner!.parentSpanContext?.spanId).toBe(outer!.spanContext().spanId);
  });

  it('names a thrown error without its message, and throws it on', async () => {
    const failure = new TypeError('SELECT … signature 0xsecret');
    const failing = openTelemetryTracer().follow({ name: 'quote' }, () => Promise.reject(failure));
    await expect(failing).rejects.toBe(failure);
    const [span] = spans.all();
    expect(span).toMatchObject({
      attributes: { 'error.type': 'TypeError' },
      status: { code: SpanStatusCode.ERROR },
      events: [],
    });
    expect(JSON.stringify([span!.attributes, span!.status])).not.toContain('secret');
  });

  it('does not show parts of work that is not shown', async () => {
    const run = () => Promise.resolve(ok(7));
    for (const name of ['transaction', 'node-request'] as const)
      expect(await openTelemetryTracer().follow({ name }, run)).toEqual(ok(7));
    expect(names()).toEqual([]);
  });
});

function served(harness: CoreHarness, traced: string[] = []): RequestListener {
  const { core, clock } = harness;
  const app = createApp({
    areas: [swapArea(core, { clock }), pricesArea(core, { clock })],
    clock,
    requestIds: () => 'a-request',
    readiness: async () => ({ ready: true, reasons: [] }),
  });
  return traceRequests({ operationOf, probes: ['/healthz'] })((req, res) => {
    traced.push(traceIdOf(req)!);
    app(req, res);
  });
}

const PARENT = { traceId: '0af7651916cd43dd8448eb211c80319c', spanId: 'b7ad6b7169203331' };
const traceparent = `00-${PARENT.traceId}-${PARENT.spanId}-01`;

describe('traceRequests', () => {
  it('shows a placed order from the request to the transaction, by its handle and without a secret', async () => {
    const harness = coreHarness({ tracer: openTelemetryTracer() });
    const body = signedInput();
    const headers = { traceparent, 'x-api-key': 'ck_live_secret', 'x-forwarded-for': '203.0.113.7' };
    await request(served(harness)).post('/swap/api/v1/orders/new?key=query-secret').set(headers).send(body);
    await harness.core.orders.execute({ ref: body.uuid, authorization: HOST });
    const [place, transaction, http] = ['place-order', 'transaction', 'placeOrder'].map(spans.named);
    expect(http).toMatchObject({
      parentSpanContext: PARENT,
      attributes: {
        'http.request.method': 'POST',
        'http.response.status_code': 200,
        'sluice.operation': 'placeOrder',
      },
    });
    expect(place!.parentSpanContext?.spanId).toBe(http!.spanContext().spanId);
    expect(transaction!.parentSpanContext?.spanId).toBe(place!.spanContext().spanId);
    const { terms } = (await harness.ports.orders.findById(body.uuid as never))!;
    expect(spans.named('attempt-order').attributes['sluice.order']).toBe(terms.handle);
    const shown = JSON.stringify(spans.all().map((span) => [span.name, span.attributes, span.events]));
    for (const secret of [body.signature, body.uuid, 'secret', '203.0.113.7', A_WALLET.address])
      expect(shown).not.toContain(secret);
  });

  it.each([
    'garbage',
    `00-${PARENT.traceId}-${PARENT.spanId}`,
    `ff-${PARENT.traceId}-${PARENT.spanId}-01`,
    `00-${'0'.repeat(32)}-${PARENT.spanId}-01`,
    `00-${PARENT.traceId}-${'0'.repeat(16)}-01`,
    `${traceparent}, ${traceparent}`,
    'x'.repeat(8_000),
  ])('begins a trace where the caller’s traceparent is %s', async (malformed) => {
    const traced: string[] = [];
    await request(served(coreHarness(), traced)).get('/time').set('traceparent', malformed).expect(200);
    const [span] = spans.all();
    expect(span!.parentSpanContext).toBeUndefined();
    expect(traced).toEqual([span!.spanContext().traceId]);
    expect(span!.spanContext().traceId).not.toBe(PARENT.traceId);
  });

  it('names a prepared response by its operation, the first time and later', async () => {
    const app = served(coreHarness());
    const quote = `/swap/api/v1/quote?tokenIn=${WELSH}&tokenOut=${DOLLAR}&amount=1000`;
    for (let n = 0; n < 2; n++) await request(app).get(quote).expect(200);
    await request(app).get('/prices/api/v1/prices');
    await request(app).get('/prices/api/v1/prices');
    const shown = names().filter((name) => name !== 'GET');
    expect(new Set(shown)).toEqual(new Set(['quoteRoute', 'listPrices']));
    expect(shown).toHaveLength(4);
  });

  it('shows neither probes nor the path of an unknown address', async () => {
    const app = served(coreHarness());
    await request(app).get('/healthz').expect(200);
    await request(app).get('/order-secret').expect(404);
    expect(names()).toEqual(['GET']);
  });

  it('marks a fault of the server as an error', async () => {
    const harness = coreHarness();
    harness.liquidity.unreachable = true;
    await request(served(harness)).get(`/swap/api/v1/quote?tokenIn=${WELSH}&tokenOut=${DOLLAR}&amount=1`);
    expect(spans.all()[0]).toMatchObject({ status: { code: SpanStatusCode.ERROR } });
  });
});

/** A server that keeps the headers of its last request. */
async function receiver() {
  const received: { headers: IncomingMessage['headers'] } = { headers: {} };
  const server = createServer((req, res) => {
    received.headers = req.headers;
    req.resume();
    res.end('{}');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const close = () => new Promise((resolve) => server.close(resolve).closeAllConnections());
  return { url: `http://127.0.0.1:${port}`, received, close };
}

describe('what leaves the process', () => {
  it('a message to a webhook continues the trace', async () => {
    const { url, received, close } = await receiver();
    const sender = createWebhookSender({
      rules: { allowedHosts: ['127.0.0.1'] },
      write: () => '{}',
      headers: traceHeaders,
    });
    const id = 'msg_1' as DeliveryId;
    const content = { kind: 'ping' as const, webhookId: 'wh_1' as never, at: T0 };
    await openTelemetryTracer().follow({ name: 'deliver-webhook' }, () =>
      sender.send({ id, url, at: T0, secrets: [], content }, new AbortController().signal),
    );
    await close();
    const { traceId, spanId } = spans.named('deliver-webhook').spanContext();
    expect(received.headers['traceparent']).toBe(`00-${traceId}-${spanId}-01`);
  });

  it('a request to the node, which is another’s, is shown by its purpose and says nothing of the trace', async () => {
    const { url, received, close } = await receiver();
    const tracer = openTelemetryTracer();
    const node = createAttempts({ baseUrl: url, tracer });
    await tracer.follow({ name: 'settle' }, () =>
      node.attempt({ method: 'GET', path: '/v2/accounts/wallet-secret', purpose: 'settlement' }),
    );
    await node.close();
    await close();
    expect(received.headers).not.toHaveProperty('traceparent');
    const { attributes, parentSpanContext } = spans.named('node-request');
    expect(attributes).toEqual({
      'sluice.method': 'GET',
      'sluice.purpose': 'settlement',
      'sluice.outcome': 'ok',
    });
    expect(parentSpanContext?.spanId).toBe(spans.named('settle').spanContext().spanId);
  });
});

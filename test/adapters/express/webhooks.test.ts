import { beforeEach, describe, expect, it } from '@jest/globals';
import request from 'supertest';
import { createCore } from '../../../src/application/core.js';
import { StoredPerAddress } from '../../../src/adapters/express/requests/stored-per-address.js';
import { swapArea } from '../../../src/adapters/express/index.js';
import { isPublicAddress } from '../../../src/adapters/webhooks/public-addresses.js';
import { webhookBody } from '../../../src/adapters/express/swap/owned/webhook-body.js';
import type { EndedAttempt } from '../../../src/domain/webhook/attempt.js';
import { T0, uuidOf } from '../../support/builders.js';
import { ANOTHER_WALLET, TEST_ORIGIN } from '../../support/signing.js';
import { responseCheck } from './described.js';
import { errorIn } from './error-in.js';
import { anExchange, aSignedBody } from './exchange.js';
import { API, appOver } from './fake-core.js';
import { webhookManager } from './wallet-requests.js';

const { check: compare, notProduced } = responseCheck();
interface Described extends Omit<request.Response, 'body'> {
  readonly body: {
    readonly webhook: { readonly id: string };
    readonly secret: string;
    readonly webhooks: readonly { readonly id: string }[];
    readonly delivery: { readonly id: string };
    readonly deliveries: readonly [{ readonly id: string }, ...(readonly { readonly id: string }[])];
    readonly replayed: number;
  };
}
const check = (response: request.Response): Described => {
  compare(response);
  return response;
};
const at = (ms: number) => new Date(T0.getTime() + ms).toISOString();
const URL = 'https://receiver.example.org/hook';
const SECRET = /^whsec_[0-9A-Za-z+/]{43}=$/;

function served({ isOff = false, bytes }: { isOff?: boolean; bytes?: number } = {}) {
  const { ports, clock } = anExchange();
  const bodies: string[] = [];
  const urls: string[] = [];
  let outcome: EndedAttempt = { kind: 'responded', status: 204, tookMs: 12 };
  const sender = {
    isPublic: isPublicAddress,
    send: async ({ content, url }: { content: Parameters<typeof webhookBody>[0]; url: string }) => {
      urls.push(url);
      bodies.push(webhookBody(content));
      return outcome;
    },
  };
  const settings = { origins: () => [TEST_ORIGIN], webhooksPerWallet: 2 };
  const core = createCore({ ...ports, ...(!isOff && { webhookSender: sender }) }, settings);
  const stored = new StoredPerAddress(clock, { bytes });
  const app = appOver(core, { clock, areas: [swapArea(core, { clock, stored })] });
  return {
    app,
    clock,
    bodies,
    urls,
    respond: (next: EndedAttempt) => void (outcome = next),
    work: async () => {
      await core.webhooks.sending.addDeliveries();
      await core.webhooks.sending.sendDue();
      await core.webhooks.sending.idle();
    },
    place: (n = 1) =>
      request(app)
        .post(`${API}/orders/new`)
        .send(aSignedBody({ uuid: uuidOf(n) })),
    wallet: webhookManager(app),
    stranger: webhookManager(app, ANOTHER_WALLET),
  };
}

let bed: ReturnType<typeof served>;
beforeEach(() => {
  bed = served();
});

describe('POST /webhooks', () => {
  it('returns the webhook with its secret, which no later response holds except that of a rotation', async () => {
    const terms = { eventTypes: ['order.confirmed', 'order.failed'], strategyId: 'dca-1' };
    const response = check(await bed.wallet.create(terms));
    expect(response.status).toBe(200);
    expect(response.get('cache-control')).toBe('no-store');
    const { webhook, secret } = response.body as { webhook: { id: string }; secret: string };
    expect(secret).toMatch(SECRET);
    expect(webhook).toEqual({
      id: expect.stringMatching(/^[0-9a-f]{32}$/),
      url: URL,
      ...terms,
      events: terms.eventTypes,
      status: 'enabled',
      disabledAt: null,
      failingSince: null,
      createdAt: T0.toISOString(),
      previousSecretUntil: null,
      waiting: 0,
      dead: 0,
    });
    const list = check(await bed.wallet.list());
    expect(list.body).toEqual({ status: 'success', webhooks: [webhook] });
    const rotated = check(await bed.wallet.rotate(webhook.id));
    expect(rotated.body).toMatchObject({
      secret: expect.stringMatching(SECRET),
      webhook: { previousSecretUntil: at(24 * 60 * 60 * 1000) },
    });
    expect(rotated.text).not.toContain(secret);
    const later = [
      await bed.wallet.list(),
      await bed.wallet.test(webhook.id),
      await bed.wallet.remove(webhook.id),
    ];
    for (const { text } of later) expect(text).not.toContain('whsec_');
    expect((await bed.wallet.list()).body).toEqual({ status: 'success', webhooks: [] });
  });

  it('rotates the secret under the other name of the path, of the action, and of both', async () => {
    const { id } = check(await bed.wallet.create()).body.webhook as { id: string };
    const secrets = new Set<unknown>();
    for (const [path, action] of [
      ['rotate', 'rotate_webhook'],
      ['rotate', 'rotate_webhook_secret'],
      ['rotate-secret', 'rotate_webhook'],
    ] as const) {
      const rotated = await bed.wallet.change(`/${path}`, action)(id);
      expect(rotated.status).toBe(200);
      secrets.add((rotated.body as { secret: unknown }).secret);
    }
    expect(secrets.size).toBe(3);
    const wrong = await bed.wallet.change('/rotate', 'test_webhook')(id);
    expect(errorIn(wrong)).toMatchObject({ code: 'invalid-message-content' });
  });

  it('takes events for eventTypes, and not both', async () => {
    const typesOf = async (fields: Parameters<typeof bed.wallet.create>[0]) => {
      const { eventTypes, events } = check(await bed.wallet.create(fields)).body.webhook as Readonly<
        Record<string, unknown>
      >;
      return { eventTypes, events };
    };
    const failed = ['order.failed'];
    expect(await typesOf({ events: failed })).toEqual({ eventTypes: failed, events: failed });
    expect(await typesOf({ events: ['order.*'] })).toEqual({ events: ['order.*'] });
    const both = check(await bed.wallet.create({ events: ['order.*'], eventTypes: ['order.failed'] }));
    expect([both.status, both.text]).toEqual([401, expect.stringContaining('send one of them')]);
  });

  it.each([
    [{ url: 'https://10.0.0.1/' }, 'url: must name a host of the public internet'],
    [{ url: 'https://postgres/' }, 'url: must name a host of the public internet'],
    [{ url: 'https://user:password@example.org/' }, 'url: must not contain a user name or a password'],
    [{ url: 'https://localhost/' }, 'url: must name a host of the public internet'],
    [
      { eventTypes: ['order.sold'] },
      /eventTypes: must list one or more of order\.created.*alert\.fired, each once/,
    ],
    [{ eventType: ['order.created'] }, 'eventType: unknown; did you mean eventTypes?'],
  ])('refuses %j and says why', async (fields, problem) => {
    const response = check(await bed.wallet.create(fields));
    expect(response.status).toBe(401);
    const { details } = errorIn(response) as { details?: unknown };
    expect(JSON.stringify(details)).toMatch(problem);
  });

  it('refuses a wallet’s third webhook if two are allowed, but not another wallet’s', async () => {
    for (let n = 0; n < 2; n++) expect((await bed.wallet.create()).status).toBe(200);
    const third = check(await bed.wallet.create());
    expect([third.status, errorIn(third)]).toMatchObject([
      422,
      { code: 'too-many-webhooks', details: { limit: 2 } },
    ]);
    expect((await bed.stranger.create()).status).toBe(200);
  });

  it('stores two webhooks when ten requests come at once', async () => {
    const responses = await Promise.all(Array.from({ length: 10 }, () => bed.wallet.create()));
    expect(responses.filter(({ status }) => status === 200)).toHaveLength(2);
  });

  it('counts against what the address may store', async () => {
    const small = served({ bytes: 1_000 });
    expect((await small.wallet.create()).status).toBe(200);
    const refused = check(await small.wallet.create());
    expect([refused.status, refused.body]).toMatchObject([429, { code: 'address-quota-exceeded' }]);
    const [{ id }] = check(await small.wallet.list()).body.webhooks as [{ id: string }];
    expect(check(await small.wallet.test(id)).status).toBe(429);
  });

  it('is refused if webhooks are off, as tests are', async () => {
    const off = served({ isOff: true });

    const refused = check(await off.wallet.create());
    expect([refused.status, errorIn(refused)]).toMatchObject([404, { code: 'webhooks-off' }]);
    expect((await off.wallet.list()).status).toBe(200);
  });
});

describe('a webhook', () => {
  const created = async () => check(await bed.wallet.create()).body.webhook.id;

  it('is reported as not found to other wallets, whatever the request', async () => {
    const id = await created();
    const { stranger } = bed;
    for (const response of [
      await stranger.get(id),
      await stranger.update(id, { url: URL }),
      await stranger.deliveries(id),
      await stranger.rotate(id),
      await stranger.test(id),
      await stranger.replay(id),
      await stranger.remove(id),
      await stranger.remove('x'.repeat(500)),
    ]) {
      check(response);
      expect([response.status, errorIn(response)]).toMatchObject([404, { code: 'webhook-not-found' }]);
    }
    expect(check(await bed.wallet.list()).body.webhooks).toHaveLength(1);
  });

  it('is not changed by a reused message, or by one signed for another action', async () => {
    const id = await created();
    const message = { once: 'the same' };
    expect((await bed.wallet.rotate(id, message)).status).toBe(200);
    expect(errorIn(check(await bed.wallet.rotate(id, message)))).toMatchObject({
      code: 'signature-already-used',
    });
    const other = check(await bed.wallet.remove(id, { action: 'test_webhook' }));
    expect(errorIn(other)).toMatchObject({ code: 'invalid-message-content' });
  });

  it('is sent the event and the order as the owner reads them', async () => {
    const id = await created();
    await bed.place();
    await bed.work();
    const [body] = bed.bodies.map((text) => JSON.parse(text) as Record<string, unknown>);
    const proof = bed.wallet.asReader();
    const order = await request(bed.app)
      .get(`${API}/orders/${uuidOf(1)}`)
      .set(proof);
    const events = await request(bed.app)
      .get(`${API}/orders/${uuidOf(1)}/events`)
      .set(proof);
    const { evaluation: _, ...shown } = (order.body as { data: Record<string, unknown> }).data;
    expect(body).toEqual({
      type: 'order.created',
      timestamp: T0.toISOString(),
      data: { event: (events.body as { data: readonly unknown[] }).data[0], order: shown },
    });
    expect(bed.bodies[0]).not.toContain(aSignedBody()['signature']);
    const { deliveries } = check(await bed.wallet.deliveries(id)).body;
    expect(deliveries).toEqual([
      {
        id: expect.stringMatching(/^msg_[0-9a-f]{32}$/),
        type: 'order.created',
        uuid: uuidOf(1),
        seq: 1,
        state: 'delivered',
        attempts: 1,
        createdAt: T0.toISOString(),
        nextAttemptAt: null,
        endedAt: T0.toISOString(),
        lastAttempt: { at: T0.toISOString(), tookMs: 12, status: 204 },
      },
    ]);
  });

  it('shows a ping before it is sent, and its outcome', async () => {
    const id = await created();
    bed.respond({ kind: 'failed', failure: 'address-refused', tookMs: 3 });
    const { delivery } = check(await bed.wallet.test(id)).body;
    expect(delivery).toMatchObject({ type: 'ping', state: 'waiting', nextAttemptAt: T0.toISOString() });
    await bed.work();
    expect(JSON.parse(bed.bodies[0]!)).toEqual({
      type: 'ping',
      timestamp: T0.toISOString(),
      data: { webhookId: id },
    });
    expect(check(await bed.wallet.deliveries(id)).body.deliveries).toEqual([
      {
        ...delivery,
        state: 'dead',
        attempts: 1,
        nextAttemptAt: null,
        endedAt: T0.toISOString(),
        lastAttempt: { at: T0.toISOString(), tookMs: 3, failure: 'address-refused' },
      },
    ]);
  });

  it('a webhook that its receiver ended is disabled, and its dead deliveries are replayed when it is enabled again', async () => {
    const id = await created();
    for (const n of [1, 2]) await bed.place(n);
    bed.respond({ kind: 'responded', status: 410, tookMs: 1 });
    await bed.work();
    const [webhook] = check(await bed.wallet.list()).body.webhooks;
    expect(webhook).toMatchObject({ status: 'disabled', disabledAt: at(0), disabledFor: 'gone', dead: 2 });
    const refused = check(await bed.wallet.replay(id));
    expect([refused.status, errorIn(refused)]).toMatchObject([409, { code: 'webhook-disabled' }]);

    bed.respond({ kind: 'responded', status: 200, tookMs: 1 });
    await bed.wallet.test(id);
    await bed.work();
    const dead = check(await bed.wallet.deliveries(id, { state: 'dead', limit: '1' })).body.deliveries;
    expect(dead).toHaveLength(1);
    const next = await bed.wallet.deliveries(id, { state: 'dead', after: dead[0].id });
    expect((next.body as { deliveries: unknown }).deliveries).toHaveLength(1);
    expect(check(await bed.wallet.replay(id, { deliveryId: dead[0].id })).body).toEqual({
      status: 'success',
      replayed: 1,
    });
    expect(check(await bed.wallet.replay(id)).body.replayed).toBe(1);
    await bed.work();
    expect(check(await bed.wallet.list()).body.webhooks[0]).toMatchObject({
      status: 'enabled',
      dead: 0,
      waiting: 0,
    });
    const unknown = check(await bed.wallet.replay(id, { deliveryId: dead[0].id }));
    expect([unknown.status, errorIn(unknown)]).toMatchObject([404, { code: 'delivery-not-found' }]);
  });

  it('is shown with its newest deliveries', async () => {
    const id = await created();
    await bed.place();
    await bed.work();
    const { body } = check(await bed.wallet.get(id));
    const [listed] = check(await bed.wallet.list()).body.webhooks;
    const { deliveries } = check(await bed.wallet.deliveries(id)).body;
    expect(body).toEqual({ status: 'success', webhook: listed, deliveries });
    expect(deliveries).toHaveLength(1);
  });

  it('takes another url and other types, and what waits goes to the new url', async () => {
    const id = await created();
    await bed.place();
    bed.respond({ kind: 'responded', status: 500, tookMs: 1 });
    await bed.work();
    const other = 'https://other.example.org/hook';
    const changed = check(await bed.wallet.update(id, { url: other, events: ['order.created'] }));
    expect([changed.status, changed.body.webhook]).toMatchObject([
      200,
      { id, url: other, eventTypes: ['order.created'], waiting: 1 },
    ]);
    expect(changed.text).not.toContain('whsec_');
    bed.respond({ kind: 'responded', status: 204, tookMs: 1 });
    bed.clock.advance(60_000);
    await bed.work();
    expect(bed.urls).toEqual([URL, other]);
    const all = check(await bed.wallet.update(id, { events: ['order.*'] })).body.webhook;
    expect([all, 'eventTypes' in all]).toMatchObject([{ url: other, waiting: 0 }, false]);
  });

  it.each([
    [{}, 'url: is required if eventTypes is not sent'],
    [{ url: 'https://10.0.0.1/' }, 'url: must name a host of the public internet'],
    [{ url: 'https://[::1]/' }, 'url: must name a host of the public internet'],
    [{ url: URL, strategyId: 'dca' }, 'strategyId: cannot be changed: create another webhook'],
    [{ eventTypes: [] }, 'eventTypes: must list one or more of'],
  ])('is not changed by %j', async (fields, problem) => {
    const id = await created();
    const response = check(await bed.wallet.update(id, fields));
    expect([response.status, response.text]).toEqual([401, expect.stringContaining(problem)]);
    expect(check(await bed.wallet.get(id)).body.webhook).toMatchObject({ url: URL });
  });

  it('is sent again what was created since a time, at most once an hour', async () => {
    const id = await created();
    for (const n of [1, 2]) await bed.place(n);
    await bed.work();
    const replayed = async (since: string, action = 'replay_webhook_deliveries') =>
      check(await bed.wallet.replay(id, { since, action, timestamp: bed.clock.now().getTime() })).body
        .replayed;
    bed.clock.advance(1);
    expect(await replayed(at(1))).toBe(0);
    expect(await replayed(at(0))).toBe(2);
    await bed.work();
    expect(await replayed(at(0))).toBe(0);
    bed.clock.advance(60 * 60 * 1000);
    expect(await replayed(at(0), 'replay_webhook')).toBe(2);
    await bed.work();
    expect(bed.bodies).toHaveLength(6);
    const both = check(
      await bed.wallet.replay(id, {
        since: at(0),
        deliveryId: 'msg_1',
        timestamp: bed.clock.now().getTime(),
      }),
    );
    const odd = check(
      await bed.wallet.replay(id, { since: 'yesterday', timestamp: bed.clock.now().getTime() }),
    );
    expect([both, odd].map(({ status, text }) => [status, text])).toEqual([
      [401, expect.stringContaining('since: cannot be combined with deliveryId')],
      [401, expect.stringContaining('since: must be an ISO 8601 time')],
    ]);
  });

  it.each([
    ['limit', '0'],
    ['limit', '101'],
    ['state', 'lost'],
  ])('refuses the parameter %s=%s of its deliveries', async (name, value) => {
    const id = await created();
    const response = check(await bed.wallet.deliveries(id, { [name]: value }));
    expect(response.status).toBe(400);
    expect(response.text).toContain(name);
    for (const limit of ['1', '100']) expect((await bed.wallet.deliveries(id, { limit })).status).toBe(200);
  });

  it('has no page after an unknown delivery', async () => {
    const id = await created();
    const response = check(await bed.wallet.deliveries(id, { after: 'x' }));
    expect([response.status, errorIn(response)]).toMatchObject([404, { code: 'delivery-not-found' }]);
  });
});

it('produces the errors of webhooks that are described', () => {
  const own = notProduced([
    'createWebhook',
    'getWebhook',
    'updateWebhook',
    'listWebhookDeliveries',
    'testWebhook',
    'rotateWebhookSecret',
    'replayWebhookDeliveries',
    'deleteWebhook',
  ]);
  expect(JSON.stringify(own)).not.toMatch(
    /webhook-not-found|delivery-not-found|too-many-webhooks|webhook-disabled/,
  );
});

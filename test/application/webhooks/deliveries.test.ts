import { beforeEach, describe, expect, it } from '@jest/globals';
import { unwrap } from '../../../src/domain/shared/result.js';
import type { SendOutcome } from '../../../src/domain/webhook/delivery.js';
import type { WebhookId } from '../../../src/domain/webhook/webhook.js';
import { memoryStorage } from '../../../src/adapters/memory/index.js';
import type { FeedEvent } from '../../../src/ports/index.js';
import { T0, uuidOf } from '../../support/builders.js';
import { ANOTHER_WALLET } from '../../support/signing.js';
import { nameOf, responded, webhookBed, type WebhookBed } from './exchange-with-webhooks.js';

const later = (ms: number) => new Date(T0.getTime() + ms);
const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const FAILED: SendOutcome = { kind: 'failed', failure: 'connection-failed', tookMs: 1 };

let bed: WebhookBed;
beforeEach(() => {
  bed = webhookBed();
});

const names = () => bed.sent.map(nameOf);
const listed = async (id: string) =>
  bed.ports.webhookDeliveries.list({ webhookId: id as WebhookId, limit: 5_000 });
const webhookOf = async (id: string) => (await bed.ports.webhooks.findById(id as WebhookId))!;

describe('events', () => {
  it('events after its creation reach a webhook, but only those of its owner', async () => {
    await bed.happen(1);
    await bed.create();
    await bed.happen(1);
    await bed.happen(2);
    await bed.happen(3, ANOTHER_WALLET);
    await bed.work();
    expect(names().toSorted()).toEqual(['1.2', '2.1']);
    await bed.work();
    expect(names()).toHaveLength(2);
  });

  it('reach the webhooks that ask for their type and strategy', async () => {
    await bed.create({ url: 'https://a.example.org/', eventTypes: ['order.waiting'] });
    await bed.create({ url: 'https://b.example.org/', strategyId: 'plan' });
    await bed.happen(1, undefined, 'plan');
    await bed.happen(2);
    for (const order of [1, 2]) await bed.happen(order);
    await bed.work();
    const byUrl = (part: string) =>
      bed.sent
        .filter(({ url }) => url.includes(part))
        .map(nameOf)
        .toSorted();
    expect(byUrl('//a.')).toEqual(['1.2', '2.2']);
    expect(byUrl('//b.')).toEqual(['1.1', '1.2']);
  });

  it('that the database has lost since they were read do not take the place of others', async () => {
    const storage = memoryStorage();
    const lost: FeedEvent = { uuid: uuidOf(1), position: 1, seq: 1, type: 'created', at: T0, facts: {} };
    const [first, feed] = [[lost], storage.feed];
    const read: typeof feed.read = async (query) => {
      const [phantom] = first.splice(0);
      return phantom === undefined ? feed.read(query) : [phantom];
    };
    bed = webhookBed({ ...storage, feed: Object.assign(Object.create(feed) as typeof feed, { read }) });
    await bed.create();
    await bed.happen(2);
    await bed.work();
    expect(names()).toEqual(['2.1']);
  });

  it('are sent with the order as it is then, under an id that attempts share', async () => {
    await bed.create();
    await bed.happen(1);
    bed.answer(() => FAILED);
    await bed.work();
    bed.answer(() => responded(200));
    await bed.workUntil(later(MINUTE));
    const [first, second] = bed.sent;
    expect(second!.id).toBe(first!.id);
    expect(second!.at.getTime()).toBeGreaterThan(first!.at.getTime());
    expect(second!.content).toMatchObject({
      kind: 'order',
      event: { seq: 1, type: 'created', at: T0 },
      order: { status: 'open' },
    });
  });

  it('events that no webhook wants cost no delivery, however many there are', async () => {
    for (let n = 0; n < 20; n++) await bed.happen(n);
    await bed.work();
    expect(await bed.ports.webhookDeliveries.cursor()).toBeUndefined();
    const id = await bed.create({ eventTypes: ['order.failed'] });
    await bed.happen(1);
    await bed.work();
    expect(await listed(id)).toEqual([]);
    expect(await bed.ports.webhookDeliveries.cursor()).toBe(21);
  });
});

describe('a receiver that is down', () => {
  it('a receiver that is down for an hour gets 1,000 events of 100 orders afterwards, complete, in the order of each log', async () => {
    const id = await bed.create();
    bed.answer(() => (bed.clock.now() < later(HOUR) ? FAILED : responded(200)));
    for (let n = 0; n < 1_000; n++) await bed.happen(n % 100);
    await bed.workUntil(later(3 * HOUR));
    const arrived = bed.sent.filter(({ at }) => at >= later(HOUR)).map(nameOf);
    expect(arrived).toHaveLength(1_000);
    for (let order = 0; order < 100; order++)
      expect(arrived.filter((name) => name.startsWith(`${order}.`))).toEqual(
        Array.from({ length: 10 }, (_, n) => `${order}.${n + 1}`),
      );
    expect((await listed(id)).every(({ state }) => state === 'delivered')).toBe(true);
    expect(await webhookOf(id)).not.toHaveProperty('failingSince');
  }, 60_000);

  it('is tried ever less often, for a day, and then its deliveries are dead', async () => {
    const id = await bed.create();
    bed.answer(() => FAILED);
    await bed.happen(1);
    await bed.happen(1);
    await bed.workUntil(later(30 * HOUR));
    const attempts = bed.sent.filter((message) => nameOf(message) === '1.1');
    // The last one is due after a day, when the webhook may just pause for up to half an hour.
    const last = attempts.at(-1)!.at;
    expect([last >= later(24 * HOUR), last <= later(24.5 * HOUR)]).toEqual([true, true]);
    expect(attempts.length).toBeGreaterThan(11);
    expect(attempts.length).toBeLessThan(21);
    // Its day is over as well when its turn comes.
    expect(bed.sent.slice(-1).map(nameOf)).toEqual(['1.2']);
    expect((await listed(id)).map(({ state }) => state)).toEqual(['dead', 'dead']);
    expect(await webhookOf(id)).toMatchObject({ failingSince: T0 });
  });

  it('is tried ever less often however many events wait, and gets them all soon after it is back', async () => {
    await bed.create();
    bed.answer(() => FAILED);
    for (let n = 0; n < 50; n++) await bed.happen(n);
    await bed.workUntil(later(MINUTE));
    const before = bed.sent.length;
    for (let n = 50; n < 100; n++) await bed.happen(n);
    await bed.workUntil(later(12 * HOUR));
    expect(bed.sent.length - before).toBeLessThan(250);
    const tried = bed.sent.map(({ at }) => at.getTime());
    const [last, next] = [later(12 * HOUR), later(12.5 * HOUR)];
    expect(tried.filter((at) => at > last.getTime() - 2 * HOUR).length).toBeLessThan(20);
    bed.answer(() => responded(204));
    bed.sent.length = 0;
    await bed.workUntil(next);
    expect(new Set(names()).size).toBeGreaterThan(50);
    await bed.workUntil(later(17 * HOUR));
    expect(new Set(names()).size).toBe(100);
  });

  it('a receiver that is down for three days gets no more events, which its owner sees, and what waits is dead', async () => {
    const id = await bed.create();
    bed.answer(() => FAILED);
    for (let day = 0; day < 5; day++) {
      bed.clock.set(later(day * 24 * HOUR));
      await bed.happen(day);
      await bed.workUntil(later((day + 1) * 24 * HOUR));
    }
    const { disabled } = await webhookOf(id);
    expect(disabled).toMatchObject({ reason: 'failing' });
    expect(bed.events.filter(({ kind }) => kind === 'webhook-disabled')).toHaveLength(1);
    const states = (await listed(id)).map(({ state }) => state);
    expect(new Set(states)).toEqual(new Set(['dead']));
    // The event of the third day comes in time or too late, depending on when those before were tried last; that of the fourth is too late.
    expect([3, 4]).toContain(states.length);
  });

  it('a receiver that comes back is sent everything that is dead when its owner replays it', async () => {
    const id = await bed.create();
    bed.answer(() => responded(500));
    for (const order of [1, 1, 2]) await bed.happen(order);
    await bed.workUntil(later(25 * HOUR));
    bed.sent.length = 0;
    bed.answer(() => responded(200));
    const { webhooks } = bed.core;
    const replay = { action: 'replay_webhook_deliveries', webhookId: id };
    const one = (await listed(id)).find(
      ({ event }) => event !== undefined && 'seq' in event && event.seq === 2,
    )!;
    expect(unwrap(await webhooks.replay(id, bed.proof({ ...replay, deliveryId: one.id })))).toBe(1);
    await bed.work();
    expect(names()).toEqual(['1.2']);
    expect(unwrap(await webhooks.replay(id, bed.proof(replay)))).toBe(2);
    await bed.work();
    expect(names().toSorted()).toEqual(['1.1', '1.2', '2.1']);
    expect(unwrap(await webhooks.replay(id, bed.proof(replay)))).toBe(0);
  });
});

describe('a receiver that says 410', () => {
  it('gets nothing more until a ping succeeds, and then what happens from then on', async () => {
    const id = await bed.create();
    bed.answer(() => responded(410));
    await bed.happen(1);
    await bed.work();
    await bed.happen(2);
    await bed.work();
    expect(names()).toEqual(['1.1']);
    expect((await webhookOf(id)).disabled).toEqual({ at: T0, reason: 'gone' });
    const replay = { action: 'replay_webhook_deliveries', webhookId: id };
    expect(await bed.core.webhooks.replay(id, bed.proof(replay))).toMatchObject({
      error: { kind: 'webhook-disabled' },
    });

    const test = { action: 'test_webhook', webhookId: id };
    unwrap(await bed.core.webhooks.test(id, bed.proof(test)));
    await bed.work();
    expect((await webhookOf(id)).disabled).toBeDefined();
    bed.answer(() => responded(200));
    unwrap(await bed.core.webhooks.test(id, bed.proof(test)));
    await bed.work();
    expect((await webhookOf(id)).disabled).toBeUndefined();
    await bed.happen(2);
    await bed.work();
    expect(names()).toEqual(['1.1', 'ping', 'ping', '2.2']);
  });
});

describe('receivers that hang', () => {
  it('leave others their places', async () => {
    const hanging: (() => void)[] = [];
    await bed.create({ url: 'https://slow.example.org/' });
    await bed.create({ url: 'https://quick.example.org/' }, ANOTHER_WALLET);
    bed.answer(({ url }) =>
      url.includes('slow') ? new Promise((resolve) => hanging.push(() => resolve(FAILED))) : responded(200),
    );
    for (let order = 0; order < 50; order++) await bed.happen(order);
    for (let order = 50; order < 60; order++) await bed.happen(order, ANOTHER_WALLET);
    const { sending } = bed.core.webhooks;
    await sending.addDeliveries();
    await sending.sendDue();
    while (bed.events.length < 10) {
      await sending.sendDue();
      await new Promise(setImmediate);
    }
    expect(hanging).toHaveLength(4);
    expect(
      bed.events.filter((event) => event.kind === 'webhook-attempt' && event.state === 'delivered'),
    ).toHaveLength(10);
    hanging.forEach((end) => end());
    await sending.idle();
  });
});

it('shows how late an event is queued, once for all webhooks that want it', async () => {
  await bed.create();
  await bed.create();
  await bed.happen(1);
  await bed.happen(2, ANOTHER_WALLET);
  bed.clock.advance(1_500);
  await bed.work();
  expect(bed.queued).toEqual([{ kind: 'webhook-event-queued', type: 'created', lateMs: 1_500 }]);
});

describe('a process that stops', () => {
  it('interrupts what is under way, which the next one sends', async () => {
    await bed.create();
    await bed.happen(1);
    bed.answer(
      (_message, signal) =>
        new Promise((resolve) => signal.addEventListener('abort', () => resolve({ kind: 'interrupted' }))),
    );
    const { sending } = bed.core.webhooks;
    await sending.addDeliveries();
    await sending.sendDue();
    while (bed.sent.length === 0) await new Promise(setImmediate);
    await sending.stop();
    bed.answer(() => responded(200));
    await bed.work();
    expect(names()).toEqual(['1.1', '1.1']);
    expect(bed.events).toMatchObject([{ kind: 'webhook-attempt', attempts: 1, state: 'delivered' }]);
  });

  it('a process that stops or fails in the middle leaves a claim that ends after 20 seconds', async () => {
    const id = await bed.create();
    await bed.happen(1);
    bed.answer(() => Promise.reject(new Error('the process is gone')));
    await bed.work();
    expect(bed.events).toMatchObject([{ kind: 'webhook-attempt-lost' }]);
    bed.answer(() => responded(200));
    bed.clock.advance(19_999);
    await bed.work();
    expect(names()).toEqual(['1.1']);
    bed.clock.advance(1);
    await bed.work();
    expect(names()).toEqual(['1.1', '1.1']);
    expect((await listed(id))[0]).toMatchObject({ state: 'delivered', attempts: 1 });
  });
});

describe('a webhook', () => {
  it('a webhook that is deleted takes its deliveries with it, also those that are added at the same time', async () => {
    const id = await bed.create();
    await bed.happen(1);
    bed.answer(async () => {
      await bed.ports.webhooks.delete(id as WebhookId);
      return FAILED;
    });
    await bed.work();
    expect(await listed(id)).toEqual([]);
    await bed.ports.webhookDeliveries.add([
      {
        id: `msg_${'0'.repeat(32)}` as never,
        webhookId: id as WebhookId,
        host: 'x',
        type: 'ping',
        createdAt: T0,
      },
    ]);
    await bed.work();
    expect(await listed(id)).toEqual([]);
  });

  it('a webhook whose url changed while a delivery was added gets it at the new host, within that host’s bounds', async () => {
    const id = await bed.create({ url: 'https://before.example.org/' });
    await bed.happen(1);
    await bed.core.webhooks.sending.addDeliveries();
    const before = await webhookOf(id);
    // The change itself moves what waits; a delivery that is added from the webhook as it was comes after it.
    await bed.ports.webhooks.update({
      ...before,
      terms: { ...before.terms, url: 'https://after.example.org/' },
    });
    await bed.core.webhooks.sending.sendDue();
    await bed.core.webhooks.sending.idle();
    expect(bed.sent).toEqual([]);
    expect(await listed(id)).toMatchObject([{ host: 'after.example.org', state: 'waiting', attempts: 0 }]);
    await bed.work();
    expect(bed.sent.map(({ url }) => url)).toEqual(['https://after.example.org/']);
    expect(await listed(id)).toMatchObject([{ state: 'delivered', attempts: 1 }]);
  });

  it('has both secrets for a day after a rotation', async () => {
    const id = await bed.create();
    const rotate = { action: 'rotate_webhook_secret', webhookId: id };
    const { secret } = unwrap(await bed.core.webhooks.rotateSecret(id, bed.proof(rotate)));
    await bed.happen(1);
    await bed.work();
    bed.clock.advance(24 * HOUR);
    await bed.happen(1);
    await bed.work();
    expect(bed.sent.map(({ secrets }) => secrets.length)).toEqual([2, 1]);
    expect(bed.sent.map(({ secrets }) => secrets[0])).toEqual([secret, secret]);
  });
});

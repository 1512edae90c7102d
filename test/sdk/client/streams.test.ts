import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { ClientError, type ClientOptions, type OrderUpdate } from '../../../src/sdk/client/index.js';
import { connect } from '../../../src/sdk/client/transport/connection.js';
import { Credentials } from '../../../src/sdk/client/owner/credentials.js';
import { ordersOf } from '../../../src/sdk/client/orders/orders.js';
import { pricesOf } from '../../../src/sdk/client/market/prices-client.js';
import { ServerEventReader } from '../../../src/sdk/client/transport/server-events.js';
import { aClientWallet } from './serving.js';
import { cut, ended, frame, json, notFound, stream, StreamHost, type Script } from './stream-host.js';

const OWNER = 'ST1';
const STREAM = '/swap/api/v1/orders/stream';
const ORDERS = '/swap/api/v1/orders';
const ONE = `${ORDERS}/h1`;

let host: StreamHost;
let now: number;

beforeEach(async () => {
  host = new StreamHost();
  now = Date.parse('2026-11-22T12:00:00Z');
  await host.start();
});
afterEach(() => host.stop());

/** Long enough for a busy machine, and what a test of silences takes. */
const PATIENT = { silentMs: 20_000, heldBackMs: 20_000 };

function clients(options: Partial<ClientOptions> = {}, silences = PATIENT) {
  const system = {
    now: () => now,
    random: () => 0.5,
    pause: async (ms: number) => void (now += ms),
  };
  const connection = connect({ baseUrl: host.url, attempts: 1, ...options }, system, silences);
  return { orders: ordersOf(connection, new Credentials(connection)), prices: pricesOf(connection) };
}

const anOrder = (handle: string, status = 'open', more: object = {}) => ({
  ...{ handle, uuid: handle, status, createdAt: '2026-11-22T11:00:00.000Z' },
  ...more,
});
const anEvent = (seq: number, type = 'waiting') => ({ seq, type, at: `2026-11-22T12:00:${10 + seq}.000Z` });
const change = (position: number, handle: string, seq: number, type?: string, status?: string) => {
  const data = { position, id: handle, event: anEvent(seq, type), order: anOrder(handle, status) };
  return frame('order', data, position);
};
const snapshot = (handle: string) => frame('snapshot', { order: anOrder(handle) });
const synced = (position: number) => frame('synced', {}, position);
const logOf = (...seqs: number[]) => json({ status: 'success', data: seqs.map((seq) => anEvent(seq)) });
const orderOf = (handle: string, status?: string) =>
  json({ status: 'success', data: anOrder(handle, status) });
const listOf = (...orders: object[]) => json({ status: 'success', data: orders, pagination: {} });

const wordsOf = (update: OrderUpdate): string =>
  update.type === 'synced'
    ? 'synced'
    : update.type === 'snapshot'
      ? `${update.order.handle} ${update.order.status}`
      : `${update.order.handle}#${update.event.seq}`;

/** The first updates, in words. */
async function take(count: number, updates: AsyncIterable<OrderUpdate>): Promise<readonly string[]> {
  const taken: string[] = [];
  for await (const update of updates) if (taken.push(wordsOf(update)) === count) break;
  return taken;
}
const follow = (silences = PATIENT) => clients({}, silences).orders.follow({ owner: OWNER });
const HASTY = { ...PATIENT, heldBackMs: 100 };

async function failureOf(call: Promise<unknown>): Promise<ClientError> {
  const error: unknown = await call.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  expect(error).toBeInstanceOf(ClientError);
  return error as ClientError;
}

describe('following the orders of an owner', () => {
  it('yields what is open, that this is all, and then each event', async () => {
    host.on(STREAM, stream(snapshot('h1'), synced(7), change(8, 'h1', 2), change(9, 'h2', 1)));
    expect(await take(4, follow())).toEqual(['h1 open', 'synced', 'h1#2', 'h2#1']);
  });

  it('resumes behind the last event over connections that end, break in the middle of an event, and split characters', async () => {
    const more = change(10, 'h1', 3).replace('waiting', 'wäiting – 🟠');
    host.on(
      STREAM,
      cut(snapshot('h1') + synced(7) + change(8, 'h1', 2) + change(9, 'h1', 3), 400),
      (res) => res.destroy(),
      json({ error: 'Starting', code: 'starting' }, 503),
      ended(synced(8)),
      cut(change(9, 'h2', 1) + more),
      stream(change(11, 'h1', 4)),
    );
    const types: string[] = [];
    const words: string[] = [];
    for await (const update of follow()) {
      words.push(wordsOf(update));
      if (update.type === 'event') types.push(update.event.type);
      if (words.length === 6) break;
    }
    expect(words).toEqual(['h1 open', 'synced', 'h1#2', 'h2#1', 'h1#3', 'h1#4']);
    expect(types).toContain('wäiting – 🟠');
    expect(host.lastIds(STREAM)).toEqual([undefined, '8', '8', '8', '8', '10']);
  });

  it('sends back with reads the position of the database that an event names', async () => {
    const data = { id: 'h1', event: anEvent(2), order: anOrder('h1') };
    const events = [
      frame('synced', { databasePosition: '200' }, 7),
      frame('order', { ...data, position: 8, databasePosition: '300' }, 8),
    ];
    host.on(STREAM, stream(...events));
    const sent: unknown[] = [];
    host.on(ONE, (res, req) => {
      sent.push(req.headers['x-sluice-position']);
      orderOf('h1')(res, req);
    });
    const { orders } = clients();
    for await (const _update of orders.follow({ owner: OWNER })) {
      await orders.get('h1');
      if (sent.length === 2) break;
    }
    expect(sent).toEqual(['200', '300']);
  });

  it('begins again if the connection is lost before it is synced, and repeats no snapshot', async () => {
    host.on(STREAM, cut(snapshot('h1')), stream(snapshot('h1'), snapshot('h2'), synced(7)));
    expect(await take(3, follow())).toEqual(['h1 open', 'h2 open', 'synced']);
    expect(host.lastIds(STREAM)).toEqual([undefined, undefined]);
  });

  it('yields an event once, though the server repeats it', async () => {
    const twice = change(8, 'h1', 2);
    host.on(STREAM, ended(snapshot('h1'), synced(7), twice), stream(twice, twice, change(9, 'h1', 3)));
    expect(await take(4, follow())).toEqual(['h1 open', 'synced', 'h1#2', 'h1#3']);
  });

  it('reads events that a stream left out from the order’s log', async () => {
    host.on(STREAM, stream(snapshot('h1'), synced(7), change(8, 'h1', 2), change(11, 'h1', 5)));
    host.on(`${ONE}/events`, logOf(1, 2, 3, 4, 5));
    expect(await take(6, follow())).toEqual(['h1 open', 'synced', 'h1#2', 'h1#3', 'h1#4', 'h1#5']);
  });

  it('connects again when a stream falls silent', async () => {
    host.on(STREAM, stream(snapshot('h1'), synced(7)), stream(change(8, 'h1', 2)));
    const troubles: string[] = [];
    const onTrouble = ({ code }: ClientError) => troubles.push(code);
    const hasty = clients({}, { ...PATIENT, silentMs: 100 });
    const updates = hasty.orders.follow({ owner: OWNER }, { onTrouble });
    expect(await take(3, updates)).toEqual(['h1 open', 'synced', 'h1#2']);
    expect(host.lastIds(STREAM)).toEqual([undefined, '7']);
    expect(troubles).toEqual(['timeout']);
  });

  it('says that it follows again although nothing has happened meanwhile', async () => {
    host.on(STREAM, ended(snapshot('h1'), synced(7)), stream(synced(7)));
    const heard: string[] = [];
    const ending = new AbortController();
    const options = {
      signal: ending.signal,
      onLive: () => heard.push('live') === 3 && ending.abort(),
      onTrouble: () => void heard.push('trouble'),
    };
    const updates = clients().orders.follow({ owner: OWNER }, options);
    expect(await failureOf(take(3, updates))).toMatchObject({ code: 'aborted' });
    expect(heard).toEqual(['live', 'trouble', 'live']);
  });

  it('resumes behind the last event when it was too slow', async () => {
    const tooSlow = frame('resync', { reason: 'too-slow' });
    host.on(
      STREAM,
      ended(snapshot('h1'), synced(7), change(8, 'h1', 2), tooSlow),
      stream(change(9, 'h1', 3)),
    );
    expect(await take(4, follow())).toEqual(['h1 open', 'synced', 'h1#2', 'h1#3']);
    expect(host.lastIds(STREAM)).toEqual([undefined, '8']);
  });

  it('fills the gap from the logs when its position is unknown', async () => {
    const unknown = frame('resync', { reason: 'unknown-position' });
    const before = ['h1', 'h2', 'h3'].map(snapshot);
    host.on(
      STREAM,
      ended(...before, synced(7), change(8, 'h1', 2)),
      ended(unknown),
      stream(frame('snapshot', { order: anOrder('h1', 'broadcasted') }), snapshot('h2'), synced(3)),
    );
    host.on(`${ONE}/events`, logOf(1, 2, 3, 4));
    host.on(`${ORDERS}/h3`, orderOf('h3', 'confirmed'));
    host.on(`${ORDERS}/h3/events`, logOf(1, 2));
    host.on(ORDERS, listOf(anOrder('h4', 'cancelled', { createdAt: '2026-11-22T12:00:05.000Z' })));
    host.on(`${ORDERS}/h4/events`, logOf(1, 2));
    const all = [
      'h1 open',
      'h2 open',
      'h3 open',
      'synced',
      'h1#2',
      'h1#3',
      'h1#4',
      'h4#1',
      'h4#2',
      'h3#1',
      'h3#2',
    ];
    expect(await take(all.length, follow())).toEqual(all);
    expect(host.lastIds(STREAM)).toEqual([undefined, '8', undefined]);
  });

  it('continues after a wallet’s message is refused for its time', async () => {
    const late = json({ error: 'Too old', code: 'EXPIRED_TIMESTAMP' }, 401);
    host.on(STREAM, late, stream(snapshot('h1'), synced(7)));
    host.on('/time', json({ now: 1_800_000_000_000, iso: '' }));
    const wallet = aClientWallet();
    const updates = clients({ wallet }).orders.follow({ owner: OWNER }, { by: 'wallet' });
    expect(await take(2, updates)).toEqual(['h1 open', 'synced']);
    expect(JSON.parse(wallet.signed[1]!)).toMatchObject({ timestamp: 1_800_000_000_000 });
  });

  it.each([
    [400, 'invalid-owner'],
    [401, 'INVALID_API_KEY'],
    [403, 'PERMISSION_DENIED'],
  ])('fails if following is pointless: %i %s', async (status, code) => {
    host.on(STREAM, json({ error: 'No', code }, status));
    expect((await failureOf(take(1, follow()))).code).toBe(code);
  });

  it('fails for anything that is not an event of the service', async () => {
    host.on(STREAM, stream('event: order\ndata: {}\n\n'));
    expect((await failureOf(take(1, follow()))).code).toBe('unexpected-shape');
    host.on(STREAM, stream('event: order\ndata: {\n\n'));
    expect((await failureOf(take(1, follow()))).code).toBe('not-json');
  });

  it('ends at once when it is aborted, and closes the connection when it is left', async () => {
    let closed = 0;
    const counted: Script = (res, req) => {
      res.on('close', () => closed++);
      stream(snapshot('h1'), synced(7))(res, req);
    };
    host.on(STREAM, counted);
    await take(2, follow());
    const controller = new AbortController();
    const updates = clients().orders.follow({ owner: OWNER }, { signal: controller.signal });
    const error = await failureOf(
      (async () => {
        for await (const { type } of updates) if (type === 'synced') controller.abort('enough');
      })(),
    );
    expect([error.code, error.cause]).toEqual(['aborted', 'enough']);
    while (closed < 2) await new Promise(setImmediate);
  });
});

describe('following orders behind a stored position', () => {
  const resume = (after: string, silences = PATIENT) =>
    clients({}, silences).orders.follow({ owner: OWNER }, { after });
  const facts = (update: OrderUpdate) => [
    wordsOf(update),
    update.type !== 'snapshot' && update.position,
    update.type === 'synced' && update.isResumed,
  ];
  async function takeFacts(count: number, updates: AsyncIterable<OrderUpdate>) {
    const taken: unknown[] = [];
    for await (const update of updates) if (taken.push(facts(update)) === count) break;
    return taken;
  }

  it('yields the events after it, each with its own position, and no snapshot', async () => {
    host.on(STREAM, stream(change(8, 'h1', 2), change(11, 'h2', 1), synced(12), change(13, 'h1', 3)));
    expect(await takeFacts(4, resume('7'))).toEqual([
      ['h1#2', '8', false],
      ['h2#1', '11', false],
      ['synced', '12', true],
      ['h1#3', '13', false],
    ]);
    expect(host.lastIds(STREAM)).toEqual(['7']);
  });

  it.each([undefined, null, ''])('begins without one if there is none, and says so: %j', async (after) => {
    host.on(STREAM, stream(snapshot('h1'), synced(7)));
    const updates = clients().orders.follow({ owner: OWNER }, { after });
    expect(await takeFacts(2, updates)).toEqual([
      ['h1 open', false, false],
      ['synced', '7', false],
    ]);
    expect(host.lastIds(STREAM)).toEqual([undefined]);
  });

  it('says with synced that the position was unknown, even if no order is open', async () => {
    host.on(STREAM, ended(frame('resync', { reason: 'unknown-position' })), stream(synced(3)));
    expect(await takeFacts(1, resume('7'))).toEqual([['synced', '3', false]]);
    expect(host.lastIds(STREAM)).toEqual(['7', undefined]);
  });

  it('says so again if a later connection finds it unknown: not all that was open is known', async () => {
    host.on(
      STREAM,
      ended(change(8, 'h1', 2), synced(8)),
      ended(frame('resync', { reason: 'unknown-position' })),
      stream(snapshot('h2'), synced(3)),
    );
    expect(await takeFacts(4, resume('7'))).toEqual([
      ['h1#2', '8', false],
      ['synced', '8', true],
      ['h2 open', false, false],
      ['synced', '3', false],
    ]);
  });

  it('begins without one if nothing streams, and then yields no earlier event', async () => {
    host.on(STREAM, notFound);
    host.on(ORDERS, listOf(anOrder('h1')), listOf(), listOf(anOrder('h1')));
    host.on(ONE, orderOf('h1'));
    host.on(`${ONE}/events`, logOf(1, 2));
    expect(await takeFacts(3, resume('7'))).toEqual([
      ['h1 open', false, false],
      ['synced', undefined, false],
      ['h1#1', undefined, false],
    ]);
  });

  it('follows one order after it, and continues by polling', async () => {
    host.on(`${ONE}/stream`, ended(change(8, 'h1', 2), synced(8)), notFound);
    host.on(ONE, orderOf('h1'));
    host.on(`${ONE}/events`, logOf(1, 2, 3));
    const updates = clients().orders.follow({ id: 'h1' }, { after: '7' });
    expect(await takeFacts(3, updates)).toEqual([
      ['h1#2', '8', false],
      ['synced', '8', true],
      ['h1#3', undefined, false],
    ]);
  });
});

describe('following orders without a stream', () => {
  const page: Script = (res) => res.writeHead(200, { 'content-type': 'text/html' }).end('<html>');
  const silent: Script = (res) => res.writeHead(200, { 'content-type': 'text/event-stream' }).flushHeaders();
  const heldBack: Script = (res) =>
    res.writeHead(200, { 'content-type': 'text/event-stream' }).write(snapshot('h1'));

  it.each([
    ['an older server', notFound],
    ['a server that takes the path for an order', json({ code: 'order-not-found', error: 'No' }, 404)],
    ['another method', json({ code: 'method-not-allowed', error: 'No' }, 405)],
    ['another type', json({}, 406)],
    ['no place', json({ code: 'too-many-streams', error: 'No' }, 429)],
    ['a page', page],
    ['a proxy that holds everything back', silent],
    ['nothing at all', () => undefined],
  ] satisfies readonly (readonly [string, Script])[])('yields the same: %s', async (_, script) => {
    host.on(STREAM, script);
    const [h1, h2] = [anOrder('h1'), anOrder('h2', 'open', { createdAt: '2026-11-22T12:00:30.000Z' })];
    host.on(ORDERS, listOf(h1), listOf(), listOf(h1), listOf(h2), listOf(h2), listOf(h2));
    host.on(ONE, orderOf('h1'), orderOf('h1', 'confirmed'));
    host.on(`${ONE}/events`, logOf(1, 2), logOf(1, 2, 3));
    host.on(`${ORDERS}/h2`, orderOf('h2'));
    host.on(`${ORDERS}/h2/events`, logOf(1));
    const all = ['h1 open', 'synced', 'h2#1', 'h1#1', 'h1#2', 'h1#3'];
    expect(await take(6, follow(HASTY))).toEqual(all);
  });

  it('continues with what a proxy let through of a stream', async () => {
    host.on(STREAM, heldBack);
    host.on(ORDERS, listOf(anOrder('h1')));
    host.on(ONE, orderOf('h1'));
    host.on(`${ONE}/events`, logOf(1));
    expect(await take(3, follow(HASTY))).toEqual(['h1 open', 'h1#1', 'synced']);
  });

  it('continues streaming once it can, and repeats no event', async () => {
    host.on(
      STREAM,
      stream(snapshot('h1'), synced(7), change(8, 'h1', 2)),
      silent,
      stream(change(8, 'h1', 2), change(9, 'h1', 3), change(10, 'h1', 4)),
    );
    host.on(ORDERS, listOf(anOrder('h1')));
    host.on(ONE, orderOf('h1'));
    host.on(`${ONE}/events`, logOf(1, 2, 3));
    const all = ['h1 open', 'synced', 'h1#2', 'h1#3', 'h1#4'];
    expect(await take(5, follow({ silentMs: 100, heldBackMs: 100 }))).toEqual(all);
    expect(host.lastIds(STREAM)).toEqual([undefined, '8', '8']);
  });

  it('says with each look that it follows', async () => {
    host.on(STREAM, notFound);
    host.on(ORDERS, json({ error: 'No', code: 'internal' }, 500), listOf(anOrder('h1')));
    const states: string[] = [];
    const options = { onTrouble: () => states.push('lost'), onLive: () => states.push('live') };
    host.on(`${ONE}/events`, logOf(1));
    host.on(ONE, orderOf('h1', 'confirmed'));
    await take(3, clients().orders.follow({ owner: OWNER }, options));
    expect(states.slice(0, 2)).toEqual(['lost', 'live']);
  });

  it('outlives a service that fails', async () => {
    host.on(STREAM, notFound);
    host.on(ORDERS, json({ error: 'No', code: 'internal' }, 500), listOf(anOrder('h1')));
    expect(await take(2, follow())).toEqual(['h1 open', 'synced']);
  });
});

describe('following one order', () => {
  it('yields it and its events', async () => {
    host.on(`${ONE}/stream`, stream(snapshot('h1'), synced(7), change(8, 'h1', 2)));
    expect(await take(3, clients().orders.follow({ id: 'h1' }))).toEqual(['h1 open', 'synced', 'h1#2']);
  });

  it('fails for an order that is unknown, streamed or not', async () => {
    const unknown = json({ error: 'No', code: 'order-not-found' }, 404);
    host.on(`${ONE}/stream`, unknown);
    expect((await failureOf(take(1, clients().orders.follow({ id: 'h1' })))).code).toBe('order-not-found');
    host.on(`${ONE}/stream`, notFound);
    host.on(ONE, unknown);
    expect((await failureOf(take(1, clients().orders.follow({ id: 'h1' })))).code).toBe('order-not-found');
  });

  it('resolves to the order once it has ended', async () => {
    host.on(`${ONE}/stream`, stream(snapshot('h1'), synced(7), change(8, 'h1', 2, 'confirmed', 'confirmed')));
    expect((await clients().orders.settled('h1')).status).toBe('confirmed');
  });

  it('resolves to the order by polling too', async () => {
    host.on(`${ONE}/stream`, notFound);
    host.on(ONE, orderOf('h1'), orderOf('h1', 'broadcasted'), orderOf('h1', 'failed'));
    host.on(`${ONE}/events`, logOf(1), logOf(1, 2));
    expect((await clients().orders.settled('h1')).status).toBe('failed');
  });
});

describe('following prices', () => {
  const PRICES = '/prices/api/v1/prices';
  const run = (minute: number) => ({ at: `2026-11-22T12:0${minute}:00.000Z`, btcUsd: 100_000, prices: [] });
  const event = (minute: number) => frame('prices', run(minute), minute);

  async function timesOf(count: number, silences = PATIENT): Promise<readonly string[]> {
    const times: string[] = [];
    for await (const { at } of clients({}, silences).prices.follow({ tokens: ['.stx', 'a'] }))
      if (times.push(at.slice(14, 16)) === count) break;
    return times;
  }

  it('yields each run once, over lost connections', async () => {
    host.on(`${PRICES}/stream`, ended(event(0), event(5)), cut(event(5)), stream(event(5), event(9)));
    expect(await timesOf(3)).toEqual(['00', '05', '09']);
  });

  it('says that it follows with the first byte, although no run is new', async () => {
    host.on(`${PRICES}/stream`, ended(event(0)), stream(event(0)));
    const states: string[] = [];
    const controller = new AbortController();
    const options = {
      signal: controller.signal,
      onTrouble: () => states.push('lost'),
      onLive: () => {
        states.push('live');
        if (states.length > 1) controller.abort();
      },
    };
    const following = (async () => {
      for await (const { at } of clients().prices.follow({}, options)) states.push(at.slice(14, 16));
    })();
    expect((await failureOf(following)).code).toBe('aborted');
    expect(states).toEqual(['live', '00', 'lost', 'live']);
  });

  it('waits for a first run as long as the server is heard', async () => {
    host.on(`${PRICES}/stream`, stream(), stream(event(5)));
    expect(await timesOf(1, { ...PATIENT, silentMs: 100 })).toEqual(['05']);
  });

  it('polls if nothing streams', async () => {
    host.on(`${PRICES}/stream`, json({ error: 'No', code: 'token-not-priced' }, 404));
    const list = (minute: number) => json({ updatedAt: run(minute).at, tokens: [], count: 0, btcUsd: 1 });
    host.on(PRICES, json({ updatedAt: null, tokens: [] }), list(0), list(0), json({}, 502), list(5));
    expect(await timesOf(2)).toEqual(['00', '05']);
  });

  it('refuses a pace that would overload the server', () => {
    expect(() => clients().prices.follow({}, { pollMs: 1 })).toThrow(ClientError);
    expect(() => clients().orders.follow({ owner: OWNER }, { pollMs: 1e9 })).toThrow(
      'pollMs must be 100 to 600,000',
    );
  });
});

describe('reading server-sent events', () => {
  const read = (chunks: Iterable<Uint8Array>) => {
    const reader = new ServerEventReader();
    const events = [...chunks].flatMap((chunk) => [...reader.read(chunk)]);
    return { events, retryMs: reader.retryMs };
  };

  it('knows comments, several lines, ids, retry, any end of line, and a byte order mark', () => {
    const text =
      '\ufeffretry: 1500\r\n\r\n: heartbeat\n\nid: 7\rdata: a\rdata:b\r\revent: x\ndata\n\nid\ndata: c\n\nevent: y\n\n';
    expect(read([Buffer.from(text)])).toEqual({
      events: [
        { event: 'message', data: 'a\nb', id: '7' },
        { event: 'x', data: '', id: '7' },
        { event: 'message', data: 'c', id: '' },
      ],
      retryMs: 1500,
    });
  });

  it('reads the same however the bytes are cut', () => {
    const bytes = Buffer.from(`: ünï\r\n${change(8, 'hä🟠', 2)}${synced(9)}data: 🟠\r\n\r\n`);
    const whole = read([bytes]);
    expect(whole.events).toHaveLength(3);
    fc.assert(
      fc.property(fc.array(fc.nat(bytes.length)), (cuts) => {
        const places = [0, ...cuts.sort((a, b) => a - b), bytes.length];
        const chunks = places.slice(1).map((end, i) => bytes.subarray(places[i], end));
        expect(read(chunks)).toEqual(whole);
      }),
    );
  });

  it('fails for an event without an end', () => {
    const chunk = Buffer.alloc(1_000_000, 'data: ');
    expect(() => read([chunk, chunk, chunk, chunk, chunk])).toThrow(ClientError);
  });
});

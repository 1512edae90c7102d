import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import type { ServerResponse } from 'node:http';
import { setInterval } from 'node:timers/promises';
import { afterEach, describe, expect, it } from '@jest/globals';
import { signRequest } from '../../src/adapters/stacks/signatures/wallet.js';
import { respond, startReceiver, type Received, type Receiver } from '../adapters/webhooks/receiver.js';
import { onlyOn } from '../support/databases.js';
import type { Exchange } from '../support/exchange.js';
import { createDatabase } from '../support/postgres.js';
import { useTestBed, type TestBed } from '../support/test-bed.js';
import { ask } from '../support/test-chain.js';

const PROGRAM = 'docs/examples/webhook-receiver.mjs';
const ORDERS = 12;
/** A killed server's claims end after 20 seconds. */
const DEADLINE_MS = 60_000;

interface Message {
  readonly id: string;
  readonly type: string;
  readonly uuid: string;
  readonly seq: number;
}

const receivers: Receiver[] = [];
afterEach(async () => {
  for (const each of receivers.splice(0)) await each.close();
});

async function receiver(answer?: (one: Received, res: ServerResponse) => void): Promise<Receiver> {
  const started = await startReceiver(answer);
  receivers.push(started);
  return started;
}

const messageOf = ({ headers, body }: Received): Message => {
  const { type, data } = JSON.parse(body) as {
    readonly type: string;
    readonly data: { readonly order: { readonly uuid: string }; readonly event: { readonly seq: number } };
  };
  return { id: String(headers['webhook-id']), type, uuid: data.order.uuid, seq: data.event.seq };
};

async function manage<T>(bed: TestBed, exchange: Exchange, path: string, fields: Record<string, unknown>) {
  const { privateKey } = bed.chain.devnet.accounts[0]!;
  const { swap } = exchange.sluice();
  const signer = { privateKey, network: 'devnet', audience: new URL(swap).origin } as const;
  const proof = signRequest({ ...fields, timestamp: Date.now(), once: randomUUID() }, signer);
  const { 'x-message': message, 'x-wallet-address': walletAddress, ...signature } = proof;
  const response = await ask<T>(`${swap}${path}`, {
    method: 'POST',
    headers: { ...signature, 'content-type': 'application/json' },
    body: JSON.stringify({ message, walletAddress }),
  });
  expect(response.status).toBe(200);
  return response.body;
}

const createWebhook = (bed: TestBed, exchange: Exchange, url: string) =>
  manage<{ secret: string; webhook: { id: string } }>(bed, exchange, '/webhooks', {
    action: 'create_webhook',
    url,
  });

/** Places and cancels orders at the servers in turn; returns their uuids. */
async function happen(exchanges: readonly Exchange[]): Promise<readonly string[]> {
  const uuids: string[] = [];
  for (let n = 0; n < ORDERS; n++) {
    const exchange = exchanges[n % exchanges.length]!;
    const order = exchange.signedOrder();
    expect((await exchange.place(order)).status).toBe(200);
    expect((await exchange.cancel(order.uuid)).status).toBe(200);
    uuids.push(order.uuid);
  }
  return uuids;
}

async function until(isReached: () => boolean): Promise<void> {
  const from = performance.now();
  for await (const _tick of setInterval(50)) {
    if (isReached()) return;
    if (performance.now() - from > DEADLINE_MS) break;
  }
  throw new Error('not reached in time');
}

const delivered = (received: readonly Received[]) => new Set(received.map((one) => messageOf(one).id)).size;

/** Asserts that both events of each order came, the first one before the second, under one id each. */
function expectAll(received: readonly Received[], uuids: readonly string[]): void {
  const messages = received.map(messageOf);
  expect(delivered(received)).toBe(2 * uuids.length);
  for (const uuid of uuids) {
    const own = messages.filter((message) => message.uuid === uuid);
    const first = own.filter(({ id }, n) => own.findIndex((other) => other.id === id) === n);
    expect(first.map(({ type, seq }) => [type, seq])).toEqual([
      ['order.created', 1],
      ['order.cancelled', 2],
    ]);
  }
}

describe.each(onlyOn('SQLite'))(
  'webhooks of a server on $name that is killed while it sends',
  ({ create }) => {
    const bed = useTestBed(create);

    it(
      'get every event after its restart, those of one order in their order, and no secret is logged',
      async () => {
        let killed: Promise<void> | undefined;
        const { url, received } = await receiver((one, res) => {
          // The sixth message is never responded to.
          if (received.length === 6) killed = bed.exchange.end('SIGKILL');
          else respond(204)(one, res);
        });
        const { exchange } = bed;
        const { secret } = await createWebhook(bed, exchange, url);
        const order = exchange.signedOrder();
        const placed = Array.from({ length: ORDERS }, () => exchange.signedOrder());
        for (const each of placed) await exchange.place(each).catch(() => undefined);
        await until(() => killed !== undefined);
        await killed;
        expect(exchange.sluice().log.join('\n')).not.toContain(secret);
        await exchange.start();
        const stored: string[] = [];
        for (const { uuid } of [...placed, order]) {
          const { status } = await exchange.read(`/orders/${uuid}`);
          if (status !== 200) continue;
          expect((await exchange.cancel(uuid)).status).toBe(200);
          stored.push(uuid);
        }
        await until(() => delivered(received) === 2 * stored.length);
        expectAll(received, stored);
        expect(exchange.sluice().log.join('\n')).not.toContain(secret);
      },
      2 * DEADLINE_MS,
    );
  },
);

describe('webhooks of two servers on one Postgres', () => {
  const bed = useTestBed(createDatabase, [{}, {}]);

  it('get each event once', async () => {
    const { url, received } = await receiver();
    await createWebhook(bed, bed.exchange, url);
    const uuids = await happen(bed.exchanges);
    await until(() => delivered(received) === 2 * ORDERS);
    expectAll(received, uuids);
    expect(received).toHaveLength(2 * ORDERS);
  });

  it('are received by the program of the docs, which has 25 lines and rejects every forgery', async () => {
    expect((await readFile(PROGRAM, 'utf8')).trimEnd().split('\n')).toHaveLength(25);
    const spare = await receiver();
    await spare.close();
    const url = `http://127.0.0.1:${spare.port}/hook`;
    const { secret, webhook } = await createWebhook(bed, bed.exchange, url);
    const env = { ...process.env, WEBHOOK_SECRET: secret };
    const program = spawn(process.execPath, [PROGRAM, String(spare.port)], { env });
    let printed = '';
    program.stdout.on('data', (chunk: Buffer) => void (printed += chunk.toString()));
    try {
      const order = bed.exchange.signedOrder();
      await bed.exchange.place(order);
      await until(() => printed !== '');
      const fields = { action: 'test_webhook', webhookId: webhook.id };
      await manage(bed, bed.exchange, `/webhooks/${webhook.id}/test`, fields);
      await until(() => printed.includes('ping'));
      expect(printed).toBe(`order.created ${order.uuid}\nping \n`);
      const forged = { 'webhook-id': 'msg_1', 'webhook-timestamp': String(Math.floor(Date.now() / 1000)) };
      for (const signature of ['', 'v1,AAAA', `v1,${Buffer.alloc(32).toString('base64')}`]) {
        const headers = { ...forged, 'webhook-signature': signature };
        expect(
          (await fetch(url, { method: 'POST', headers, body: '{"type":"ping","data":{}}' })).status,
        ).toBe(401);
      }
    } finally {
      program.kill();
    }
  });
});

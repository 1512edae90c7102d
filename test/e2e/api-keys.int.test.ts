import { createHash, randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, it } from '@jest/globals';
import { signRequest } from '../../src/adapters/stacks/signatures/wallet.js';
import { onlyOn } from '../support/databases.js';
import type { Exchange } from '../support/exchange.js';
import { createDatabase } from '../support/postgres.js';
import { runExample } from '../support/run-example.js';
import { useTestBed } from '../support/test-bed.js';
import { ask, type Answer, type Wallet } from '../support/test-chain.js';

type Fields = Parameters<typeof signRequest>[0];

/** Every secret of these suites. */
const secrets = new Set<string>();

function proofOf(exchange: Exchange, fields: Fields, { privateKey }: Wallet) {
  const message = { ...fields, once: randomUUID(), timestamp: Date.now() };
  const proof = signRequest(message, {
    privateKey,
    network: 'devnet',
    audience: new URL(exchange.sluice().swap).origin,
  });
  secrets.add(proof['x-signature']);
  return proof;
}

/** Sends a change signed by a wallet to the exchange's server. */
function manage<T>(exchange: Exchange, method: string, path: string, fields: Fields, wallet: Wallet) {
  const proof = proofOf(exchange, fields, wallet);
  const { 'x-message': message, 'x-wallet-address': walletAddress, ...signature } = proof;
  return ask<T>(`${exchange.sluice().swap}${path}`, {
    method,
    headers: { ...signature, 'content-type': 'application/json' },
    body: JSON.stringify({ message, walletAddress }),
  });
}

interface IssuedKey {
  readonly apiKey: string;
  readonly keyId: string;
}

async function issue(exchange: Exchange, wallet: Wallet): Promise<IssuedKey> {
  const fields = { action: 'create_api_key', keyName: randomUUID(), permissions: ['execute', 'cancel'] };
  const { status, body } = await manage<IssuedKey>(exchange, 'POST', '/api-keys', fields, wallet);
  expect(status).toBe(200);
  secrets.add(body.apiKey).add(createHash('sha256').update(body.apiKey).digest('hex'));
  return body;
}

const revoke = (exchange: Exchange, { keyId }: IssuedKey, wallet: Wallet) =>
  manage(exchange, 'DELETE', `/api-keys/${keyId}`, { action: 'delete_api_key', keyId }, wallet);

const cancelWith = (exchange: Exchange, { apiKey }: IssuedKey, uuid: string) =>
  ask(`${exchange.sluice().swap}/orders/${uuid}/cancel`, {
    method: 'PATCH',
    headers: { 'x-api-key': apiKey },
  });

/** The window that a response was counted in. */
const windowOf = ({ headers }: Answer) => headers.get('x-ratelimit-reset');

/** Repeats the work, at most once, when it started in one window and ended in the next. */
async function inOneWindow(work: () => Promise<readonly Answer[]>): Promise<readonly Answer[]> {
  const answers = await work();
  return new Set(answers.map(windowOf)).size === 1 ? answers : work();
}

/** Stops the server and returns the secrets that it logged. */
async function leaksOf(exchange: Exchange): Promise<readonly string[]> {
  await exchange.end('SIGTERM');
  const log = exchange.sluice().log.join('\n');
  expect(log).toContain('/api-keys');
  return [...secrets].filter((secret) => log.includes(secret));
}

describe.each(onlyOn('SQLite'))('API keys on $name', ({ create }) => {
  const bed = useTestBed(create);
  let alice: Wallet;

  beforeAll(() => {
    alice = bed.chain.devnet.accounts[0]!;
  });

  it('are created, used, inspected and revoked as in the documented example', async () => {
    expect(await runExample('manage-keys', bed.exchange.sluice().url)).toEqual([
      'created: 200',
      'placed: open',
      'executed: 200, 99 requests left',
      'placed: open',
      // 99 if a new minute has started.
      expect.stringMatching(/^cancelled: 200, 9[89] requests left$/),
      'listed: 200, active',
      'used: PATCH 200, POST 200',
      'revoked: 200',
      'placed: open',
      'refused: 401 API key inactive',
    ]);
  });

  it('keep their usage statistics across a clean stop', async () => {
    const key = await issue(bed.exchange, alice);
    const order = bed.exchange.signedOrder();
    await bed.exchange.place(order);
    await cancelWith(bed.exchange, key, order.uuid);
    await bed.exchange.end('SIGTERM');
    await bed.exchange.start();
    const answer = await ask(`${bed.exchange.sluice().swap}/api-keys/${key.keyId}`, {
      headers: { ...proofOf(bed.exchange, { action: 'get_api_key_stats', keyId: key.keyId }, alice) },
    });
    expect(answer).toMatchObject({
      status: 200,
      body: {
        apiKey: { usageStats: { totalRequests: 1, cancellationCount: 1 }, lastUsedAt: expect.any(String) },
        recentActivity: [{ method: 'PATCH', statusCode: 200, success: true }],
      },
    });
  });

  it('appear in no response but the one that creates them, nor do their hashes or signatures', async () => {
    const key = await issue(bed.exchange, alice);
    const order = bed.exchange.signedOrder();
    const path = `${bed.exchange.sluice().swap}/api-keys`;
    const answers = [
      await bed.exchange.place(order),
      await cancelWith(bed.exchange, key, order.uuid),
      await ask(path, { headers: { ...proofOf(bed.exchange, { action: 'list_api_keys' }, alice) } }),
      await ask(`${path}/${key.keyId}`, {
        headers: { ...proofOf(bed.exchange, { action: 'get_api_key_stats', keyId: key.keyId }, alice) },
      }),
      await revoke(bed.exchange, key, alice),
      await cancelWith(bed.exchange, key, order.uuid),
      await bed.exchange.read(`/orders/${order.uuid}/events`),
    ];
    const shown = JSON.stringify(answers.map(({ body, headers }) => [body, [...headers]]));
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200, 401, 200]);
    expect([...secrets, order['signature']!].filter((secret) => shown.includes(secret))).toEqual([]);
  });

  it('leave no secret in the log', async () => {
    expect(await leaksOf(bed.exchange)).toEqual([]);
  });
});

describe('API keys of two servers on one Postgres', () => {
  const bed = useTestBed(createDatabase, [{}, {}]);
  const servers = bed.exchanges as [Exchange, Exchange];
  let alice: Wallet;
  let uuid: string;

  beforeAll(async () => {
    alice = bed.chain.devnet.accounts[0]!;
    const order = bed.exchange.signedOrder();
    await bed.exchange.place(order);
    uuid = order.uuid;
  });

  it.each([
    ['half and half', (n: number) => n % 2],
    ['one to the first, the rest to the second', (n: number) => Math.min(n, 1)],
  ])('pass exactly 100 of 200 requests in a window: %s', async (_, serverOf) => {
    const answers = await inOneWindow(async () => {
      const key = await issue(servers[0], alice);
      const asking = (n: number) => cancelWith(servers[serverOf(n) as 0 | 1], key, uuid);
      return Promise.all(Array.from({ length: 200 }, (_each, n) => asking(n)));
    });
    const statuses = answers.map(({ status }) => status);
    expect(statuses.filter((status) => status === 200)).toHaveLength(100);
    expect(statuses.filter((status) => status === 429)).toHaveLength(100);
    const remaining = answers
      .filter(({ status }) => status === 200)
      .map(({ headers }) => Number(headers.get('x-ratelimit-remaining')));
    expect(remaining.sort((a, b) => a - b)).toEqual(Array.from({ length: 100 }, (_each, n) => n));
  });

  it('are refused by every server from the first request after their revocation', async () => {
    for (const [revoking, asked] of [servers, [...servers].reverse() as typeof servers]) {
      const key = await issue(revoking, alice);
      expect(await cancelWith(asked, key, uuid)).toMatchObject({ status: 200 });
      expect(await revoke(revoking, key, alice)).toMatchObject({ status: 200 });
      expect(await cancelWith(asked, key, uuid)).toMatchObject({
        status: 401,
        body: { error: 'API key inactive', code: 'API_KEY_INACTIVE' },
      });
    }
  });

  it('report the usage of both servers', async () => {
    const key = await issue(servers[0], alice);
    for (const server of servers) await cancelWith(server, key, uuid);
    await Promise.all(servers.map((server) => server.end('SIGTERM')));
    await Promise.all(servers.map((server) => server.start()));
    const headers = { ...proofOf(servers[1], { action: 'get_api_key_stats', keyId: key.keyId }, alice) };
    const answer = await ask(`${servers[1].sluice().swap}/api-keys/${key.keyId}`, { headers });
    expect(answer.body).toMatchObject({ apiKey: { usageStats: { totalRequests: 2 } } });
  });

  it('leave no secret in either log', async () => {
    for (const server of servers) {
      await cancelWith(server, await issue(server, alice), uuid);
      expect(await leaksOf(server)).toEqual([]);
    }
  });
});

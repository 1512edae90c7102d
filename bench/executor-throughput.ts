import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { randomUUID } from 'node:crypto';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setInterval } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { makeSTXTokenTransfer } from '@stacks/transactions';
import type * as devnets from '../src/apps/devnet/index.js';
import { orderSignature } from '../src/adapters/stacks/signatures/wallet.js';
import { NO_QUOTAS } from '../test/support/no-quotas.js';
import { figure, printJson, printTable } from './support/report.js';

/**
 * Orders whose windows open at the same time, until broadcast and until confirmed, by the real server over its devnet. The
 * baseline is the devnet without Sluice: as many transfers, signed beforehand, sent one after another. A node accepts 25
 * transactions of an account per block, which bounds both.
 */
const { values: options } = parseArgs({
  options: {
    orders: { type: 'string', default: '2000' },
    blockMs: { type: 'string', default: '100' },
    deadlineMs: { type: 'string', default: '900000' },
  },
});
const ORDERS = Number(options.orders);
const BLOCK_MS = Number(options.blockMs);
const IN_FLIGHT = 25;
const AMOUNT_IN = '1000000';
const POLL_MS = 50;

type Devnet = devnets.Devnet;

const built = (path: string) => new URL(`../../dist/${path}`, import.meta.url);
const { startDevnet, DEVNET_OPERATOR } = (await import(built('apps/devnet/index.js').href)) as typeof devnets;

async function until(what: string, isTrue: () => Promise<boolean>): Promise<void> {
  const from = performance.now();
  for await (const _tick of setInterval(POLL_MS)) {
    if (await isTrue()) return;
    if (performance.now() - from > Number(options.deadlineMs)) break;
  }
  throw new Error(`${what} took too long`);
}

async function json<T>(url: string, init?: RequestInit): Promise<T> {
  const answer = await fetch(url, init);
  if (!answer.ok) throw new Error(`${url} responded ${answer.status}: ${await answer.text()}`);
  return (await answer.json()) as T;
}

const nonceOf = async ({ stacksApiUrl }: Devnet, address: string) =>
  (await json<{ nonce: number }>(`${stacksApiUrl}/v2/accounts/${address}?proof=0`)).nonce;

/** Transfers by the operator, whose account nothing else uses at this time. */
async function baseline(devnet: Devnet): Promise<{ readonly sentMs: number; readonly minedMs: number }> {
  const first = await nonceOf(devnet, DEVNET_OPERATOR.address);
  const recipient = devnet.accounts[0]!.address;
  const signed: Uint8Array[] = [];
  for (let n = 0; n < ORDERS; n++) {
    const transfer = await makeSTXTokenTransfer({
      recipient,
      amount: 1n,
      senderKey: devnet.operatorKey,
      network: 'devnet',
      fee: 1_000n,
      nonce: first + n,
    });
    signed.push(transfer.serializeBytes());
  }
  const from = performance.now();
  let mined = first;
  for (const [n, body] of signed.entries()) {
    if (first + n >= mined + IN_FLIGHT)
      await until('a block', async () => {
        mined = await nonceOf(devnet, DEVNET_OPERATOR.address);
        return first + n < mined + IN_FLIGHT;
      });
    const headers = { 'content-type': 'application/octet-stream' };
    await json(`${devnet.stacksApiUrl}/v2/transactions`, {
      method: 'POST',
      headers,
      body: Buffer.from(body),
    });
  }
  const sentMs = performance.now() - from;
  await until(
    'the last block',
    async () => (await nonceOf(devnet, DEVNET_OPERATOR.address)) === first + ORDERS,
  );
  return { sentMs, minedMs: performance.now() - from };
}

async function startServer(devnet: Devnet, folder: string) {
  const child = spawn(process.execPath, [fileURLToPath(built('sluice.js')), 'serve'], {
    env: {
      PORT: '0',
      DATABASE_URL: `sqlite:${join(folder, 'sluice.db')}`,
      STACKS_API_URL: devnet.stacksApiUrl,
      SLUICE_ROLES: 'api,executor',
      SLUICE_EXECUTOR_MS: String(BLOCK_MS),
      ...NO_QUOTAS,
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  for await (const line of createInterface({ input: child.stdout })) {
    const { url, msg } = JSON.parse(line) as { url?: string; msg?: string };
    if (msg !== 'listening' || url === undefined) continue;
    child.stdout.resume();
    return { url, stop: async () => void (child.kill('SIGTERM') && (await once(child, 'exit'))) };
  }
  throw new Error('the server ended before it listened');
}

/** Places the orders; all open at the returned time. */
async function placeAll({ registry, accounts }: Devnet, swap: string): Promise<number> {
  const [wallet] = accounts;
  const input = registry.tokens.find(({ type }) => type === 'SUBNET');
  const router = registry.routers.find(({ payout }) => payout === 'signer');
  if (!wallet || !input || !router) throw new Error('the devnet has no wallet, subnet token or router');
  const opensAt = Date.now() + 10_000 + 60 * ORDERS;
  for (let n = 0; n < ORDERS; n++) {
    const order = {
      uuid: randomUUID() as string,
      owner: wallet.address,
      recipient: wallet.address,
      inputToken: input.contractId,
      outputToken: registry.sbtc,
      amountIn: AMOUNT_IN,
      router: router.id,
      conditionToken: '*',
      targetPrice: '0',
      direction: 'gt',
      validFrom: new Date(opensAt).toISOString(),
    };
    const { inputToken, uuid } = order;
    const toSign = { inputToken, uuid, router: router.id, amountIn: BigInt(AMOUNT_IN) };
    const signature = orderSignature(
      { ...toSign, network: registry.network, blaze: input.blaze ?? 'v1' },
      wallet.privateKey,
    );
    await json(`${swap}/orders/new`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ ...order, signature }),
    });
  }
  if (Date.now() > opensAt) throw new Error('placing the orders took longer than their windows wait');
  return opensAt;
}

async function countByStatus(url: string): Promise<Readonly<Record<string, number>>> {
  const text = await (await fetch(`${url}/metrics`)).text();
  const lines = text.matchAll(/^sluice_orders\{status="(\w+)"\} (\d+)$/gm);
  return Object.fromEntries([...lines].map(([, status = '', count]) => [status, Number(count)]));
}

async function execute(devnet: Devnet) {
  const folder = mkdtempSync(join(tmpdir(), 'bench-throughput-'));
  const server = await startServer(devnet, folder);
  try {
    const opensAt = await placeAll(devnet, `${server.url}/swap/api/v1`);
    await until('the windows', () => Promise.resolve(Date.now() >= opensAt));
    let counts: Readonly<Record<string, number>> = {};
    await until('the broadcast of all', async () => {
      counts = await countByStatus(server.url);
      return (counts['open'] ?? 0) === 0;
    });
    const broadcastMs = Date.now() - opensAt;
    await until('the confirmation of all', async () => {
      counts = await countByStatus(server.url);
      return (counts['broadcasted'] ?? 0) === 0;
    });
    return { broadcastMs, confirmedMs: Date.now() - opensAt, confirmed: counts['confirmed'] ?? 0 };
  } finally {
    await server.stop();
    rmSync(folder, { recursive: true });
  }
}

const devnet = await startDevnet({ blockMs: BLOCK_MS });
try {
  const { sentMs, minedMs } = await baseline(devnet);
  const { broadcastMs, confirmedMs, confirmed } = await execute(devnet);
  const rate = (ms: number) => figure((ORDERS / ms) * 1_000);
  console.log(
    `\n${ORDERS} at once, a block each ${BLOCK_MS} ms, ${IN_FLIGHT} in flight at most; per second\n`,
  );
  printTable([
    { what: 'orders, executed by Sluice', broadcast: rate(broadcastMs), confirmed: rate(confirmedMs) },
    { what: 'transfers, signed before', broadcast: rate(sentMs), confirmed: rate(minedMs) },
    { what: '25 a block', broadcast: rate((ORDERS / IN_FLIGHT) * BLOCK_MS), confirmed: '' },
  ]);
  const measured = { broadcastMs, confirmedMs, confirmed, baseline: { sentMs, minedMs } };
  printJson('executor-throughput', { orders: ORDERS, blockMs: BLOCK_MS, inFlight: IN_FLIGHT, ...measured });
} finally {
  await devnet.stop();
}

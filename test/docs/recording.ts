import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdtemp, readFile, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setInterval } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { devAccount } from '../../src/apps/devnet/vm/accounts.js';
import { signText } from '../../src/adapters/stacks/signatures/wallet.js';
import { sampleOf } from '../../src/adapters/express/description/samples.js';
import { operationOf, OPERATIONS } from '../adapters/express/described.js';
import { SLUICE } from '../support/run-command.js';

const run = promisify(execFile);
const DOCS = fileURLToPath(new URL('../../docs', import.meta.url));

/** A refused request ends the script, and commands that wait for something look more often. */
const PREAMBLE = `
  sluice() { node "${SLUICE}" "$@"; }
  set -euo pipefail
  curl() { command curl --fail-with-body "$@"; }
  sleep() { command sleep 0.4; }
`;

/** A stream has no end: its sample is ended once it has sent what is there. */
const UNTIL_QUIET = `curl() { command curl --fail-with-body --max-time 1 "$@" || [ $? -eq 28 ]; }`;

/** A folder in which the commands of docs can be run, with the project's docs in it. */
export async function inFolder<T>(work: (folder: string) => Promise<T>): Promise<T> {
  const folder = await mkdtemp(join(tmpdir(), 'sluice-test-docs-'));
  try {
    await symlink(DOCS, join(folder, 'docs'));
    return await work(folder);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Runs commands of docs against the server at the url; returns what they print. */
export async function runCommands(folder: string, commands: readonly string[], url: string): Promise<string> {
  const script = [PREAMBLE, ...commands].join('\n').replaceAll('http://127.0.0.1:3000', url);
  // Jest asks the processes that it starts for colours.
  const env = { ...process.env, FORCE_COLOR: '0' };
  return (await run('bash', ['-c', script], { cwd: folder, env, maxBuffer: 2 ** 25 })).stdout;
}

/** What an operation was sent, if it takes a body, and what it returned. */
export interface Recorded {
  readonly request?: unknown;
  readonly response: unknown;
  /** The response about an order that was confirmed in the meantime. */
  readonly confirmed?: unknown;
}

/** Operations whose samples depend on each other, in this order; the others follow. */
const IN_ORDER = [
  ...[
    'getMetadata',
    'rehearseOrder',
    'replayOrder',
    'placeOrder',
    'placeOrders',
    'listOrders',
    'listStrategies',
    'getStrategy',
    'getOrder',
    'amendOrder',
  ],
  ...['followOrders', 'followOrder'],
  ...['createApiKey', 'listApiKeys', 'getApiKey', 'revokeApiKey'],
  ...['createWebhook', 'listWebhooks', 'testWebhook', 'rotateWebhookSecret', 'listWebhookDeliveries'],
  ...['getWebhook', 'updateWebhook', 'replayWebhookDeliveries', 'deleteWebhook'],
  ...['createAlert', 'listAlerts', 'getAlert', 'followAlerts', 'rearmAlert', 'deleteAlert'],
  ...['listOrderEvents', 'cancelOrder', 'placeOrder', 'cancelOrders', 'placeOrder', 'executeOrder'],
  ...['cancelAfter', 'readCancelAfter', 'disarmCancelAfter'],
  ...[
    'signInOperator',
    'readOperatorStatus',
    'readCosts',
    'exportCosts',
    'pauseSending',
    'resumeSending',
    'signOutOperator',
  ],
];

/** Operations whose sample needs an order that is filled. */
const OF_A_FILL: readonly string[] = ['getOrderReport', 'readExecutionQuality'];

/** Whether a response shows what its sample is about: a test message is delivered a moment after its request. */
const isComplete = (id: string, response: unknown): boolean =>
  id !== 'listWebhookDeliveries' ||
  (response as { deliveries: readonly { endedAt: string | null }[] }).deliveries.some(
    ({ endedAt }) => endedAt !== null,
  );

/** Operations whose sample needs a key that no demo wallet has. */
export const NOT_RUN: readonly string[] = ['saveMetadata'];

/** Runs the sample of every operation on the server's devnet. */
export async function record(url: string): Promise<ReadonlyMap<string, Recorded>> {
  const recorded = new Map<string, Recorded>([['saveMetadata', await saveMetadata(url)]]);
  const others = OPERATIONS.map(({ operation }) => operation.id).filter(
    (id) => !IN_ORDER.includes(id) && !OF_A_FILL.includes(id) && !NOT_RUN.includes(id),
  );
  await inFolder(async (folder) => {
    const recordOne = async (id: string) => {
      const { operation } = operationOf(id);
      const sample = sampleOf(operation);
      const { mediaType = 'application/json' } = operation.responses[0];
      const isStream = mediaType === 'text/event-stream';
      for await (const _tick of setInterval(50)) {
        const text = await runCommands(folder, isStream ? [UNTIL_QUIET, sample] : [sample], url);
        const response: unknown = mediaType === 'application/json' ? JSON.parse(text) : text;
        if (!isComplete(id, response)) continue;
        const request = operation.body && { request: await bodyOf(sample, folder) };
        recorded.set(id, { ...request, response });
        return;
      }
    };
    for (const id of IN_ORDER) await recordOne(id);
    await Promise.all(others.map(recordOne));
  });
  const { data } = recorded.get('executeOrder')!.response as { readonly data: { readonly uuid: string } };
  const swap = `${url}/swap/api/v1`;
  for (const [id, confirmed] of Object.entries(await readConfirmed(`${swap}/orders/${data.uuid}`)))
    recorded.set(id, { ...recorded.get(id)!, confirmed });
  for (const [id, response] of Object.entries(await readReports(swap, data.uuid)))
    recorded.set(id, { response });
  return recorded;
}

/** Waits until the order is confirmed; returns what reads of it then respond, by operation. */
async function readConfirmed(address: string): Promise<Readonly<Record<string, unknown>>> {
  for await (const _tick of setInterval(50)) {
    const getOrder = (await (await fetch(address)).json()) as { readonly data: { readonly status: string } };
    if (getOrder.data.status !== 'confirmed') continue;
    return { getOrder, listOrderEvents: await (await fetch(`${address}/events`)).json() };
  }
  throw new Error('unreachable');
}

/** Waits until the fill of the order is reported; returns what the operations about reports then respond. */
async function readReports(swap: string, uuid: string): Promise<Readonly<Record<string, unknown>>> {
  for await (const _tick of setInterval(50)) {
    const getOrderReport = (await (await fetch(`${swap}/orders/${uuid}/report`)).json()) as {
      readonly data: { readonly isPending: boolean };
    };
    if (getOrderReport.data.isPending) continue;
    const readExecutionQuality: unknown = await (await fetch(`${swap}/execution-quality?days=1`)).json();
    return { getOrderReport, readExecutionQuality };
  }
  throw new Error('unreachable');
}

/** The body that the sample sends. */
async function bodyOf(sample: string, folder: string): Promise<unknown> {
  const json = async (name: string): Promise<unknown> =>
    JSON.parse(await readFile(join(folder, name), 'utf8'));
  const [, file] = / -d @(\S+)$/m.exec(sample) ?? [];
  if (file !== undefined) return json(file);
  const [, literal] = / -d '(.*)'$/m.exec(sample) ?? [];
  return literal === undefined ? { orders: [await json('order.json')] } : (JSON.parse(literal) as unknown);
}

async function saveMetadata(url: string): Promise<Recorded> {
  const { address, privateKey, publicKey } = devAccount('deployer');
  const request = {
    sip: 16,
    name: 'sBTC',
    description: 'Bitcoin on Stacks',
    image: 'https://example.org/sbtc.png',
    properties: { symbol: 'sBTC', decimals: 8 },
  };
  const body = JSON.stringify(request);
  const message = `${address}.sbtc`;
  const timestamp = Date.now();
  const bodyHash = createHash('sha256').update(body).digest('hex');
  const headers = {
    'content-type': 'application/json',
    'x-signature': signText(JSON.stringify({ message, timestamp, bodyHash }), privateKey),
    'x-public-key': publicKey,
    'x-timestamp': String(timestamp),
  };
  const saved = await fetch(`${url}/metadata/api/v1/metadata/${message}`, { method: 'POST', headers, body });
  if (!saved.ok) throw new Error(await saved.text());
  return { request, response: await saved.json() };
}

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { Cl, makeContractCall, PostConditionMode } from '@stacks/transactions';
import type * as devnets from '../src/apps/devnet/index.js';
import { figure, printJson, printTable } from './support/report.js';

/**
 * The start of a devnet whose chain is long: from its snapshot, after a stop and after a kill, and as part of the server.
 * The baseline is the replay of the whole journal, which is what a start without a snapshot does.
 */
const { values: options } = parseArgs({
  options: {
    transactions: { type: 'string', default: '10000' },
    perBlock: { type: 'string', default: '3' },
  },
});
const TRANSACTIONS = Number(options.transactions);
const PER_BLOCK = Number(options.perBlock);
const NEVER_MS = 86_400_000;
const AMOUNT = 1_000n;

type Devnet = devnets.Devnet;

const built = (path: string) => new URL(`../../dist/${path}`, import.meta.url);
const { startDevnet } = (await import(built('apps/devnet/index.js').href)) as typeof devnets;

const folder = mkdtempSync(join(tmpdir(), 'bench-devnet-'));
const database = join(folder, 'sluice.db');
const journalPath = `${database}.devnet.jsonl`;
const snapshotPath = `${journalPath}.snapshot`;

const open = (onStart: (event: devnets.StartEvent) => void = () => undefined): Promise<Devnet> =>
  startDevnet({ blockMs: NEVER_MS, journalPath, controlPort: 0, onStart });

async function post(url: string, body: Uint8Array | string, type: string): Promise<void> {
  const answer = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': type },
    body: typeof body === 'string' ? body : Buffer.from(body),
  });
  if (!answer.ok) throw new Error(`${url} responded ${answer.status}: ${await answer.text()}`);
  await answer.arrayBuffer();
}

/** Wallets swap in turn, back and forth, through every pool of the devnet's own kind. Every 50th transaction is taken back. */
async function fill(devnet: Devnet): Promise<number[]> {
  const vaults = (devnet.registry.vaults ?? []).filter(({ kind }) => kind === 'pool');
  const blocksMs: number[] = [];
  for (let n = 0; n < TRANSACTIONS; n++) {
    const wallet = devnet.accounts[n % devnet.accounts.length]!;
    const turn = Math.floor(n / devnet.accounts.length);
    const [contractAddress = '', contractName = ''] = vaults[turn % vaults.length]!.contractId.split('.');
    const isBack = Math.floor(turn / vaults.length) % 2;
    const call = await makeContractCall({
      contractAddress,
      contractName,
      functionName: 'execute',
      functionArgs: [Cl.uint(AMOUNT), Cl.some(Cl.buffer(Uint8Array.of(isBack)))],
      senderKey: wallet.privateKey,
      network: 'devnet',
      fee: 2_000,
      nonce: turn,
      postConditionMode: n % 50 === 49 ? PostConditionMode.Deny : PostConditionMode.Allow,
      validateWithAbi: false,
    });
    await post(`${devnet.stacksApiUrl}/v2/transactions`, call.serializeBytes(), 'application/octet-stream');
    if (n % PER_BLOCK !== PER_BLOCK - 1 && n !== TRANSACTIONS - 1) continue;
    const from = performance.now();
    await post(`${devnet.controlUrl!}/mine`, '{}', 'application/json');
    blocksMs.push(performance.now() - from);
  }
  return blocksMs.sort((a, b) => a - b);
}

async function timedStart() {
  const events: devnets.StartEvent[] = [];
  const from = performance.now();
  const devnet = await open((event) => events.push(event));
  const ms = performance.now() - from;
  const replayed = events.find((event) => event.kind === 'replayed');
  return { devnet, ms, replayed: replayed?.total ?? 0, ...costsOf(devnet.pid) };
}

interface Costs {
  readonly residentBytes?: number;
  /** Of all its threads. */
  readonly processorMs?: number;
}

const TICKS_PER_SECOND = 100;

/** Nothing where there is no /proc. */
function costsOf(pid: number): Costs {
  try {
    const [, kilobytes] = /^VmRSS:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? [];
    const afterName = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1] ?? '';
    const [user = 0, system = 0] = afterName.split(' ').slice(11, 13).map(Number);
    return {
      residentBytes: Number(kilobytes) * 1024,
      processorMs: ((user + system) / TICKS_PER_SECOND) * 1_000,
    };
  } catch {
    return {};
  }
}

async function serverStart(): Promise<number> {
  const from = performance.now();
  const child = spawn(process.execPath, [fileURLToPath(built('sluice.js')), 'serve'], {
    env: { PORT: '0', DATABASE_URL: `sqlite:${database}` },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  for await (const line of createInterface({ input: child.stdout })) {
    if (!line.includes('"listening"')) continue;
    const ms = performance.now() - from;
    child.stdout.resume();
    child.kill('SIGTERM');
    await once(child, 'exit');
    return ms;
  }
  throw new Error('the server ended before it listened');
}

async function kill({ pid, exited }: Devnet): Promise<void> {
  process.kill(pid, 'SIGKILL');
  await exited;
}

try {
  const first = await open();
  const filledFrom = performance.now();
  const blocksMs = await fill(first);
  const filledMs = performance.now() - filledFrom;
  await kill(first);
  const afterKill = await timedStart();
  const stoppedFrom = performance.now();
  await afterKill.devnet.stop();
  const stopMs = performance.now() - stoppedFrom;
  const afterStop = await timedStart();
  await afterStop.devnet.stop();
  const serverMs = await serverStart();
  const sizes = { journalBytes: statSync(journalPath).size, snapshotBytes: statSync(snapshotPath).size };
  rmSync(snapshotPath);
  const baseline = await timedStart();
  await kill(baseline.devnet);

  const megabytes = (bytes: number | undefined) => (bytes === undefined ? '' : figure(bytes / 1e6));
  const row = (
    what: string,
    { ms, replayed, residentBytes, processorMs }: Omit<typeof baseline, 'devnet'>,
  ) => ({
    what,
    seconds: figure(ms / 1_000),
    'processor s': processorMs === undefined ? '' : figure(processorMs / 1_000),
    replayed,
    'resident MB': megabytes(residentBytes),
  });
  console.log(`\nStarts of a devnet with ${TRANSACTIONS} transactions, ${PER_BLOCK} a block\n`);
  printTable([
    row('snapshot, after a stop', afterStop),
    row('snapshot, after a kill', afterKill),
    { what: 'server, until it listens', seconds: figure(serverMs / 1_000) },
    row('baseline: the whole journal', baseline),
  ]);
  const at = (share: number) => blocksMs[Math.min(blocksMs.length - 1, Math.floor(blocksMs.length * share))]!;
  console.log(
    `\njournal ${megabytes(sizes.journalBytes)} MB, snapshot ${megabytes(sizes.snapshotBytes)} MB; ` +
      `a block takes ${figure(at(0.5))} ms (median), ${figure(at(0.99))} ms (99%), ${figure(at(1))} ms (slowest); a stop ${figure(stopMs)} ms`,
  );
  const facts = ({ devnet: _devnet, ...measured }: typeof baseline) => measured;
  printJson('devnet', {
    transactions: TRANSACTIONS,
    perBlock: PER_BLOCK,
    afterStop: facts(afterStop),
    afterKill: facts(afterKill),
    serverMs,
    stopMs,
    baseline: facts(baseline),
    ...sizes,
    filledMs,
    blockMs: { median: at(0.5), p99: at(0.99), slowest: at(1) },
  });
} finally {
  rmSync(folder, { recursive: true });
}

import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { mkdtemp, rm } from 'node:fs/promises';
import { Agent, get } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setInterval } from 'node:timers/promises';
import { DEVNET_OPERATOR } from '../../src/apps/devnet/index.js';
import { createClient } from '../../src/sdk/client/index.js';
import { keySigner } from '../../src/sdk/signing/index.js';
import { metricsRead } from '../deploy/queries.js';
import { createDatabase } from '../support/postgres.js';
import { runCommand } from '../support/run-command.js';
import { startSluice, type SluiceProcess } from '../support/sluice-process.js';

const STOP_LIMIT_MS = 5_000;
const DEADLINE_MS = 60_000;
/** Requests that are under way at the same time. */
const CALLERS = 4;

/** Waits until the condition holds. */
async function until(holds: () => boolean | Promise<boolean>, what: string): Promise<void> {
  const from = performance.now();
  for await (const _tick of setInterval(20)) {
    if (await holds()) return;
    if (performance.now() - from > DEADLINE_MS) throw new Error(`not in time: ${what}`);
  }
}

/** The pids of the workers that have started in a slot, oldest first. */
const startedIn = ({ log }: SluiceProcess, slot: string): readonly number[] =>
  log
    .map((line) => JSON.parse(line) as { msg: string; worker?: string; pid: number })
    .filter(({ msg, worker }) => msg === 'a worker has started' && worker === slot)
    .map((line) => line.pid);

const statusOf = (url: string, agent: Agent): Promise<number> =>
  new Promise((resolve, reject) => {
    get(url, { agent }, (res) => res.resume().once('end', () => resolve(res.statusCode ?? 0))).once(
      'error',
      reject,
    );
  });

/** The process that responds to a request. */
function processAt(url: string, agent?: Agent): Promise<string> {
  return new Promise((resolve, reject) => {
    get(`${url}/healthz`, { agent: agent ?? false }, (res) => {
      res.resume();
      res.on('error', reject);
      res.on('end', () =>
        res.statusCode === 200
          ? resolve(String(res.headers['x-request-id']).replace(/-\w+$/, ''))
          : reject(new Error(`status ${res.statusCode}`)),
      );
    }).on('error', reject);
  });
}

/** Calls the server without a pause until stopped. Returns the failures and the processes that have responded. */
function callAll(url: string, agent?: Agent) {
  const seen = new Set<string>();
  const failures: unknown[] = [];
  let isOver = false;
  const caller = async () => {
    while (!isOver)
      await processAt(url, agent).then(
        (name) => seen.add(name),
        (error: unknown) => failures.push(error),
      );
  };
  const done = Promise.all(Array.from({ length: CALLERS }, caller));
  return {
    seen,
    stop: async () => {
      isOver = true;
      await done;
      agent?.destroy();
      return failures;
    },
  };
}

describe('a server with two workers on Postgres, with an embedded devnet', () => {
  let database: Awaited<ReturnType<typeof createDatabase>>;
  let folder: string;
  let sluice: SluiceProcess;
  beforeAll(async () => {
    [database, folder] = await Promise.all([createDatabase(), mkdtemp(join(tmpdir(), 'sluice-workers-'))]);
    sluice = await startSluice(
      {
        DATABASE_URL: database.url,
        SLUICE_WORKERS: '2',
        SLUICE_BLOCK_MS: '200',
        SLUICE_EXECUTOR_MS: '100',
        SLUICE_KEY_CALLS_PER_MINUTE: '10',
      },
      [],
      folder,
    );
  });
  afterAll(async () => {
    await sluice.end('SIGKILL');
    await database.remove();
    await rm(folder, { recursive: true, force: true });
  });

  const metrics = async () => (await fetch(`${sluice.url}/metrics`)).text();
  const requestsCounted = async () => {
    const counted = /^sluice_http_request_seconds_count\{area="root",method="GET",status="200"\} (\d+)$/m;
    return Number(counted.exec(await metrics())?.[1]);
  };
  const demo = () => runCommand('demo', ['--url', sluice.url]);

  it('responds from both workers, and shows the sums of their metrics', async () => {
    const names = new Set<string>();
    for (let n = 0; n < 20; n++) names.add(await processAt(sluice.url));
    expect(names.size).toBe(2);
    expect(await requestsCounted()).toBe(20);
    const text = await metrics();
    expect(text).toContain('sluice_workers{state="working"} 3\n');
    expect(text).toContain('sluice_orders{status="open"} 0\n');
    for (const name of metricsRead('replica')) expect(text).toContain(`\n# TYPE ${name} `);
  });

  it('has one chain and one executor, which sends an order', async () => {
    expect(await demo()).toMatchObject({ code: 0 });
    expect(await metrics()).toContain('sluice_attempts_total{outcome="sent"} 1\n');
    expect(sluice.log.filter((line) => line.includes('"devnet started"'))).toHaveLength(1);
  });

  it('shows its operator the executor, the roles and the health of all workers', async () => {
    const wallet = keySigner(DEVNET_OPERATOR.privateKey, 'devnet');
    const { operator } = createClient({ baseUrl: sluice.url, wallet });
    await operator.signIn();
    const { process, executor, health } = await operator.status();
    expect(process.roles.toSorted()).toEqual(['api', 'executor', 'recorder', 'webhooks']);
    expect(executor).toMatchObject({ isRunning: true, lastPass: { endedAt: expect.any(String) } });
    expect(health.ready).toBe(true);
  });

  it('counts the calls of an address in both workers together', async () => {
    const statuses: number[] = [];
    for (let n = 0; n < 30; n++) {
      const agent = new Agent();
      statuses.push(await statusOf(`${sluice.swap}/api-keys`, agent));
    }
    // A worker learns of the other's calls some milliseconds later. Apart, they would refuse 10.
    expect(statuses.filter((status) => status === 429).length).toBeGreaterThan(12);
  });

  it('replaces a killed worker, and loses only the requests and none of the counts that it had', async () => {
    const [killed] = startedIn(sluice, 'api-1');
    const calls = callAll(sluice.url);
    await until(() => calls.seen.size === 2, 'both workers respond');
    const before = await requestsCounted();
    process.kill(killed!, 'SIGKILL');
    await until(() => calls.seen.size === 3, 'the new worker responds');
    expect((await calls.stop()).length).toBeLessThanOrEqual(CALLERS);
    expect(await metrics()).toContain('sluice_workers_lost_total 1\n');
    expect(await requestsCounted()).toBeGreaterThan(before);
  });

  it('replaces all workers on SIGHUP without losing a request, on kept connections either', async () => {
    const calls = callAll(sluice.url, new Agent({ keepAlive: true }));
    await until(() => calls.seen.size === 2, 'both workers respond');
    sluice.signal('SIGHUP');
    await until(() => calls.seen.size === 4, 'both new workers respond');
    await until(() => startedIn(sluice, 'background').length === 2, 'the background worker is replaced');
    expect(await calls.stop()).toEqual([]);
  });

  it('replaces a killed background worker, and its executor continues', async () => {
    process.kill(startedIn(sluice, 'background').at(-1)!, 'SIGKILL');
    await until(() => startedIn(sluice, 'background').length === 3, 'the background worker is replaced');
    expect(await demo()).toMatchObject({ code: 0 });
    expect(await metrics()).toContain('sluice_attempts_total{outcome="sent"} 2\n');
  });

  it('stops on SIGTERM within five seconds, with all processes', async () => {
    const from = performance.now();
    expect(await sluice.end('SIGTERM')).toEqual({ code: 0, signal: null });
    expect(performance.now() - from).toBeLessThan(STOP_LIMIT_MS);
    for (const slot of ['api-1', 'api-2', 'background'])
      for (const pid of startedIn(sluice, slot)) expect(() => process.kill(pid, 0)).toThrow('ESRCH');
  });
});

describe('a server whose workers cannot start', () => {
  it('ends with exit code 1 and the reason', async () => {
    const started = startSluice({
      DATABASE_URL: 'postgres://sluice@127.0.0.1:1/nothing',
      STACKS_API_URL: 'http://127.0.0.1:1',
      SLUICE_WORKERS: '2',
    });
    await expect(started).rejects.toThrow(
      /the server ended with 1 .*[^]*the worker api-\d did not start: .*127\.0\.0\.1:1/,
    );
  });
});

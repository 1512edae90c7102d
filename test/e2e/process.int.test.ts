import { request } from 'node:http';
import { setInterval } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { temporarySqlite } from '../support/harnesses.js';
import { runCommand } from '../support/run-command.js';
import { startSluice, type SluiceProcess } from '../support/sluice-process.js';
import { ask } from '../support/test-chain.js';
import { metricsRead } from '../deploy/queries.js';

const STOP_LIMIT_MS = 5_000;
const READY_LIMIT_MS = 30_000;

interface DevnetView {
  readonly accounts: readonly { readonly address: string; readonly balances: Record<string, string> }[];
}

const metricsUrl = ({ log }: SluiceProcess): string =>
  log
    .map((line) => JSON.parse(line) as { readonly msg: string; readonly url: string })
    .find(({ msg }) => msg === 'serving metrics')!.url;

/** The first prices can take longer than the start. */
async function untilReady({ url, log }: SluiceProcess): Promise<void> {
  const from = performance.now();
  for await (const _tick of setInterval(50)) {
    if ((await ask(`${url}/readyz`)).status === 200) return;
    if (performance.now() - from > READY_LIMIT_MS) break;
  }
  throw new Error(`the server did not become ready:\n${log.slice(-20).join('\n')}`);
}

describe('the server with a database path only', () => {
  let database: Awaited<ReturnType<typeof temporarySqlite>>;
  let sluice: SluiceProcess;
  const start = () =>
    startSluice({
      DATABASE_URL: database.url,
      SLUICE_BLOCK_MS: '200',
      SLUICE_EXECUTOR_MS: '100',
      SLUICE_METRICS_ADDR: '127.0.0.1:0',
    });

  beforeAll(async () => {
    database = await temporarySqlite();
    sluice = await start();
  });
  afterAll(async () => {
    await sluice.end('SIGKILL');
    await database.remove();
  });

  it('responds to /healthz, /readyz and /time once it is ready', async () => {
    expect(await ask(`${sluice.url}/healthz`)).toMatchObject({ status: 200 });
    await untilReady(sluice);
    const { body } = await ask<{ now: number; iso: string }>(`${sluice.url}/time`);
    expect(new Date(body.iso).getTime()).toBe(body.now);
  });

  it('serves the demo an order from its signature to its confirmation', async () => {
    const { code, stdout } = await runCommand('demo', ['--url', sluice.url]);
    expect(stdout).toMatch(/quote .* buys .*\npath .* → .*\n/);
    expect(stdout).toContain('within the quote');
    // Output to a pipe has no colours.
    expect(stdout).not.toContain('\u001b');
    expect(code).toBe(0);
  });

  it('is queried by commands for quotes, prices and findings', async () => {
    await untilReady(sluice);
    const at = ['--url', sluice.url];
    const quote = await runCommand('quote', ['STX', 'usdd', '1', '--slippage', '0.01', ...at]);
    expect(quote.stdout).toMatch(
      /^1 STX buys [\d.]+ USDd\nat least [\d.]+ USDd .*\n[^]*\n1 +\S+ +[\d.]+% +STX +\S+\n/,
    );
    expect(quote.code).toBe(0);
    const unknown = await runCommand('quote', ['STX', 'nothing', '1', ...at]);
    expect(unknown.stderr).toContain('no token has the symbol nothing; known are STX, sBTC');
    expect(unknown.code).toBe(3);
    const prices = await runCommand('prices latest', ['sbtc', '--json', ...at]);
    expect(JSON.parse(prices.stdout)).toMatchObject({
      count: 2,
      tokens: [{ usd: 100_000 }, { usd: 100_000, type: 'SUBNET' }],
    });
    const lint = await runCommand('metadata lint', ['.stx', ...at]);
    expect(lint.stderr).toMatch(
      /^Metadata not found \(404 metadata-not-found\)\n\{"contractId":".stx"\}\nrequest id: \S+\n$/,
    );
    expect(lint.code).toBe(3);
  });

  it('exposes metrics of the executed order to Prometheus, at their own address alone', async () => {
    expect(await ask(`${sluice.url}/metrics`)).toMatchObject({ status: 404 });
    const url = metricsUrl(sluice);
    expect(await ask(`${url}/swap/api/v1/orders`)).toMatchObject({ status: 404 });
    const answer = await fetch(`${url}/metrics`);
    expect(answer.headers.get('content-type')).toMatch(/^text\/plain; version=0\.0\.4/);
    const text = await answer.text();
    expect(text).toContain('sluice_orders{status="confirmed"} 1\n');
    expect(text).toContain('sluice_attempts_total{outcome="sent"} 1\n');
    expect(text).toMatch(/sluice_http_request_seconds_count\{area="swap",method="POST",status="200"\} \d/);
    expect(text).toMatch(/\nsluice_executor_lag_seconds [0-9.]+\n/);
    expect(text).toMatch(/\nsluice_recorder_age_seconds \d+\n/);
    for (const name of metricsRead('workers', 'replica')) expect(text).toContain(`\n# TYPE ${name} `);
  });

  it('makes the demo exit with code 1 when the token is unknown', async () => {
    expect(await runCommand('demo', ['--url', sluice.url, '--to', 'nothing'])).toMatchObject({ code: 1 });
  });

  it('exits with code 0 on Ctrl-C within five seconds, and has the same chain and orders after a restart', async () => {
    const before = await ask<DevnetView>(`${sluice.url}/devnet`);
    const { body: orders } = await ask(`${sluice.swap}/orders?limit=50`);
    const from = performance.now();
    expect(await sluice.end('SIGINT')).toEqual({ code: 0, signal: null });
    expect(performance.now() - from).toBeLessThan(STOP_LIMIT_MS);

    sluice = await start();
    const after = await ask<DevnetView>(`${sluice.url}/devnet`);
    expect(after.body.accounts).toEqual(before.body.accounts);
    expect((await ask(`${sluice.swap}/orders?limit=50`)).body).toEqual(orders);
  });

  it('has the same chain and orders after SIGKILL and a restart', async () => {
    const { body: before } = await ask<DevnetView>(`${sluice.url}/devnet`);
    await sluice.end('SIGKILL');
    sluice = await start();
    expect((await ask<DevnetView>(`${sluice.url}/devnet`)).body.accounts).toEqual(before.accounts);
  });

  it('keeps a second server off its file, which starts no devnet on it either, but admits commands', async () => {
    const second = await start().then(
      () => 'it started',
      (error: Error) => error.message,
    );
    const path = database.url.slice('sqlite:'.length);
    expect(second).toMatch(
      new RegExp(`${path} is in use by process \\d+ on .+: stop it first, or move to Postgres`),
    );
    expect(second).not.toContain('devnet started');
    const paused = await runCommand('pause', ['a look at the lock'], { DATABASE_URL: database.url });
    expect(paused).toMatchObject({ code: 0 });
    expect(await ask(`${sluice.url}/healthz`)).toMatchObject({ status: 200 });
  });

  it('finishes a request in progress when it receives SIGTERM', async () => {
    const { hostname, port } = new URL(sluice.url);
    const answered = new Promise<number>((resolve, reject) => {
      const slow = request(
        {
          hostname,
          port,
          method: 'POST',
          path: '/swap/api/v1/orders/new',
          headers: { 'content-type': 'application/json', 'content-length': 2, expect: '100-continue' },
        },
        (answer) => resolve(answer.resume().statusCode ?? 0),
      );
      slow.on('error', reject);
      // The server holds the request and waits for its body when the signal comes.
      slow.once('continue', () => {
        const ended = sluice.end('SIGTERM');
        slow.end('{}');
        ended.catch(reject);
      });
      slow.flushHeaders();
    });
    expect(await answered).toBe(400);
    expect(await sluice.end('SIGTERM')).toEqual({ code: 0, signal: null });
  });
});

describe('the server with an unusable setting', () => {
  const failure = (settings: Readonly<Record<string, string>>) =>
    startSluice({ DATABASE_URL: 'sqlite::memory:', ...settings }).then(
      () => 'it started',
      (error: Error) => error.message,
    );

  it('exits and names every one in its log, without secrets', async () => {
    const message = await failure({
      PORT: 'eighty',
      SLUICE_OPERATOR_KEY: 'not-a-key',
      SLUICE_BTC_SOURCES: 'kraken,unknown',
      SLUICE_CORS_ORIGIN: '*',
    });
    for (const name of ['PORT', 'SLUICE_OPERATOR_KEY', 'SLUICE_BTC_SOURCES', 'SLUICE_CORS_ORIGINS'])
      expect(message).toContain(name);
    expect(message).not.toContain('not-a-key');
  });

  it('exits and names a registry file that cannot be read', async () => {
    expect(await failure({ SLUICE_REGISTRY: '/nowhere/registry.json' })).toContain('SLUICE_REGISTRY');
  });

  it('exits with one sentence about a database that cannot be opened, and nothing after it', async () => {
    const [sentence, ...more] = (await failure({ DATABASE_URL: 'postgres://user:pass-word@127.0.0.1:1/db' }))
      .split('\n')
      .slice(1)
      .map((line) => JSON.parse(line) as { readonly level: number; readonly msg: string })
      .filter(({ msg }) => !['starting', 'opening the database'].includes(msg));
    expect(more).toEqual([]);
    expect(sentence).not.toHaveProperty('err');
    expect(sentence!.msg).toMatch(/^DATABASE_URL names 127\.0\.0\.1:1, where no server accepts connections/);
    expect(JSON.stringify(sentence)).not.toContain('pass-word');
  });
});

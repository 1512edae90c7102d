import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { promisify } from 'node:util';
import type { Market } from './wallets.js';

/** The real server, over a database that holds orders already. */
export interface Target {
  readonly url: string;
  readonly pid: number;
  readonly market: Market;
  /** Megabytes of resident memory. */
  residentMb(): Promise<number>;
  /** Undefined while it runs. */
  exitCode(): number | string | undefined;
  stop(): Promise<void>;
}

const SERVER = new URL('../../../dist/sluice.js', import.meta.url).pathname;
const run = promisify(execFile);

/** Starts the built server with its embedded devnet, with more settings if given. */
export async function startTarget(
  databaseUrl: string,
  settings: Readonly<Record<string, string>> = {},
): Promise<Target> {
  // The devnet's journal lies in its folder.
  const cwd = await mkdtemp(join(tmpdir(), 'sluice-attack-'));
  const child = spawn(process.execPath, [SERVER, 'serve'], {
    cwd,
    // More connections than any attack opens: what is refused at the door harms no one.
    env: {
      ...{ PORT: '0', DATABASE_URL: databaseUrl, LOG_LEVEL: 'info', SLUICE_MAX_CONNECTIONS: '5000' },
      ...settings,
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const exited = once(child, 'exit');
  let last = '';
  for await (const line of createInterface({ input: child.stdout })) {
    last = line;
    const { msg, url } = JSON.parse(line) as { msg?: string; url?: string };
    if (msg !== 'listening' || url === undefined) continue;
    child.stdout.resume();
    return {
      url,
      pid: child.pid!,
      market: await devnetOf(url),
      residentMb: async () => {
        const { stdout } = await run('ps', ['-o', 'rss=', '-p', String(child.pid)]);
        return Number(stdout) / 1024;
      },
      exitCode: () => child.exitCode ?? child.signalCode ?? undefined,
      stop: async () => {
        child.kill('SIGTERM');
        await exited;
        await rm(cwd, { recursive: true, force: true });
      },
    };
  }
  throw new Error(`the server ended before it listened: ${last}`);
}

async function devnetOf(url: string): Promise<Market> {
  const response = await fetch(`${url}/devnet`);
  return (await response.json()) as Market;
}

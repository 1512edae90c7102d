import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { NO_QUOTAS } from '../../test/support/no-quotas.js';
import { startDurablePostgres } from './durable-postgres.js';

/** Sluice as it is installed, on a database of its own that writes each commit to the disk. */
export interface IntakeServer {
  readonly port: number;
  readonly pid: number;
}

/** Runs the work against a new server with these settings. */
type WithServer = <T>(
  settings: Readonly<Record<string, string>>,
  work: (server: IntakeServer) => Promise<T>,
) => Promise<T>;

async function withServer<T>(
  settings: Readonly<Record<string, string>>,
  work: (server: IntakeServer) => Promise<T>,
): Promise<T> {
  const env = {
    ...NO_QUOTAS,
    PORT: '0',
    LOG_LEVEL: 'info',
    SLUICE_BLOCK_MS: '60000',
    SLUICE_SHED_AFTER_MS: '60000',
    ...settings,
  };
  const server = spawn(process.execPath, ['dist/sluice.js', 'serve'], {
    env,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  try {
    const port = await new Promise<number>((resolve, reject) => {
      server.once('exit', () => reject(new Error('the server ended')));
      createInterface({ input: server.stdout }).on('line', (line) => {
        const { msg, url } = JSON.parse(line) as { msg: string; url?: string };
        if (msg === 'listening' && url !== undefined) resolve(Number(new URL(url).port));
      });
    });
    return await work({ port, pid: server.pid! });
  } finally {
    const ended = new Promise((resolve) => server.once('exit', resolve));
    if (server.kill('SIGTERM')) await ended;
  }
}

const onSqlite: WithServer = async (settings, work) => {
  const folder = mkdtempSync(join(tmpdir(), 'sluice-bench-'));
  try {
    return await withServer({ ...settings, DATABASE_URL: `sqlite:${join(folder, 'orders.db')}` }, work);
  } finally {
    rmSync(folder, { recursive: true });
  }
};

const onPostgres: WithServer = async (settings, work) => {
  const postgres = await startDurablePostgres();
  try {
    return await withServer({ ...settings, DATABASE_URL: postgres.url }, work);
  } finally {
    await postgres.remove();
  }
};

export const INTAKE_SERVERS = { SQLite: onSqlite, Postgres: onPostgres };

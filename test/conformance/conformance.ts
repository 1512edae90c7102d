import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from '@jest/globals';
import { CLAUSES } from '../../conformance/clauses/index.js';
import { basesOf, type Given } from '../../conformance/discover.js';
import { openWorld } from '../../conformance/open-world.js';
import { lineOf } from '../../conformance/report.js';
import { run } from '../../conformance/run.js';
import { runCommand } from '../support/run-command.js';
import { startSluice } from '../support/sluice-process.js';
import type { FailingDatabase } from './databases.js';

/** The limits and origins of a public server, on any network. */
const PUBLIC = {
  SLUICE_READS_PER_MINUTE: '600',
  SLUICE_QUOTES_PER_MINUTE: '3000',
  SLUICE_CREATES_PER_MINUTE: '300',
  SLUICE_CANCELS_PER_MINUTE: '300',
  SLUICE_EXECUTES_PER_MINUTE: '300',
  SLUICE_KEY_CALLS_PER_MINUTE: '120',
  SLUICE_CORS_ORIGINS: 'https://app.example.org',
  SLUICE_METADATA_ORIGINS: 'https://app.example.org',
  SLUICE_EXECUTOR_MS: '50',
};

const MINUTE_MS = 60_000;
const CLOCK = new URL('../support/faked-clock.mjs', import.meta.url).href;

/** A server to hold against the contract. */
export interface Subject {
  readonly database: FailingDatabase;
  readonly settings: Readonly<Record<string, string>>;
  /** The tokens to record a past for. */
  readonly tokens: readonly string[];
  readonly given?: Partial<Given>;
}

/** Runs every clause against a real server, with every control that a clause can need, and expects no difference. */
export async function expectConformance({ database, settings, tokens, given }: Subject): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'sluice-test-conformance-'));
  const clock = join(folder, 'clock');
  await writeFile(clock, '0');
  const env = {
    ...PUBLIC,
    ...database.settings,
    ...settings,
    DATABASE_URL: database.url,
    FAKED_CLOCK_FILE: clock,
  };
  const flags = [...database.preload, '--import', CLOCK];
  await recordPast(join(folder, 'past.csv'), tokens, env);
  let server = await startSluice(env, flags);
  try {
    const world = await openWorld(
      server.url,
      basesOf(server.url),
      { trade: {}, swap: true, ...given },
      {
        history: true,
        legacyLimit: true,
        storageOutage: database.outage,
        stores: database.contains,
        later: async () => {
          await server.end('SIGTERM');
          await writeFile(clock, String(20 * MINUTE_MS));
          server = await startSluice({ ...env, SLUICE_ROLES: 'api' }, flags);
          return basesOf(server.url).prices;
        },
      },
    );
    const lines = await run(CLAUSES, world);
    const different = lines.filter(({ outcome }) => outcome.kind !== 'ok');
    expect(different.map(lineOf)).toEqual([]);
  } finally {
    await server.end('SIGTERM');
    await rm(folder, { recursive: true });
  }
}

const HOUR_S = 3600;
const HOURS = 31 * 24;

/** Imports an hourly price of each token for a month, up to two hours ago. */
async function recordPast(
  file: string,
  tokens: readonly string[],
  settings: Readonly<Record<string, string>>,
) {
  const newest = Math.floor(Date.now() / 1000 / HOUR_S) * HOUR_S - 2 * HOUR_S;
  const lines = Array.from({ length: HOURS }, (_, hour) => newest - hour * HOUR_S).flatMap((time) =>
    tokens.map((token) => `${time},${token},${1 + (time % 7)},100000`),
  );
  await writeFile(file, ['time,contractId,usd,btcUsd', ...lines].join('\n'));
  const { code, stderr } = await runCommand('prices import', [file], settings);
  if (code !== 0) throw new Error(`the import of past prices ended with ${code}:\n${stderr}`);
}

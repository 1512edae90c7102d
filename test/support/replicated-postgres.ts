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
import { createServer, type Socket, connect } from 'node:net';
import { tmpdir, userInfo } from 'node:os';
import { join } from 'node:path';
import { setInterval } from 'node:timers/promises';
import { Client } from 'pg';
import { freePort, loadEmbeddedPostgres } from './global-setup.js';

const IS_ROOT = userInfo().uid === 0;
const FLAGS = [
  'fsync=off',
  'unix_socket_directories=',
  'wal_level=replica',
  'max_wal_senders=4',
  'wal_keep_size=64MB',
  'hot_standby=on',
];

/** A Postgres with a streaming standby, reached through one address that can be moved to the standby. */
export interface ReplicatedPostgres {
  readonly url: string;
  /** Has the standby receive nothing more, once it has everything so far. */
  detach(): Promise<void>;
  /** Kills the primary, promotes the standby and moves the address to it. */
  failOver(): Promise<void>;
  remove(): Promise<void>;
}

/** Starts both in a new folder, with an empty database. */
export async function startReplicated(): Promise<ReplicatedPostgres> {
  const folder = await mkdtemp(join(tmpdir(), 'sluice-test-replicated-'));
  await chmod(folder, 0o755);
  const Postgres = await loadEmbeddedPostgres(folder);
  const server = (name: string, port: number) =>
    new Postgres({
      databaseDir: join(folder, name),
      port,
      user: 'sluice',
      password: 'sluice',
      persistent: true,
      createPostgresUser: IS_ROOT,
      initdbFlags: ['--no-sync', '--encoding=UTF8', '--locale=C'],
      postgresFlags: FLAGS.flatMap((flag) => ['-c', flag]),
      onLog: () => {},
      onError: () => {},
    });
  const [first, second] = [await freePort(), await freePort()];
  const primary = server('primary', first);
  await primary.initialise();
  await primary.start();
  await primary.createDatabase('sluice_test');
  await copyRunning(folder, first);
  const standby = server('standby', second);
  // The package waits for the words of a primary.
  void standby.start();
  await until(async () => (await sqlOn(second)('SELECT 1').catch(() => [])).length > 0);
  const address = await startAddress(first);
  const [onFirst, onSecond] = [sqlOn(first), sqlOn(second)];

  return {
    url: `postgres://sluice:sluice@127.0.0.1:${address.port}/sluice_test`,
    detach: async () => {
      const [{ at } = {}] = await onFirst('SELECT pg_current_wal_lsn()::text AS at');
      await until(async () => {
        const [{ is } = {}] = await onSecond(`SELECT pg_last_wal_replay_lsn() >= '${String(at)}' AS is`);
        return is === true;
      });
      await onSecond(`ALTER SYSTEM SET primary_conninfo = ''`);
      await onSecond('SELECT pg_reload_conf()');
      await until(async () => (await onSecond('SELECT 1 FROM pg_stat_wal_receiver')).length === 0);
    },
    failOver: async () => {
      address.moveTo(second);
      await killNow(join(folder, 'primary'));
      await onSecond('SELECT pg_promote()');
    },
    remove: async () => {
      await address.close();
      await killNow(join(folder, 'primary')).catch(() => undefined);
      await killNow(join(folder, 'standby'));
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** As a base backup does. */
async function copyRunning(folder: string, port: number): Promise<void> {
  const client = new Client({ connectionString: urlAt(port, 'postgres') });
  await client.connect();
  const [from, to] = [join(folder, 'primary'), join(folder, 'standby')];
  await client.query(`SELECT pg_backup_start('standby', true)`);
  await cp(from, to, { recursive: true, filter: (path) => !path.endsWith('postmaster.pid') });
  const { rows } = await client.query<{ labelfile: string }>('SELECT labelfile FROM pg_backup_stop(false)');
  await client.end();
  await writeFile(join(to, 'backup_label'), rows[0]!.labelfile);
  await writeFile(join(to, 'standby.signal'), '');
  const source = `host=127.0.0.1 port=${port} user=sluice password=sluice`;
  await appendFile(join(to, 'postgresql.auto.conf'), `primary_conninfo = '${source}'\n`);
  await chmod(to, 0o700);
  if (IS_ROOT) await own(from, to);
}

/** Copies are root's, and the server runs as another user. */
async function own(from: string, to: string): Promise<void> {
  const { uid, gid } = await stat(join(from, 'PG_VERSION'));
  for (const path of ['', ...(await readdir(to, { recursive: true }))]) await chown(join(to, path), uid, gid);
}

async function killNow(data: string): Promise<void> {
  const [pid] = (await readFile(join(data, 'postmaster.pid'), 'utf8')).split('\n');
  process.kill(Number(pid), 'SIGQUIT');
}

/** Forwards connections to one of the servers. */
async function startAddress(first: number) {
  let target = first;
  const sockets = new Set<Socket>();
  const server = createServer((client) => {
    const upstream = connect(target, '127.0.0.1');
    for (const [socket, other] of [
      [client, upstream],
      [upstream, client],
    ] as const) {
      sockets.add(socket);
      socket.on('error', () => other.destroy());
      socket.on('close', () => {
        sockets.delete(socket);
        other.destroy();
      });
      socket.pipe(other);
    }
  });
  const port = await freePort();
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  const cut = () => sockets.forEach((socket) => socket.destroy());
  return {
    port,
    moveTo: (next: number) => {
      target = next;
      cut();
    },
    close: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
        cut();
      }),
  };
}

const urlAt = (port: number, database: string) => `postgres://sluice:sluice@127.0.0.1:${port}/${database}`;

const sqlOn = (port: number) => async (text: string) => {
  const client = new Client({ connectionString: urlAt(port, 'sluice_test') });
  await client.connect();
  try {
    return (await client.query<Record<string, unknown>>(text)).rows;
  } finally {
    await client.end();
  }
};

async function until(isSo: () => Promise<boolean>): Promise<void> {
  for await (const _tick of setInterval(20)) if (await isSo()) return;
}

import { appendFile, rm, writeFile } from 'node:fs/promises';
import { createServer, type Socket, connect } from 'node:net';
import { join } from 'node:path';
import { freePort } from './global-setup.js';
import { clusterFolder, copyRunning, killNow, ownAs, sqlOn, until } from './own-cluster.js';

/** A Postgres with a streaming standby, reached through one address that can be moved to the standby. */
export interface ReplicatedPostgres {
  readonly url: string;
  /** Has the standby receive nothing more, once it has everything so far. */
  detach(): Promise<void>;
  /** Kills the primary, promotes the standby and moves the address to it. */
  failOver(): Promise<void>;
  remove(): Promise<void>;
}

/** Starts both in a new folder, with an empty database. A synchronous standby has what the primary acknowledges. */
export async function startReplicated({ synchronous = false } = {}): Promise<ReplicatedPostgres> {
  const { folder, server } = await clusterFolder();
  const [first, second] = [await freePort(), await freePort()];
  const primary = server('primary', first);
  await primary.initialise();
  await primary.start();
  await primary.createDatabase('sluice_test');
  const [from, to] = [join(folder, 'primary'), join(folder, 'standby')];
  await copyRunning(from, to, first);
  await writeFile(join(to, 'standby.signal'), '');
  const source = `host=127.0.0.1 port=${first} user=sluice password=sluice`;
  await appendFile(join(to, 'postgresql.auto.conf'), `primary_conninfo = '${source}'\n`);
  await ownAs(from, to);
  const standby = server('standby', second);
  // The package waits for the words of a primary.
  void standby.start();
  await until(async () => (await sqlOn(second)('SELECT 1').catch(() => [])).length > 0);
  const address = await startAddress(first);
  const [onFirst, onSecond] = [sqlOn(first), sqlOn(second)];
  if (synchronous) {
    await onFirst(`ALTER SYSTEM SET synchronous_standby_names = '*'`);
    await onFirst('SELECT pg_reload_conf()');
    const SYNCHRONOUS = `SELECT 1 FROM pg_stat_replication WHERE sync_state = 'sync'`;
    await until(async () => (await onFirst(SYNCHRONOUS)).length > 0);
  }

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
      // A standby that is not promoted yet may be read before it has replayed everything.
      if (!synchronous) address.moveTo(second);
      await killNow(join(folder, 'primary'));
      await onSecond('SELECT pg_promote()');
      if (synchronous) address.moveTo(second);
    },
    remove: async () => {
      await address.close();
      await killNow(join(folder, 'primary')).catch(() => undefined);
      await killNow(join(folder, 'standby'));
      await rm(folder, { recursive: true, force: true });
    },
  };
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

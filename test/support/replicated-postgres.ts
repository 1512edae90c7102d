import { appendFile, rm, writeFile } from 'node:fs/promises';
import { createServer, type Socket, connect } from 'node:net';
import { join } from 'node:path';
import { freePort } from './global-setup.js';
import { clusterFolder, copyRunning, killNow, ownAs, sqlOn, until, urlAt } from './own-cluster.js';

/** A server that follows another. */
interface Follower {
  /** URL of the server itself, which only reads. */
  readonly url: string;
  /** Stops it from replaying what it receives, until the returned function is called. */
  pauseReplay(): Promise<() => Promise<void>>;
}

/** A Postgres with a streaming standby. Both are reached through one address, which can be moved to the standby. */
export interface ReplicatedPostgres {
  readonly url: string;
  readonly standby: Follower;
  /** Follows the standby, asynchronously, also after its promotion. */
  readonly replica: Follower | undefined;
  /** Resolves once the standby has everything so far. */
  caughtUp(): Promise<void>;
  /** Waits until the standby has received everything so far, then makes it receive nothing more. */
  detach(): Promise<void>;
  killStandby(): Promise<void>;
  /** Starts the standby again after it was killed. */
  startStandby(): Promise<void>;
  /** Kills the primary, promotes the standby and moves the address to it. */
  failOver(): Promise<void>;
  remove(): Promise<void>;
}

/**
 * Starts the primary and the standby in a new folder, with an empty database. A synchronous standby has everything that the
 * primary acknowledges.
 */
export async function startReplicated({
  synchronous = false,
  replica = false,
} = {}): Promise<ReplicatedPostgres> {
  const { folder, server } = await clusterFolder();
  const [first, second, third] = [await freePort(), await freePort(), await freePort()];
  const primary = server('primary', first);
  await primary.initialise();
  await primary.start();
  await primary.createDatabase('sluice_test');
  const start = async (name: string, port: number) => {
    // Not awaited: the package waits for log lines that only a primary writes, and rejects when the standby is stopped.
    server(name, port)
      .start()
      .catch(() => {});
    await until(async () => (await sqlOn(port)('SELECT 1').catch(() => [])).length > 0);
  };
  const startFollower = async (name: string, port: number, followed: number) => {
    const [from, to] = [join(folder, 'primary'), join(folder, name)];
    await copyRunning(from, to, first);
    await writeFile(join(to, 'standby.signal'), '');
    const source = `host=127.0.0.1 port=${followed} user=sluice password=sluice`;
    await appendFile(join(to, 'postgresql.auto.conf'), `primary_conninfo = '${source}'\n`);
    await ownAs(from, to);
    await start(name, port);
  };
  await startFollower('standby', second, first);
  if (replica) await startFollower('replica', third, second);
  const address = await startAddress(first);
  const [onFirst, onSecond] = [sqlOn(first), sqlOn(second)];
  if (synchronous) {
    await onFirst(`ALTER SYSTEM SET synchronous_standby_names = '*'`);
    await onFirst('SELECT pg_reload_conf()');
    const SYNCHRONOUS = `SELECT 1 FROM pg_stat_replication WHERE sync_state = 'sync'`;
    await until(async () => (await onFirst(SYNCHRONOUS)).length > 0);
  }

  const caughtUp = async () => {
    // A commit writes everything before it, also that a transaction was rolled back.
    await onFirst(`SELECT pg_logical_emit_message(true, 'sluice', '')`);
    const [{ at } = {}] = await onFirst('SELECT pg_current_wal_lsn()::text AS at');
    await until(async () => {
      const [{ is } = {}] = await onSecond(`SELECT pg_last_wal_replay_lsn() >= '${String(at)}' AS is`);
      return is === true;
    });
  };

  return {
    url: urlAt(address.port, 'sluice_test'),
    standby: followerAt(second),
    replica: replica ? followerAt(third) : undefined,
    caughtUp,
    detach: async () => {
      await caughtUp();
      await onSecond(`ALTER SYSTEM SET primary_conninfo = ''`);
      await onSecond('SELECT pg_reload_conf()');
      await until(async () => (await onSecond('SELECT 1 FROM pg_stat_wal_receiver')).length === 0);
    },
    killStandby: () => killNow(join(folder, 'standby')),
    startStandby: () => start('standby', second),
    failOver: async () => {
      // A standby that is not promoted yet may be read before it has replayed everything.
      if (!synchronous) address.moveTo(second);
      await killNow(join(folder, 'primary'));
      await onSecond('SELECT pg_promote()');
      if (synchronous) address.moveTo(second);
    },
    remove: async () => {
      await address.close();
      for (const name of ['primary', 'standby', 'replica'])
        await killNow(join(folder, name)).catch(() => undefined);
      await rm(folder, { recursive: true, force: true });
    },
  };
}

function followerAt(port: number): Follower {
  const sql = sqlOn(port);
  return {
    url: urlAt(port, 'sluice_test'),
    pauseReplay: async () => {
      await sql('SELECT pg_wal_replay_pause()');
      await until(async () => {
        const [{ state } = {}] = await sql('SELECT pg_get_wal_replay_pause_state() AS state');
        return state === 'paused';
      });
      return async () => void (await sql('SELECT pg_wal_replay_resume()'));
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

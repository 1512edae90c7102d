import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { Client } from 'pg';
import { openStorage, type Storage } from '../../../src/adapters/typeorm/index.js';
import { ok } from '../../../src/domain/shared/result.js';
import { anEvent, uuidOf } from '../../support/builders.js';
import { createDatabase, type TestDatabase } from '../../support/postgres.js';
import { startReplicated } from '../../support/replicated-postgres.js';

const LISTENERS = `FROM pg_stat_activity WHERE datname = current_database() AND query LIKE 'LISTEN %'`;

describe('the order feed of two processes on one Postgres', () => {
  let database: TestDatabase;
  let [ours, theirs]: Storage[] = [];
  let client: Client;

  beforeEach(async () => {
    database = await createDatabase();
    [ours, theirs] = [await openStorage(database.url), await openStorage(database.url)];
    client = new Client(database.url);
    await client.connect();
  });
  afterEach(async () => {
    await Promise.all([ours!.close(), theirs!.close(), client.end()]);
    await database.remove();
  });

  const append = (n: number) => ours!.ports.events.append({ uuid: uuidOf(n), event: anEvent() });
  const read = async (storage: Storage) =>
    (await storage.ports.feed.read({ after: 0, limit: 99 })).map(({ uuid }) => uuid);
  /** Listens in the other process, and waits until its connection does. */
  const listen = async () => {
    const listener = { calls: 0, wake: () => {} };
    theirs!.ports.feed.onAppended(() => {
      listener.calls++;
      listener.wake();
    });
    const next = () => new Promise<void>((resolve) => (listener.wake = resolve));
    await next();
    return { listener, next };
  };

  it('shows nothing behind an event that is not committed yet, to any process', async () => {
    await append(1);
    const newest = await theirs!.ports.feed.newest();
    await ours!.ports.unitOfWork.run(async (tx) => {
      await tx.events.append({ uuid: uuidOf(2), event: anEvent() });
      await append(3);
      expect(await read(theirs!)).toEqual([uuidOf(1)]);
      expect(await theirs!.ports.feed.newest()).toBe(newest);
      return ok();
    });
    expect(await read(theirs!)).toEqual([1, 2, 3].map(uuidOf));
  });

  it('is not held back by transactions that append nothing', async () => {
    await client.query('BEGIN');
    await client.query('SELECT pg_current_xact_id()');
    await append(1);
    expect(await read(theirs!)).toEqual([uuidOf(1)]);
    await client.query('ROLLBACK');
  });

  it('skips positions whose process was killed before its commit', async () => {
    await client.query('BEGIN');
    await client.query(`SELECT nextval('order_events_position_seq')`);
    const killed = ours!.ports.unitOfWork.run(async (tx) => {
      await tx.events.append({ uuid: uuidOf(1), event: anEvent() });
      await client.query('ROLLBACK');
      await client.query(`SELECT pg_terminate_backend(pid) FROM pg_locks
        WHERE locktype = 'advisory' AND objsubid = 2`);
      return ok();
    });
    await expect(killed).rejects.toMatchObject({ isOutage: true });
    await append(2);
    expect(await read(theirs!)).toEqual([uuidOf(2)]);
  });

  it('notifies the listeners of another process, again after its connection was ended', async () => {
    const { listener, next } = await listen();
    const first = next();
    await append(1);
    await first;
    const reconnected = next();
    await client.query(`SELECT pg_terminate_backend(pid) ${LISTENERS}`);
    await reconnected;
    const before = listener.calls;
    const second = next();
    await append(1);
    await second;
    expect(listener.calls).toBe(before + 1);
  });

  it('leaves no connection behind when it closes', async () => {
    await listen();
    await theirs!.close();
    expect((await client.query(`SELECT pid ${LISTENERS}`)).rows).toEqual([]);
    theirs = await openStorage(database.url);
  });
});

describe('the order feed of a standby', () => {
  it('shows nothing behind an event that is not committed yet, also of a transaction that began later', async () => {
    const postgres = await startReplicated();
    const [first, second] = [await openStorage(postgres.url), await openStorage(postgres.url)];
    await postgres.caughtUp();
    const standby = await openStorage(postgres.standby.url);
    const read = async () => {
      await postgres.caughtUp();
      return (await standby.ports.feed.read({ after: 0, limit: 99 })).map(({ uuid }) => uuid);
    };
    const [appended, mayCommit] = [signal(), signal()];
    try {
      let later: Promise<unknown> = Promise.resolve();
      await first.ports.unitOfWork.run(async (tx) => {
        await tx.events.append({ uuid: uuidOf(1), event: anEvent() });
        later = second.ports.unitOfWork.run(async (theirs) => {
          await theirs.events.append({ uuid: uuidOf(2), event: anEvent() });
          appended.give();
          await mayCommit.given;
          return ok();
        });
        await appended.given;
        await tx.events.append({ uuid: uuidOf(3), event: anEvent() });
        return ok();
      });
      expect(await read()).toEqual([]);
      mayCommit.give();
      await later;
      expect(await read()).toEqual([1, 2, 3].map(uuidOf));
    } finally {
      mayCommit.give();
      for (const storage of [standby, first, second]) await storage.close();
      await postgres.remove();
    }
  }, 120_000);
});

function signal() {
  let give = () => {};
  const given = new Promise<void>((resolve) => (give = resolve));
  return { given, give: () => give() };
}

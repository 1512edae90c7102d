import { describe, expect, it } from '@jest/globals';
import type { Database } from '../../../src/adapters/typeorm/database/index.js';
import { asCallerAt, positionOf, parsePosition } from '../../../src/adapters/typeorm/database/index.js';
import { Lag } from '../../../src/adapters/typeorm/replicas/lag.js';
import { Replica } from '../../../src/adapters/typeorm/replicas/replica.js';
import { Replicas } from '../../../src/adapters/typeorm/replicas/replicas.js';
import { StorageFailure } from '../../../src/ports/index.js';

const lsn = (position: number) => `0/${position.toString(16)}`;

/** A server that responds to questions about its position, and to reads with its name. */
class ScriptedServer {
  at = 0;
  system = 'one';
  isStandby = true;
  failure: Error | undefined;

  constructor(readonly name: string) {}

  readonly onCommitted = () => {};
  readonly select = async () => {
    if (this.failure !== undefined) throw this.failure;
    const { system, isStandby } = this;
    const at = lsn(this.at);
    return [{ inserted: at, flushed: at, replayed: at, at, system, isStandby }];
  };
  readonly read = async () => {
    if (this.failure !== undefined) throw this.failure;
    return this.name;
  };
}

function cluster(count = 1) {
  const primary = new ScriptedServer('primary');
  const standbys = Array.from({ length: count }, (_, n) => new ScriptedServer(`replica ${n + 1}`));
  let nowMs = 0;
  const databaseOf = (server: ScriptedServer) => server as unknown as Database;
  const replicas = new Replicas(
    databaseOf(primary),
    standbys.map(
      (server, n) =>
        new Replica(n + 1, async () => ({ database: databaseOf(server), close: async () => {} })),
    ),
    () => nowMs,
  );
  const nameOf = (database: Database) => (database as unknown as ScriptedServer).read();
  return {
    primary,
    standbys,
    replicas,
    /** Lets everything replay up to the position. */
    moveTo: (position: number) => [primary, ...standbys].forEach((server) => (server.at = position)),
    check: async (afterMs = 0) => {
      nowMs += afterMs;
      await replicas.check();
    },
    problems: () => replicas.standing().map(({ problem }) => problem),
    read: (seen?: number) =>
      asCallerAt(seen === undefined ? undefined : BigInt(seen), () => replicas.read(nameOf)),
    scan: (seen?: number, ofOwner = false) =>
      asCallerAt(seen === undefined ? undefined : BigInt(seen), () => replicas.scan(nameOf, ofOwner)),
  };
}

const failure = (code: string | undefined, isOutage: boolean, message = 'failed') =>
  new StorageFailure(message, code, isOutage);

describe('a position', () => {
  it.each([
    ['0/0', 0n],
    ['0/FF', 255n],
    ['16/B374D848', 0x16b374d848n],
    ['FFFFFFFF/FFFFFFFF', 2n ** 64n - 1n],
  ])('reads %s as Postgres writes it', (text, position) => {
    expect(positionOf(text)).toBe(position);
  });

  it.each(['', ' 1', '-1', '1.5', '0x10', '1e9', '１', '9'.repeat(21)])(
    'takes %j for no position',
    (text) => {
      expect(parsePosition(text)).toBeUndefined();
    },
  );
});

describe('the lag of a replica', () => {
  it('counts from the sample at which the primary had flushed what the replica lacks', () => {
    const lag = new Lag();
    lag.sample({ inserted: 100n, flushed: 90n }, 0);
    expect(lag.of(0n, 10_000)).toBe(0);
    lag.sample({ inserted: 120n, flushed: 110n }, 1_000);
    expect(lag.of(99n, 3_000)).toBe(2_000);
    expect(lag.of(100n, 3_000)).toBe(0);
  });

  it('stays 0 while the primary writes nothing, or has begun what it does not flush', () => {
    const lag = new Lag();
    for (let second = 0; second < 60; second++) lag.sample({ inserted: 100n, flushed: 90n }, second * 1_000);
    expect(lag.of(90n, 60_000)).toBe(0);
  });

  it('begins again after a failover that lost commits', () => {
    const lag = new Lag();
    lag.sample({ inserted: 100n, flushed: 100n }, 0);
    lag.sample({ inserted: 200n, flushed: 200n }, 1_000);
    lag.sample({ inserted: 150n, flushed: 150n }, 2_000);
    expect(lag.of(150n, 60_000)).toBe(0);
  });
});

describe('the watch of replicas', () => {
  it('lets a replica serve once it has what the primary had when it was found', async () => {
    const { primary, standbys, check, problems, read, moveTo } = cluster();
    [primary.at, standbys[0]!.at] = [100, 50];
    await check();
    expect(problems()).toEqual(['catching-up']);
    expect(await read()).toBe('primary');
    moveTo(100);
    await check();
    expect(problems()).toEqual([undefined]);
    expect(await read()).toBe('replica 1');
  });

  it.each([
    ['foreign', (server: ScriptedServer) => void (server.system = 'another')],
    ['not-a-standby', (server: ScriptedServer) => void (server.isStandby = false)],
    ['unreachable', (server: ScriptedServer) => void (server.failure = failure('ECONNREFUSED', true))],
  ])('leaves out a replica that is %s, and reports it once', async (problem, spoil) => {
    const { replicas, standbys, check, problems, read, moveTo } = cluster();
    moveTo(100);
    await check();
    const changes: (string | undefined)[] = [];
    replicas.onChange((standing) => changes.push(standing.problem));
    spoil(standbys[0]!);
    await check(1_000);
    await check(1_000);
    expect(problems()).toEqual([problem]);
    expect(changes).toEqual([problem]);
    expect(await read()).toBe('primary');
  });

  it('leaves out a replica that lags by more than five seconds, until it has caught up', async () => {
    const { primary, standbys, check, problems, read, moveTo } = cluster();
    moveTo(100);
    await check();
    primary.at = 200;
    await check(1_000);
    await check(1_000);
    await check(5_000);
    expect(problems()).toEqual([undefined]);
    await check(1);
    expect(problems()).toEqual(['lagging']);
    expect(await read()).toBe('primary');
    standbys[0]!.at = 200;
    await check(1_000);
    expect(problems()).toEqual([undefined]);
    expect(await read()).toBe('replica 1');
  });

  it('leaves out a standby that has more than the primary, which a failover has left behind', async () => {
    const { primary, check, problems, moveTo } = cluster();
    moveTo(100);
    await check();
    primary.at = 90;
    await check(1_000);
    expect(problems()).toEqual(['foreign']);
  });

  it('keeps a replica while the primary does not respond', async () => {
    const { primary, check, problems, read, moveTo } = cluster();
    moveTo(100);
    await check();
    primary.failure = failure('ECONNREFUSED', true);
    await check(60_000);
    expect(problems()).toEqual([undefined]);
    expect(await read()).toBe('replica 1');
  });

  it('shows no caller less than the primary served before the replica came back', async () => {
    const { primary, standbys, check, read, moveTo } = cluster();
    const [standby] = standbys;
    moveTo(100);
    standby!.failure = failure('ECONNREFUSED', true);
    await check();
    expect(await read()).toBe('primary');
    standby!.failure = undefined;
    // By the fence, the primary has more than when it was looked at.
    const { select } = primary;
    let asked = 0;
    Object.assign(primary, { select: () => (asked++ === 1 && (primary.at = 300), select()) });
    await check();
    expect(await read()).toBe('primary');
    standby!.at = 300;
    expect(await read()).toBe('replica 1');
  });
});

describe('a read', () => {
  const working = async (count?: number) => {
    const made = cluster(count);
    made.moveTo(100);
    await made.check();
    return made;
  };

  it('is served by the primary if the replica fails, and the replica is asked no more until the next look', async () => {
    const { standbys, read, problems } = await working();
    standbys[0]!.failure = failure('57P01', true);
    expect(await read()).toBe('primary');
    expect(problems()).toEqual(['unreachable']);
  });

  it('is served by the primary if the replica cancels it, or lacks a table, and the replica is kept', async () => {
    const { standbys, read, problems } = await working();
    for (const code of ['40001', '42P01', '57014']) {
      standbys[0]!.failure = failure(code, code === '57014');
      expect(await read()).toBe('primary');
    }
    expect(problems()).toEqual([undefined]);
  });

  it('is served by the replicas in turn, and never by one that has less than another has shown', async () => {
    const { standbys, read } = await working(2);
    const served = [await read(), await read(), await read(), await read()];
    expect(new Set(served)).toEqual(new Set(['replica 1', 'replica 2']));
    standbys[0]!.at = 200;
    while ((await read()) !== 'replica 1');
    expect([await read(), await read()]).toEqual(['replica 1', 'replica 1']);
    standbys[1]!.at = 300;
    standbys[0]!.failure = failure('ECONNREFUSED', true);
    expect(await read()).toMatch(/primary|replica 2/);
  });

  it('takes no other caller to the primary because one has seen more', async () => {
    const { primary, read } = await working();
    primary.at = 500;
    expect(await read(400)).toBe('primary');
    expect(await read()).toBe('replica 1');
  });

  it('rejects with errors that are not the storage’s', async () => {
    const { standbys, read } = await working();
    standbys[0]!.failure = new TypeError('a bug');
    await expect(read()).rejects.toThrow('a bug');
  });
});

describe('a long read', () => {
  const OUTAGE = { isOutage: true };
  const working = async (count?: number) => {
    const made = cluster(count);
    made.moveTo(100);
    await made.check();
    return made;
  };

  it('falls on the primary only if no replica serves, or if it is of one owner', async () => {
    const { primary, standbys, scan, check } = await working();
    primary.at = 500;
    expect(await scan()).toBe('replica 1');
    await expect(scan(400)).rejects.toMatchObject(OUTAGE);
    expect(await scan(400, true)).toBe('primary');
    standbys[0]!.failure = failure('ECONNREFUSED', true);
    expect(await scan()).toBe('primary');
    await check();
    expect(await scan(400)).toBe('primary');
  });

  it('is served by the furthest replica if the feed has shown more than any has replayed, except to a caller who has seen it', async () => {
    const { primary, standbys, replicas, scan, check } = await working(2);
    primary.at = 500;
    await replicas.raise();
    standbys[1]!.at = 300;
    await check();
    expect(await scan()).toBe('replica 2');
    await expect(scan(400)).rejects.toMatchObject(OUTAGE);
    expect(await scan(undefined, true)).toBe('primary');
  });

  it('is repeated once if the replica cancels it, and is not brought to the primary', async () => {
    const { standbys, scan } = await working();
    standbys[0]!.failure = failure('40001', false);
    await expect(scan()).rejects.toMatchObject({ ...OUTAGE, code: '40001' });
  });

  it('is not brought to the primary if it takes too long', async () => {
    const { standbys, scan } = await working();
    standbys[0]!.failure = failure('57014', true);
    await expect(scan()).rejects.toMatchObject({ ...OUTAGE, code: '57014' });
  });

  it('is served by another replica if one fails', async () => {
    const { standbys, scan } = await working(2);
    standbys[0]!.failure = failure(undefined, true, 'Connection terminated unexpectedly');
    expect([await scan(), await scan()]).toEqual(['replica 2', 'replica 2']);
  });
});

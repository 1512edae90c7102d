import { describe, expect, it } from '@jest/globals';
import { makeDatabaseWatch } from '../../../src/application/recovery/watch-database.js';
import type { Displacement } from '../../../src/ports/index.js';
import { fixedClock } from '../../support/fixed-clock.js';

/** A database whose answers can be changed, and what its watch has told. */
function watched() {
  const database = {
    isIntact: true,
    displaced: undefined as Displacement | undefined,
    history: { name: '1', isSynchronous: false },
  };
  const watch = makeDatabaseWatch({
    clock: fixedClock(),
    databaseHome: {
      displaced: async () => database.displaced,
      displace: async (kind) => void (database.displaced ??= { kind }),
      history: async () => database.history,
      settle: async () => {},
      beat: async () => {},
    },
    feed: {
      isIntact: async () => database.isIntact,
      restart: () => {},
    } as Parameters<typeof makeDatabaseWatch>[0]['feed'],
  });
  const told: boolean[] = [];
  watch.onDisplaced(({ isWhole }) => told.push(isWhole));
  return { database, look: watch.look, told };
}

const PROMOTED = { name: '2', isSynchronous: false };

describe('the watch of the database', () => {
  it('tells nothing while the database is the same', async () => {
    const { look, told } = watched();
    for (let n = 0; n < 3; n++) expect(await look()).toBeUndefined();
    expect(told).toEqual([]);
  });

  it.each([
    ['lacks nothing that was read, if commits waited for it', true, true, true],
    ['may lack what was read, if commits did not wait for it', false, true, false],
    ['lacks what was read', true, false, false],
  ])('tells once that a standby took over which %s', async (_words, isSynchronous, isIntact, isWhole) => {
    const { database, look, told } = watched();
    database.history = { name: '1', isSynchronous };
    await look();
    Object.assign(database, { isIntact, history: PROMOTED, displaced: { kind: 'went-back' } });
    expect(await look()).toEqual({ kind: 'went-back' });
    Object.assign(database, { isIntact: true, displaced: undefined });
    await look();
    expect(told).toEqual([isWhole]);
  });

  it('tells that a standby took over which another process has accepted since the last look', async () => {
    const { database, look, told } = watched();
    await look();
    database.history = PROMOTED;
    expect(await look()).toBeUndefined();
    expect(told).toEqual([false]);
  });

  it('tells that a process has displaced the database', async () => {
    const { database, look, told } = watched();
    await look();
    database.displaced = { kind: 'went-back' };
    await look();
    await look();
    expect(told).toEqual([false]);
  });
});

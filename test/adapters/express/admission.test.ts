import { AsyncLocalStorage } from 'node:async_hooks';
import { setImmediate } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { Admission } from '../../../src/adapters/express/requests/admission.js';
import type { Priority } from '../../../src/adapters/express/schema/priority.js';

const SHED_AFTER_MS = 1_000;

let now = 0;
let log: string[] = [];
let admission: Admission;

beforeEach(() => {
  now = 0;
  log = [];
  admission = new Admission({
    shedAfterMs: SHED_AFTER_MS,
    now: () => now,
    onShed: (priority) => log.push(`counted ${priority}`),
  });
});

/** A request whose start takes the time. */
function ask(name: string, priority: Priority, tookMs = 0, isGone = () => false): void {
  admission.admit(priority, {
    start: () => {
      now += tookMs;
      log.push(name);
    },
    shed: () => log.push(`${name} shed`),
    isGone,
  });
}

// What still waits must not write into the log of the next test.
afterEach(() => turns(50));

const turns = async (count: number) => {
  for (let n = 0; n < count; n++) await setImmediate();
};

describe('admission', () => {
  it('starts every request at once while the process keeps up', async () => {
    for (const n of [1, 2, 3, 4]) ask(`read ${n}`, 'read', 0.5);
    expect(log).toEqual(['read 1', 'read 2', 'read 3', 'read 4']);
    await turns(2);
    ask('next turn', 'read', 0.5);
    expect(log.at(-1)).toBe('next turn');
  });

  it('starts no further requests in a turn after 2 ms, except urgent ones, and changes before reads', async () => {
    for (const n of [1, 2, 3]) ask(`read ${n}`, 'read', 10);
    ask('change', 'change', 10);
    ask('cancel', 'urgent', 10);
    expect(log).toEqual(['read 1', 'cancel']);
    await turns(10);
    expect(log.slice(2)).toEqual(['change', 'read 2', 'read 3']);
  });

  it('lets other events of the process run between the turns', async () => {
    for (const n of [1, 2, 3]) ask(`read ${n}`, 'read', 10);
    await setImmediate();
    log.push('other');
    await turns(10);
    expect(log.indexOf('other')).toBeLessThan(log.indexOf('read 3'));
  });

  it('serves a burst in full if it is worked off before the limit', async () => {
    for (let n = 0; n < 90; n++) ask('read', 'read', 10);
    await turns(200);
    expect(log).toEqual(Array.from({ length: 90 }, () => 'read'));
  });

  it('sheds reads that have waited for a quarter of the limit once the crowd has lasted for all of it', async () => {
    for (let n = 0; n < 300; n++) ask('read', 'read', 10);
    await turns(200);
    const served = log.indexOf('counted read');
    expect(served).toBeGreaterThanOrEqual(SHED_AFTER_MS / 10);
    expect(log.filter((line) => line === 'read shed')).toHaveLength(300 - served);
    ask('later', 'read');
    expect(log.at(-1)).toBe('later');
  });

  it('sheds changes only after reads, at twice the limit', async () => {
    for (let n = 0; n < 150; n++) ask('change', 'change', 10);
    ask('read', 'read', 10);
    for (let n = 0; n < 150; n++) ask('change', 'change', 10);
    await turns(700);
    expect(log.filter((line) => line === 'read shed')).toHaveLength(1);
    const first = log.indexOf('change shed');
    expect(first).toBeGreaterThan(log.indexOf('read shed'));
    expect(log.filter((line) => line === 'change').length).toBeGreaterThanOrEqual((2 * SHED_AFTER_MS) / 10);
  });

  it('serves those that came a moment ago after shedding those that waited', async () => {
    ask('slow', 'read', 5_000);
    ask('old', 'read');
    now += 2_000;
    ask('new', 'read');
    await turns(3);
    expect(log).toEqual(['slow', 'counted read', 'old shed', 'new']);
  });

  it('sheds the newest read for a change when as many wait as may', async () => {
    ask('slow', 'read', 10);
    for (let n = 0; n < 10_000; n++) ask(`read ${n}`, 'read');
    ask('one more', 'read');
    ask('change', 'change');
    expect(log.slice(1)).toEqual(['counted read', 'one more shed', 'counted read', 'read 9999 shed']);
  });

  it('forgets requests whose callers have left', async () => {
    ask('slow', 'read', 10);
    ask('gone', 'read', 0, () => true);
    ask('here', 'read');
    await turns(3);
    expect(log).toEqual(['slow', 'here']);
  });

  it('starts a request that has waited in its own context', async () => {
    const context = new AsyncLocalStorage<string>();
    const started: (string | undefined)[] = [];
    ask('slow', 'read', 10);
    for (const name of ['a', 'b'])
      context.run(name, () =>
        admission.admit('read', {
          start: () => started.push(context.getStore()),
          shed: () => {},
          isGone: () => false,
        }),
      );
    await turns(3);
    expect(started).toEqual(['a', 'b']);
  });

  it('starts a request that has waited in the context that its priority decides on, as one that has not', async () => {
    const kind = new AsyncLocalStorage<string>();
    const started: (string | undefined)[] = [];
    const run = (priority: Priority, start: () => void) => kind.run(priority, start);
    admission = new Admission({ shedAfterMs: SHED_AFTER_MS, now: () => now, run });
    for (const priority of ['read', 'change', 'read'] as const)
      admission.admit(priority, {
        start: () => {
          now += 10;
          started.push(kind.getStore());
        },
        shed: () => {},
        isGone: () => false,
      });
    await turns(4);
    expect(started).toEqual(['read', 'change', 'read']);
  });
});

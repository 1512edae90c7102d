import { describe, expect, it } from '@jest/globals';
import { StartError } from '../../../../src/apps/run/start-error.js';
import { slotsOf } from '../../../../src/apps/server/workers/slots.js';
import { WorkerPool, type Worker } from '../../../../src/apps/server/workers/worker-pool.js';

/** A worker whose process a test ends. */
interface Played extends Worker {
  readonly slot: string;
  readonly calls: string[];
  end(how: string): Promise<void>;
}

/** A pool of two api workers. `starts` decides, per process in order of their starts, whether it begins; by default all do. */
function aPool(starts: (n: number) => boolean = () => true) {
  const workers: Played[] = [];
  const waits: number[] = [];
  const lost: Error[] = [];
  let nowMs = 0;
  const fork = ({ name: slot }: { readonly name: string }): Played => {
    const n = workers.length;
    let resolve: (how: string) => void = () => {};
    const ended = new Promise<string>((settle) => (resolve = settle));
    const calls: string[] = [];
    const worker: Played = {
      slot,
      pid: 100 + n,
      calls,
      ended,
      claim: async () => 'http://127.0.0.1:3000',
      begin: async () => {
        calls.push('begin');
        // A worker that has ended does not answer.
        await settled();
        if (!starts(n)) throw new Error('the database is away');
      },
      leave: async () => void calls.push('leave'),
      stop: () => {
        calls.push('stop');
        resolve('exit code 0');
      },
      end: async (how) => {
        resolve(how);
        await settled();
      },
    };
    workers.push(worker);
    return worker;
  };
  const pool = new WorkerPool({
    slots: slotsOf(['api'], 2),
    fork,
    log: { info: () => {}, error: () => {} },
    onLost: (error) => lost.push(error),
    now: () => nowMs,
    wait: async (ms) => {
      if (waits.push(ms) > 20) throw new Error('the pool never stops trying');
    },
  });
  const pass = (ms: number) => (nowMs += ms);
  return { pool, workers, waits, lost, pass };
}

/** Waits until what needs no time has happened. */
const settled = () => new Promise((resolve) => setImmediate(resolve));

async function until(holds: () => boolean): Promise<void> {
  for (let turn = 0; turn < 1_000 && !holds(); turn++) await settled();
  expect(holds()).toBe(true);
}

const pids = ({ standing }: WorkerPool) => standing.map(({ worker }) => worker?.pid);

describe('WorkerPool', () => {
  it('starts the others once the first worker is prepared', async () => {
    const { pool, workers } = aPool();
    await pool.open(async (first) => {
      expect(await first.claim()).toBe('http://127.0.0.1:3000');
      expect(workers).toHaveLength(1);
    });
    expect(workers.map(({ slot }) => slot)).toEqual(['api-1', 'api-2']);
    expect(pids(pool)).toEqual([100, 101]);
  });

  it('rejects with the reason when a worker does not begin at the first start', async () => {
    const { pool, workers } = aPool((n) => n !== 1);
    const opened = pool.open(async () => undefined);
    await expect(opened).rejects.toThrow(StartError);
    await expect(opened).rejects.toThrow('the worker api-2 did not start: the database is away');
    expect(workers[1]!.calls).toContain('stop');
  });

  it('rejects when a worker ends before it has begun', async () => {
    const { pool, workers } = aPool();
    const opened = pool.open(() => workers[0]!.end('signal SIGKILL'));
    await expect(opened).rejects.toThrow('the worker api-1 did not start: signal SIGKILL');
  });

  it('replaces a worker that ends, at once if it had worked for some time', async () => {
    const { pool, workers, waits, pass } = aPool();
    await pool.open(async () => undefined);
    pass(60_000);
    await workers[0]!.end('signal SIGKILL');
    await until(() => pids(pool)[0] === 102);
    expect(workers[2]!.slot).toBe('api-1');
    expect(waits).toEqual([0]);
    expect(pool.lost).toBe(1);
  });

  it('waits longer after each failure in a row, and keeps trying while another worker works', async () => {
    const { pool, workers, waits, lost } = aPool((n) => n < 2 || n > 8);
    await pool.open(async () => undefined);
    await workers[0]!.end('signal SIGKILL');
    await until(() => pids(pool)[0] === 109);
    expect(waits).toEqual([250, 1_000, 4_000, 15_000, 15_000, 15_000, 15_000, 15_000]);
    expect(lost).toEqual([]);
  });

  it('is lost, with the reason, when no worker is left and none can be started', async () => {
    const { pool, workers, lost } = aPool((n) => n < 2);
    await pool.open(async () => undefined);
    await Promise.all(workers.map((worker) => worker.end('exit code 1')));
    await until(() => lost.length > 0);
    expect(lost[0]?.message).toMatch(/^the worker api-\d did not start: the database is away$/);
  });

  it('rolls one worker after another, and lets the old one leave once the new one works', async () => {
    const { pool, workers } = aPool();
    await pool.open(async () => undefined);
    await Promise.all([pool.roll(), pool.roll()]);
    expect(pids(pool)).toEqual([104, 105]);
    for (const old of workers.slice(0, 4)) expect(old.calls).toEqual(['begin', 'leave']);
    await workers[0]!.end('exit code 0');
    expect(pool.lost).toBe(0);
  });

  it('keeps the old workers when a new one does not start', async () => {
    const { pool, workers } = aPool((n) => n < 2);
    await pool.open(async () => undefined);
    await pool.roll();
    expect(pids(pool)).toEqual([100, 101]);
    expect(workers).toHaveLength(3);
  });

  it('stops every worker when it closes, and replaces none', async () => {
    const { pool, workers } = aPool();
    await pool.open(async () => undefined);
    await pool.close();
    await pool.roll();
    expect(workers.map(({ calls }) => calls)).toEqual([
      ['begin', 'stop'],
      ['begin', 'stop'],
    ]);
  });
});

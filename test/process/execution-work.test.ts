import { EventEmitter, once } from 'node:events';
import { describe, expect, it } from '@jest/globals';
import type { ExecutorReport } from '../../src/application/execution/executor/run-executor.js';
import { startExecution } from '../../src/process/execution-work.js';
import { err, ok } from '../../src/domain/shared/result.js';
import { T0 } from '../support/builders.js';
import { fixedClock } from '../support/fixed-clock.js';
import { logInMemory } from '../support/log-lines.js';

const HOUR = 3_600_000;

const IDLE: ExecutorReport = { expired: 0, attempts: {}, left: 'none' };

/** An execution whose passes do what the test says, and the order in which everything began. */
function scripted(pass: (n: number) => Promise<ExecutorReport>) {
  const began: string[] = [];
  const events = new EventEmitter();
  const listeners = new Set<(at: Date) => void>();
  const execution = {
    settle: async () => {
      began.push('settle');
      return ok({ looked: 0, steps: {} });
    },
    run: () => {
      began.push('run');
      events.emit('run');
      return pass(began.filter((what) => what === 'run').length);
    },
    onDue: (listener: (at: Date) => void) => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
  };
  const wake = (at: Date) => listeners.forEach((listener) => listener(at));
  const nextRun = () => once(events, 'run');
  return { began, execution, listeners, wake, nextRun };
}

describe('execution in the background', () => {
  it('settles what was left behind before it sends anything', async () => {
    const { began, execution } = scripted(async () => IDLE);
    const { log } = logInMemory();
    const stop = await startExecution(execution, { clock: fixedClock(T0), log, intervalMs: HOUR });
    await stop();
    expect(began).toEqual(['settle', 'run']);
  });

  it('runs at once when it is woken, and at the time that a pass names', async () => {
    const { began, execution, wake, nextRun } = scripted(async (n) =>
      n === 2 ? { ...IDLE, nextAt: T0 } : IDLE,
    );
    const { log } = logInMemory();
    const stop = await startExecution(execution, { clock: fixedClock(T0), log, intervalMs: HOUR });
    wake(T0);
    await nextRun();
    await nextRun();
    await stop();
    expect(began).toEqual(['settle', 'run', 'run', 'run']);
  });

  it('goes on after a pass that failed, and tells of it', async () => {
    const { execution, wake, nextRun } = scripted((n) =>
      n === 1
        ? Promise.reject(new Error('no'))
        : Promise.resolve({ expired: 1, attempts: { sent: 2 }, left: 'none' }),
    );
    const { log, lines } = logInMemory();
    const stop = await startExecution(execution, { clock: fixedClock(T0), log, intervalMs: HOUR });
    wake(T0);
    await nextRun();
    await stop();
    expect(lines).toMatchObject([
      { level: 50, msg: 'executing orders failed; it goes on with the next pass', err: { message: 'no' } },
      { level: 30, msg: 'orders executed', expired: 1, attempts: { sent: 2 }, left: 'none' },
    ]);
  });

  it('starts although the chain cannot be reached, and says so', async () => {
    const { execution } = scripted(async () => ({
      expired: 0,
      attempts: { 'chain-unreachable': 3 },
      left: 'outage',
    }));
    const { log, lines } = logInMemory();
    const settle = async () => err({ kind: 'chain-unreachable' as const, reason: 'cut' });
    const cut = { ...execution, settle };
    const stop = await startExecution(cut, { clock: fixedClock(T0), log, intervalMs: HOUR });
    await stop();
    expect(lines.map(({ level }) => level)).toEqual([40, 40]);
  });

  it('tells of an outage once, and of its end', async () => {
    const { execution } = scripted(async () => IDLE);
    const { log, lines } = logInMemory();
    const events = new EventEmitter();
    const lost = err({ kind: 'chain-unreachable' as const, reason: 'cut' });
    const answers = [lost, lost, lost, ok({ looked: 0, steps: {} }), lost];
    const settle = async () => {
      const answer = answers.shift() ?? lost;
      if (answers.length === 0) events.emit('all');
      return answer;
    };
    const settledAll = once(events, 'all');
    const failing = { ...execution, settle };
    const stop = await startExecution(failing, { clock: fixedClock(T0), log, intervalMs: 1 });
    await settledAll;
    await stop();
    expect(lines.map(({ level, msg }) => [level, msg])).toEqual([
      [40, 'the chain cannot be reached; settlement waits'],
      [30, 'the chain answers again; settlement goes on'],
      [40, 'the chain cannot be reached; settlement waits'],
    ]);
  });

  it('waits for the pass under way when it is stopped, and listens no more', async () => {
    let end = () => {};
    const { execution, listeners } = scripted(() => new Promise((resolve) => (end = () => resolve(IDLE))));
    const { log } = logInMemory();
    const stop = await startExecution(execution, { clock: fixedClock(T0), log, intervalMs: HOUR });
    const stopped = stop();
    end();
    await stopped;
    expect(listeners.size).toBe(0);
  });
});

import { EventEmitter, once } from 'node:events';
import { describe, expect, it } from '@jest/globals';
import type { ExecutorReport } from '../../../src/application/execution/tick/run-executor.js';
import { startExecution } from '../../../src/apps/run/execution-work.js';
import { err, ok } from '../../../src/domain/shared/result.js';
import { T0 } from '../../support/builders.js';
import { fixedClock } from '../../support/fixed-clock.js';
import { logInMemory } from '../../support/log-lines.js';

const HOUR = 3_600_000;

const IDLE: ExecutorReport = { expired: 0, attempts: {}, left: 'none' };

/** An execution whose passes follow a script, and the order in which its calls began. */
function scripted(pass: (n: number) => Promise<ExecutorReport>) {
  const began: string[] = [];
  const events = new EventEmitter();
  const listeners = new Set<(at: Date) => void>();
  const execution = {
    settle: async () => {
      began.push('settle');
      return ok({ looked: 0, steps: {} });
    },
    recheckEnded: async () => ok({ checked: 0, corrected: 0, unanswered: 0 }),
    reportFills: async () => ok({ stored: 0, deleted: 0 }),
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

describe('startExecution', () => {
  it('settles once before the first executor pass', async () => {
    const { began, execution } = scripted(async () => IDLE);
    const { log } = logInMemory();
    const stop = await startExecution(execution, { clock: fixedClock(T0), log, intervalMs: HOUR });
    await stop();
    expect(began).toEqual(['settle', 'run']);
  });

  it('runs a pass when woken and at the time the last pass returned', async () => {
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

  it('logs once that the operator lets no new swap be sent, and once that they are sent again', async () => {
    const position = { isPaused: true, at: T0, by: 'alice@host', reason: 'a bad vault' };
    const { execution, wake, nextRun } = scripted(async (n) =>
      n === 3 ? IDLE : { ...IDLE, left: 'stopped', stopped: { kind: 'paused', position }, nextAt: T0 },
    );
    const { log, lines } = logInMemory();
    const stop = await startExecution(execution, { clock: fixedClock(T0), log, intervalMs: HOUR });
    wake(T0);
    await nextRun();
    await nextRun();
    await stop();
    expect(lines).toMatchObject([
      { level: 40, msg: 'no new swaps are sent', kind: 'paused', position: { by: 'alice@host' } },
      { level: 30, msg: 'new swaps are sent again' },
    ]);
  });

  it('logs a failed pass and continues with the next', async () => {
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
      { level: 50, msg: 'executing orders failed; the next pass retries', err: { message: 'no' } },
      { level: 30, msg: 'orders executed', expired: 1, attempts: { sent: 2 }, left: 'none' },
    ]);
  });

  it('does not say that a pass executed when it sent and ended nothing', async () => {
    const attempts = { 'waiting-confirmation': 1 } as const;
    const { execution } = scripted(async () => ({ expired: 0, attempts, left: 'none' }));
    const { log, lines } = logInMemory();
    const stop = await startExecution(execution, { clock: fixedClock(T0), log, intervalMs: HOUR });
    await stop();
    expect(lines).toMatchObject([{ level: 30, msg: 'due orders were not sent', attempts }]);
  });

  it('starts and logs two warnings when the chain is unreachable', async () => {
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

  it('logs the start of an outage once, and its end', async () => {
    const { execution } = scripted(async () => IDLE);
    const { log, lines } = logInMemory();
    const events = new EventEmitter();
    const lost = err({ kind: 'chain-unreachable' as const, reason: 'cut' });
    const results = [lost, lost, lost, ok({ looked: 0, steps: {} }), lost];
    const settle = async () => {
      const result = results.shift() ?? lost;
      if (results.length === 0) events.emit('all');
      return result;
    };
    const settledAll = once(events, 'all');
    const failing = { ...execution, settle };
    const stop = await startExecution(failing, { clock: fixedClock(T0), log, intervalMs: 1 });
    await settledAll;
    await stop();
    expect(lines.map(({ level, msg }) => [level, msg])).toEqual([
      [40, 'chain unreachable; settlement is paused'],
      [30, 'chain reachable again; settlement resumes'],
      [40, 'chain unreachable; settlement is paused'],
    ]);
  });

  it('waits for the running pass and removes its listener when stopped', async () => {
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

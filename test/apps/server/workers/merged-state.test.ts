import { describe, expect, it } from '@jest/globals';
import { mergedState } from '../../../../src/apps/server/workers/merged-state.js';
import type { ProcessState } from '../../../../src/adapters/express/index.js';
import { at } from '../../../support/builders.js';

const aState = (id: string, fields: Partial<ProcessState> = {}, roles: readonly string[] = ['api']) => ({
  process: { id, startedAt: at(0), version: '0.1.0', roles },
  health: { ready: true, reasons: [] },
  node: { newest: { height: 7, at: at(1) }, host: 0, hosts: 1 },
  executor: { isRunning: false },
  problems: [],
  ...fields,
});

const aProblem = (n: number, message: string) => ({
  at: at(n),
  level: 'warn' as const,
  message,
  times: 1,
  fields: {},
});

const READY = { ready: true, reasons: [] };

describe('the state of a server with several workers', () => {
  const executor = { isRunning: true, caughtUpAt: at(9) };
  const background = aState('b', { executor }, ['executor', 'recorder']);

  it('has the executor and the roles of all, and the process and node of the one that responds', () => {
    const state = mergedState(aState('a'), { states: [aState('c'), background], readiness: READY });
    expect(state.executor).toBe(executor);
    expect(state.process).toMatchObject({ id: 'a', roles: ['api', 'executor', 'recorder'] });
    expect(state.node.newest?.height).toBe(7);
  });

  it('is as healthy as all workers together', () => {
    const readiness = { ready: false, reasons: ['the worker background does not respond'] };
    expect(mergedState(aState('a'), { states: [], readiness })).toMatchObject({
      health: readiness,
      executor: { isRunning: false },
    });
  });

  it('lists the newest 50 problems of all, newest first', () => {
    const own = aState('a', { problems: [aProblem(90, 'newest'), aProblem(20, 'older')] });
    const others = Array.from({ length: 50 }, (_, n) => aProblem(89 - n, `other ${n}`));
    const { problems } = mergedState(own, { states: [aState('b', { problems: others })], readiness: READY });
    expect(problems).toHaveLength(50);
    expect(problems.map(({ message }) => message).slice(0, 2)).toEqual(['newest', 'other 0']);
    expect(problems.at(-1)?.message).toBe('other 48');
  });
});

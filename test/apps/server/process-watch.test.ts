import { describe, expect, it } from '@jest/globals';
import { ProcessWatch } from '../../../src/apps/server/process-watch.js';
import { T0 } from '../../support/builders.js';
import { fixedClock } from '../../support/fixed-clock.js';

const PASS = { attempts: { sent: 1 }, left: 'none', expired: 0 } as const;

describe('what a process knows of itself', () => {
  it('has the last pass of its executor, and when one last left no due order', () => {
    const clock = fixedClock(T0);
    const watch = new ProcessWatch(clock);
    expect(watch.executor()).toEqual({ lastPass: undefined, caughtUpAt: undefined });
    watch.passEnded(PASS);
    clock.advance(5);
    watch.passEnded({ ...PASS, left: 'outage' });
    const endedAt = clock.now();
    expect(watch.executor()).toEqual({ lastPass: { ...PASS, left: 'outage', endedAt }, caughtUpAt: T0 });
  });

  it('knows since when requests to the node are suspended, and which host is in use', () => {
    const clock = fixedClock(T0);
    const watch = new ProcessWatch(clock);
    watch.nodeTroubled({ kind: 'circuit-opened' });
    clock.advance(5);
    watch.nodeTroubled({ kind: 'circuit-opened' });
    expect(watch.node()).toEqual({ suspendedSince: T0, host: 0 });
    watch.nodeTroubled({ kind: 'circuit-closed' });
    expect(watch.node().suspendedSince).toBeUndefined();
    watch.nodeTroubled({ kind: 'circuit-opened' });
    watch.nodeTroubled({ kind: 'host-changed', host: 1 });
    expect(watch.node()).toEqual({ suspendedSince: undefined, host: 1 });
  });
});

import { beforeEach, describe, expect, it } from '@jest/globals';
import request from 'supertest';
import { T0 } from '../../support/builders.js';
import { expectDescribed } from './described.js';
import { API } from './fake-core.js';
import { wholeApp, type WholeApp } from './whole-app.js';

let whole: WholeApp;

beforeEach(() => {
  whole = wholeApp();
});

const read = async () => {
  const response = await request(whole.app).get(`${API}/sending`);
  expectDescribed('readSending', response);
  return response.body as unknown;
};

describe('GET /sending', () => {
  it('says that new swaps are sent', async () => {
    expect(await read()).toEqual({ isStopped: false, stops: [] });
  });

  it('says since when the operator has paused them, and why', async () => {
    const pause = { isPaused: true, at: T0, by: 'alice@host' } as const;
    await whole.ports.sendingSwitch.set({ ...pause, reason: 'a bad vault' });
    const stop = { reason: 'paused', since: T0.toISOString() };
    expect(await read()).toEqual({ isStopped: true, stops: [{ ...stop, message: 'a bad vault' }] });
    await whole.ports.sendingSwitch.set(pause);
    expect(await read()).toEqual({ isStopped: true, stops: [stop] });
  });

  it('says which limit stops them, and until when at least', async () => {
    whole = wholeApp({ settings: { limits: { maxFeesPerHourUstx: 0n } } });
    const until = new Date(T0.getTime() + 3_600_000).toISOString();
    expect(await read()).toEqual({ isStopped: true, stops: [{ reason: 'fee-limit-reached', until }] });
  });

  it('says that the server only plans swaps', async () => {
    whole = wholeApp({ settings: { dryRun: true } });
    expect(await read()).toEqual({ isStopped: true, stops: [{ reason: 'dry-run' }] });
  });
});

import { describe, expect, it } from '@jest/globals';
import {
  allDueWords,
  dueWords,
  needsOf,
  otherStops,
  runwayWords,
  sendingState,
  topUpWords,
} from '../../../src/apps/page/operator/operator-words.js';
import type { OperatorAccount, OperatorStatus } from '../../../src/sdk/client/index.js';

const ADDRESS = 'STFCSKYG43SWZYQJQMK7MTA1N8EJ9PAGKN9Q58TB';
const account = (more: Partial<OperatorAccount> = {}) =>
  ({ address: ADDRESS, balanceUstx: '99999989238', swapsLeft: null, ...more }) as OperatorAccount;

/** Of a server that is well, but for what the test is about. */
const aStatus = (more: object = {}, sending: object = {}) =>
  ({
    health: { ready: true, reasons: [], failing: [] },
    node: { height: 7, suspendedSince: null, host: 0, hosts: 1 },
    executor: { isRunning: true, lastPass: { left: 'none' } },
    prices: { ok: true, degraded: false, tokensPriced: 5, tokensRegistered: 5 },
    sending: {
      switch: { isPaused: false },
      hasKey: true,
      stops: [],
      leastBalanceUstx: null,
      meanFeeUstx: null,
      ...sending,
    },
    accounts: [account()],
    due: { orders: 0, reasons: [], isComplete: true },
    ...more,
  }) as unknown as OperatorStatus;

const LOW = {
  leastBalanceUstx: '200000000000',
  stops: [{ reason: 'operator-balance-low', detail: 'every operator account holds less' }],
};
const PAUSED = {
  switch: { isPaused: true },
  stops: [{ reason: 'paused', detail: 'paused since 2026-11-20T12:00:00.000Z: a rehearsal' }],
};

describe('an account', () => {
  it('says what it lacks in whole tokens', () => {
    const words = 'Top up STFCS…58TB: 99,999.989238 STX, needs 200,000 STX';
    expect(topUpWords(account(), aStatus({}, LOW).sending)).toBe(words);
    expect(topUpWords(account({ balanceUstx: '200000000000' }), aStatus({}, LOW).sending)).toBeUndefined();
    expect(topUpWords(account({ balanceUstx: null }), aStatus({}, LOW).sending)).toBeUndefined();
    expect(topUpWords(account(), aStatus().sending)).toBeUndefined();
  });

  it('says for how many swaps it holds enough', () => {
    const { sending } = aStatus();
    expect(runwayWords(account({ swapsLeft: 50_251 }), sending)).toBe('about 50,251');
    expect(runwayWords(account(), sending)).toBe('no swap yet');
    expect(runwayWords(account({ balanceUstx: null }), sending)).toBe('not read');
    expect(runwayWords(account({ swapsLeft: 0 }), aStatus({}, LOW).sending)).toBe('none');
  });
});

describe('sending', () => {
  it('is on, paused or stopped', () => {
    expect([{}, PAUSED, LOW].map((sending) => sendingState(aStatus({}, sending).sending))).toEqual([
      'on',
      'paused',
      'stopped',
    ]);
  });

  it('is what the switch says, if what stops swaps was read before it moved', () => {
    const paused = aStatus({}, { ...PAUSED, stops: [] }).sending;
    const resumed = aStatus({}, { switch: { isPaused: false }, stops: PAUSED.stops }).sending;
    expect([paused, resumed].map(sendingState)).toEqual(['paused', 'on']);
  });

  it('does not repeat what the switch and the accounts say', () => {
    expect(otherStops(aStatus({}, { stops: [...PAUSED.stops, ...LOW.stops] }).sending)).toEqual([]);
    const stops = [{ reason: 'fee-limit-reached', detail: 'the fees of this hour are spent' }];
    expect(otherStops(aStatus({}, { stops }).sending)).toEqual(['The fees of this hour are spent']);
  });
});

describe('what needs the operator', () => {
  it('is nothing while all is well', () => {
    expect(needsOf(aStatus())).toEqual([]);
  });

  it('is named once each, with the part that it is about', () => {
    const health = { ready: false, reasons: [], failing: ['chain', 'database', 'prices'] };
    const node = { height: null, suspendedSince: '2026-11-20T12:00:00.000Z' };
    const needs = needsOf(aStatus({ health, node, prices: { ok: false } }, { ...LOW, ...PAUSED }));
    expect(needs.map(({ part }) => part)).toEqual(['node', 'server', 'recorder', 'sending', 'accounts']);
    expect(needs.at(-1)!.text).toContain('Top up');
  });

  it('is an account that holds too little although others pay', () => {
    const accounts = [account(), account({ balanceUstx: '200000000000' })];
    const needs = needsOf(aStatus({ accounts }, { leastBalanceUstx: '200000000000' }));
    expect(needs.map(({ part }) => part)).toEqual(['accounts']);
  });
});

describe('due orders', () => {
  const due = (...reasons: readonly (readonly [string, number])[]) => ({
    orders: reasons.reduce((sum, [, orders]) => sum + orders, 0),
    reasons: reasons.map(([reason, orders]) => ({ reason, orders })),
    isComplete: true,
  });

  it('say how many they are, and what keeps all of them', () => {
    expect(allDueWords(aStatus())).toBe('none');
    expect(allDueWords(aStatus({ due: due(['due', 2]) }, LOW))).toBe('2, sending is stopped');
    expect(allDueWords(aStatus({ due: due(['due', 2]) }, PAUSED))).toBe('2, sending is paused');
    expect(allDueWords(aStatus({ due: due(['insufficient-balance', 1]) }))).toBe('1');
    expect(allDueWords(aStatus({ due: due(['due', 2], ['no-route', 1]) }))).toBe('3');
    const many = { ...due(['due', 2_000]), isComplete: false };
    expect(allDueWords(aStatus({ due: many }, PAUSED))).toBe('more than 2,000, sending is paused');
  });

  it('wait for what stopped the last pass', () => {
    const executor = { isRunning: true, lastPass: { left: 'outage' } };
    expect(dueWords('due', aStatus({ executor }))).toBe('the node does not respond');
    expect(dueWords('due', aStatus())).toBe('they are sent in the next pass');
    expect(dueWords('a-new-reason', aStatus())).toBe('a-new-reason');
  });
});

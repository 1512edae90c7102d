import { describe, expect, it } from '@jest/globals';
import { Cl, Pc, type PostCondition } from '@stacks/transactions';
import { findBreach } from '../../../src/apps/devnet/chain/post-conditions.js';
import type { VmEvent } from '../../../src/apps/devnet/vm/execution.js';

const ORIGIN = 'STVC6ABWSY5SG3ZEAPX06K81XDF9MNSNF9EHYJWA';
const POOL = 'ST1ZS1RMRMT8G39QVKH6QQAQ8QJDBB6F1XYM4QB9N.pool';
const TOKEN = 'ST1ZS1RMRMT8G39QVKH6QQAQ8QJDBB6F1XYM4QB9N.token';
const ASSET = `${TOKEN}::token` as const;

const stx = (sender: string, amount: number): VmEvent => ({
  event: 'stx_transfer_event',
  data: { sender, recipient: POOL, amount: String(amount) },
});
const ft = (sender: string, amount: number, event = 'ft_transfer_event'): VmEvent => ({
  event,
  data: { sender, amount: String(amount), asset_identifier: ASSET },
});

const breach = (
  events: VmEvent[],
  conditions: PostCondition[],
  mode: Parameters<typeof findBreach>[2] = 'deny',
): string | undefined => findBreach(events, conditions, mode, ORIGIN);

const sends = (condition: 'eq' | 'gt' | 'gte' | 'lt' | 'lte', amount: number): PostCondition => ({
  type: 'stx-postcondition',
  address: ORIGIN,
  condition,
  amount,
});

describe('findBreach', () => {
  it.each([
    ['eq', [10], [9, 11]],
    ['gt', [9], [10, 11]],
    ['gte', [9, 10], [11]],
    ['lt', [11], [10, 9]],
    ['lte', [10, 11], [9]],
  ] as const)('compares what was sent: %s', (condition, holds, breaks) => {
    for (const amount of holds) expect(breach([stx(ORIGIN, 10)], [sends(condition, amount)])).toBeUndefined();
    for (const amount of breaks)
      expect(breach([stx(ORIGIN, 10)], [sends(condition, amount)])).toContain('stx');
  });

  it('adds up what a principal sent and ignores what it received', () => {
    const events = [stx(POOL, 7), stx(ORIGIN, 4), stx(POOL, 5), ft(POOL, 1)];
    const conditions = [
      Pc.principal(POOL).willSendEq(12).ustx(),
      Pc.principal(ORIGIN).willSendEq(4).ustx(),
      Pc.principal(POOL).willSendEq(1).ft(TOKEN, 'token'),
    ];
    expect(breach(events, conditions)).toBeUndefined();
  });

  it('reports a breach of a lower bound when the principal sent nothing', () => {
    expect(breach([], [Pc.principal(POOL).willSendGte(1).ft(TOKEN, 'token')], 'allow')).toContain(ASSET);
    expect(breach([], [Pc.principal(POOL).willSendGte(0).ft(TOKEN, 'token')])).toBeUndefined();
  });

  it('counts a burn as sending and ignores a mint', () => {
    expect(breach([ft(ORIGIN, 3, 'ft_burn_event')], [])).toContain(ASSET);
    expect(
      breach([ft(ORIGIN, 3, 'ft_burn_event')], [Pc.origin().willSendEq(3).ft(TOKEN, 'token')]),
    ).toBeUndefined();
    expect(breach([ft(ORIGIN, 3, 'ft_mint_event'), { event: 'print_event', data: {} }], [])).toBeUndefined();
  });

  it('forbids uncovered movements in deny mode, and only the sender’s in originator mode', () => {
    const conditions = [sends('eq', 1)];
    expect(breach([stx(ORIGIN, 1), ft(POOL, 1)], conditions)).toContain(`${POOL} moved`);
    expect(breach([stx(ORIGIN, 1), ft(POOL, 1)], conditions, 'originator')).toBeUndefined();
    expect(breach([stx(ORIGIN, 1), ft(ORIGIN, 1)], conditions, 'originator')).toContain(`${ORIGIN} moved`);
    expect(breach([stx(ORIGIN, 1), ft(ORIGIN, 1)], conditions, 'allow')).toBeUndefined();
  });

  it('treats non-fungible assets, staking and PoX as never moving', () => {
    const nft = { type: 'nft-postcondition', address: 'origin', asset: ASSET, assetId: Cl.uint(1) } as const;
    expect(breach([], [{ ...nft, condition: 'not-sent' }])).toBeUndefined();
    expect(breach([], [{ ...nft, condition: 'maybe-sent' }])).toBeUndefined();
    expect(breach([], [{ ...nft, condition: 'sent' }])).toContain(ASSET);
    expect(
      breach([], [{ type: 'pox-postcondition', address: 'origin', condition: 'will-perform' }]),
    ).toBeDefined();
    expect(
      breach([], [{ type: 'staking-postcondition', address: 'origin', condition: 'gte', amount: 1 }]),
    ).toBeDefined();
  });
});

import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { costRows } from '../../../src/domain/operator/cost-rows.js';
import {
  COST_GROUPS,
  CostLedger,
  costOf,
  outcomeOf,
  type SentTransaction,
} from '../../../src/domain/operator/costs.js';
import { toUnits } from '../../../src/domain/shared/units.js';
import {
  AN_OPERATOR,
  AN_OWNER,
  ANOTHER_OWNER,
  at,
  handleFor,
  txidOf,
  uuidOf,
} from '../../support/builders.js';
import { runs } from '../../support/properties.js';

const block = { blockHeight: 7, blockTime: 1_795_000_000 };
const sent = (more: Partial<SentTransaction> = {}): SentTransaction => ({
  txid: txidOf(1),
  purpose: 'swap',
  sender: AN_OPERATOR,
  feeUstx: toUnits(3_000n),
  storedAt: at(0),
  state: 'final',
  block,
  order: { handle: handleFor(uuidOf(1)), owner: AN_OWNER, status: 'confirmed', txid: txidOf(1) },
  ...more,
});
const order = sent().order!;
const unmined = (state: SentTransaction['state'], purpose: SentTransaction['purpose'] = 'swap') => {
  const { block: _, ...rest } = sent({ state, purpose });
  return rest;
};

describe('a transaction', () => {
  it.each([
    ['confirmed', 'paid its order', sent()],
    ['confirmed', 'paid its order in a block that may be orphaned', sent({ state: 'included' })],
    ['aborted', 'was mined for an order that failed', sent({ order: { ...order, status: 'failed' } })],
    ['aborted', 'was mined for an order that another one confirmed', sent({ txid: txidOf(2) })],
    ['no-op', 'was mined to use its nonce', sent({ purpose: 'fill' })],
    ['never-mined', 'was replaced or dropped', unmined('dead')],
    ['never-mined', 'was a no-op that was dropped', unmined('dead', 'fill')],
    ['pending', 'waits', unmined('stored')],
    ['pending', 'waits in a mempool', unmined('accepted')],
  ])('is %s if it %s', (outcome, _what, transaction) => {
    expect(outcomeOf(transaction)).toBe(outcome);
  });

  it('costs its fee at the price of its block once it is mined, and nothing before', () => {
    expect(costOf(sent(), (time) => (time === block.blockTime ? 2 : undefined))).toMatchObject({
      costUstx: 3_000n,
      stxUsd: 2,
      costUsd: 6_000_000n,
    });
    const waiting = costOf(unmined('accepted'), () => 2);
    expect(waiting.costUstx).toBe(0n);
    expect(waiting).not.toHaveProperty('costUsd');
  });

  it('without a recorded price has no cost in dollars, which is not 0', () => {
    const ledger = new CostLedger('day');
    ledger.add(costOf(sent(), () => undefined));
    expect(ledger.total).toMatchObject({ costUstx: 3_000n, costUsd: 0n, unpricedUstx: 3_000n });
    const [head, row] = costRows([costOf(sent(), () => undefined)]);
    expect([row![head!.indexOf('costStx')], row![head!.indexOf('costUsd')]]).toEqual(['0.003', '']);
  });
});

describe('costs', () => {
  const some = fc.record({
    feeUstx: fc.bigInt({ min: 0n, max: 10n ** 8n }).map(toUnits),
    storedAt: fc.integer({ min: 0, max: 5 * 86_400_000 }).map(at),
    state: fc.constantFrom('final' as const, 'dead' as const, 'accepted' as const),
    owner: fc.constantFrom(AN_OWNER, ANOTHER_OWNER),
    integrator: fc.constantFrom('a', 'b', undefined),
  });
  const aCost = some.map(({ owner, integrator, ...rest }) =>
    costOf(
      sent({ ...rest, order: { ...order, owner, ...(integrator !== undefined && { integrator }) } }),
      (time) => (time % 2 === 0 ? 1.5 : undefined),
    ),
  );

  it.each(COST_GROUPS)('by %s add up to the total', (by) => {
    fc.assert(
      fc.property(fc.array(aCost), (costs) => {
        const ledger = new CostLedger(by);
        for (const cost of costs) ledger.add(cost);
        const groups = ledger.sums();
        const sum = (of: 'costUstx' | 'costUsd' | 'unpricedUstx') =>
          groups.reduce<bigint>((all, group) => all + group[of], 0n);
        expect([sum('costUstx'), sum('costUsd'), sum('unpricedUstx')]).toEqual([
          ledger.total.costUstx,
          ledger.total.costUsd,
          ledger.total.unpricedUstx,
        ]);
        expect(ledger.total.costUstx).toBe(costs.reduce((all, { costUstx }) => all + costUstx, 0n));
        expect(new Set(groups.map(({ key }) => key)).size).toBe(groups.length);
        const counted = groups.flatMap(({ outcomes }) => Object.values(outcomes));
        expect(counted.reduce((all, count) => all + count, 0)).toBe(costs.length);
      }),
      { numRuns: runs(300) },
    );
  });

  it('are in the order of days, and by integrator the highest first', () => {
    const cost = (day: number, fee: bigint, integrator: string) =>
      costOf(
        sent({ storedAt: at(day * 86_400_000), feeUstx: toUnits(fee), order: { ...order, integrator } }),
        () => undefined,
      );
    const all = [cost(1, 5n, 'a'), cost(0, 9n, 'b'), cost(2, 1n, 'a'), cost(2, 6n, '')];
    const keys = (by: (typeof COST_GROUPS)[number]) => {
      const ledger = new CostLedger(by);
      for (const each of all) ledger.add(each);
      return ledger.sums().map(({ key }) => key);
    };
    expect(keys('day')).toEqual(['2026-11-20', '2026-11-21', '2026-11-22']);
    expect(keys('integrator')).toEqual(['b', '', 'a']);
    expect(keys('account')).toEqual([AN_OPERATOR]);
  });
});

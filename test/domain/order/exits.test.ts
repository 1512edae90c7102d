import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { exitsOf, followEntry, leftOver } from '../../../src/domain/order/lifecycle/exits.js';
import { followsLifecycle } from '../../../src/domain/order/lifecycle/invariants.js';
import { endsAt, expiryAt, MAX_AGE_MS } from '../../../src/domain/order/lifecycle/strategy.js';
import { isDormant, type OpenOrder, type Order } from '../../../src/domain/order/order.js';
import { toUnits } from '../../../src/domain/shared/units.js';
import {
  aBroadcastedOrder,
  aCancelledOrder,
  aConfirmedOrder,
  aFailedOrder,
  anOpenOrder,
  ANOTHER_OWNER,
  aPastOrder,
  at,
  handleFor,
  txidOf,
  uuidOf,
} from '../../support/builders.js';
import { runs } from '../../support/properties.js';

const AFTER = { after: { uuid: uuidOf(8), handle: handleFor(uuidOf(8)) }, strategy: { strategyId: 'b' } };
const BOUGHT = { at: at(1), bought: toUnits(1_999_000n) };
const dormant = anOpenOrder(AFTER);
const active = anOpenOrder(AFTER, { activation: BOUGHT });
const now = at(5);
const follow = (exit: Order, entry: Order) => {
  const followed = followEntry(exit, entry, now);
  if (followed === undefined) return undefined;
  const { order, event } = followed;
  return [event.type, order.status, order.activation?.bought];
};

describe('followEntry', () => {
  const confirmed = aConfirmedOrder();
  it.each<[string, Order, Order, unknown]>([
    ['wakes with a confirmed entry', dormant, confirmed, ['activated', 'open', 1_999_000n]],
    ['stays awake with it', active, confirmed, undefined],
    [
      'wakes with an entry that another exchange confirmed',
      dormant,
      aPastOrder('confirmed', {}),
      ['activated', 'open', undefined],
    ],
    ['sleeps with an open entry', dormant, anOpenOrder(), undefined],
    ['sleeps with a broadcast entry', dormant, aBroadcastedOrder(), undefined],
    ['sleeps again with an orphaned entry', active, aBroadcastedOrder(), ['deactivated', 'open', undefined]],
    [
      'sleeps again with an entry that opened again',
      active,
      anOpenOrder(),
      ['deactivated', 'open', undefined],
    ],
    ['ends with a failed entry', dormant, aFailedOrder(), ['cancelled', 'cancelled', undefined]],
    [
      'ends with a cancelled entry, though it was awake',
      active,
      aCancelledOrder(),
      ['cancelled', 'cancelled', undefined],
    ],
    ['is left to the swap that it has', { ...active, sending: txidOf(3) }, aFailedOrder(), undefined],
    ['stays as it ended', aCancelledOrder(AFTER), confirmed, undefined],
    ['stays broadcast', aBroadcastedOrder(AFTER), aFailedOrder(), undefined],
  ])('says that an exit %s', (_, exit, entry, expected) => {
    expect(follow(exit, entry)).toEqual(expected);
  });

  it('keeps an exit active exactly while its entry is confirmed, whatever the entry goes through', () => {
    const entries = [anOpenOrder(), aBroadcastedOrder(), confirmed];
    fc.assert(
      fc.property(
        fc.array(fc.constantFrom(...entries)),
        fc.option(fc.constant(aFailedOrder())),
        (passed, end) => {
          let exit: Order = dormant;
          const events = [{ seq: 1, type: 'created' as const, at: at(0), facts: {} }];
          for (const entry of [...passed, ...(end === null ? [] : [end])]) {
            const followed = followEntry(exit, entry, now);
            exit = followed?.order ?? exit;
            if (followed !== undefined)
              events.push({ ...followed.event, seq: events.length + 1 } as (typeof events)[number]);
            expect(exit.status === 'open' && !isDormant(exit)).toBe(entry.status === 'confirmed');
          }
          expect(exit.status).toBe(end === null ? 'open' : 'cancelled');
          expect(followsLifecycle(exit, events)).toBeUndefined();
        },
      ),
      { numRuns: runs(500) },
    );
  });
});

describe('an exit', () => {
  it('does not expire while it is dormant, and ages from its activation', () => {
    expect(expiryAt(dormant, at(10 * MAX_AGE_MS))).toBeUndefined();
    const late: OpenOrder = { ...dormant, activation: { at: at(MAX_AGE_MS) } };
    expect(endsAt(late)).toEqual(at(2 * MAX_AGE_MS));
    expect(expiryAt(late, at(2 * MAX_AGE_MS - 1))).toBeUndefined();
    expect(expiryAt(late, at(2 * MAX_AGE_MS))).toBe('max-age');
  });

  it('says what its entry bought beyond what it sells, once that is known', () => {
    expect(leftOver(active)).toBe(999_000n);
    expect(leftOver(dormant)).toBeUndefined();
  });

  it('belongs to the entry that it names, of the same owner', () => {
    const entry = anOpenOrder({ uuid: uuidOf(8) });
    const theirs = anOpenOrder({ ...AFTER, owner: ANOTHER_OWNER });
    expect(exitsOf(entry, [entry, dormant, theirs, anOpenOrder()])).toEqual([dormant]);
  });
});

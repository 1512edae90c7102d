import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import {
  busyOf,
  withinBounds,
  type Bounds,
  type SendingDelivery,
} from '../../../src/domain/webhook/bounds.js';
import { deliveryIdOf, webhookIdOf } from '../../../src/testing/webhooks.js';

const BOUNDS: Bounds = { total: 6, doubtful: 3, perHost: 3, perWebhook: 2 };
const sending = fc
  .record({ webhook: fc.nat(5), host: fc.nat(3), isDoubtful: fc.boolean() })
  .map(({ webhook, host, isDoubtful }) => ({
    webhookId: webhookIdOf(webhook),
    host: `h${host}`,
    isDoubtful,
  }));
const some = fc
  .array(sending, { maxLength: 30 })
  .map((list): SendingDelivery[] => list.map((each, n) => ({ id: deliveryIdOf(n), ...each })));

const most = (list: readonly SendingDelivery[], keyOf: (each: SendingDelivery) => string) =>
  Math.max(0, ...list.map((a) => list.filter((b) => keyOf(a) === keyOf(b)).length));

describe('withinBounds', () => {
  it('stays within every bound, and leaves out only what would exceed one', () => {
    fc.assert(
      fc.property(some, (due) => {
        const chosen = withinBounds(due, [], BOUNDS);
        expect(chosen.length).toBeLessThanOrEqual(BOUNDS.total);
        expect(most(chosen, ({ host }) => host)).toBeLessThanOrEqual(BOUNDS.perHost);
        expect(most(chosen, ({ webhookId }) => webhookId)).toBeLessThanOrEqual(BOUNDS.perWebhook);
        expect(chosen.filter(({ isDoubtful }) => isDoubtful).length).toBeLessThanOrEqual(BOUNDS.doubtful);
        expect(withinBounds(due, chosen, BOUNDS)).toEqual([]);
      }),
    );
  });

  it('chooses no delivery of a busy webhook', () => {
    fc.assert(
      fc.property(some, some, (first, due) => {
        const underWay = withinBounds(first, [], BOUNDS);
        const busy = busyOf(underWay, BOUNDS);
        const others = due.map((each, n) => ({ ...each, id: deliveryIdOf(100 + n) }));
        for (const each of withinBounds(others, underWay, BOUNDS)) {
          expect(busy.hosts).not.toContain(each.host);
          expect(busy.webhooks).not.toContain(each.webhookId);
          expect(busy.doubtful && each.isDoubtful).toBe(false);
        }
      }),
    );
  });

  it('never chooses what is under way', () => {
    const [one] = fc.sample(
      some.filter((list) => list.length > 0),
      1,
    );
    expect(withinBounds(one!.slice(0, 1), one!.slice(0, 1), BOUNDS)).toEqual([]);
  });
});

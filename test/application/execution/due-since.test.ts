import { describe, expect, it } from '@jest/globals';
import { makeDueSince } from '../../../src/application/execution/tick/due-since.js';
import { anOpenOrder, T0, uuidOf } from '../../support/builders.js';
import { aPriceCondition } from '../../support/conditions.js';
import { fixedClock } from '../../support/fixed-clock.js';
import type { OpenOrder } from '../../../src/domain/order/order.js';

const after = (ms: number) => new Date(T0.getTime() + ms);
const aClaim = (dueMs: number) => ({ uuid: uuidOf(1), claimant: 'a', attempts: 0, dueAt: after(dueMs) });

/** An executor that saw a run after 10 seconds, and a block of the pair after `blockMs`. */
function dueSince({ blockMs }: { readonly blockMs?: number } = {}) {
  const clock = fixedClock(T0);
  const prices = { current: () => ({ run: { at: T0, btcUsd: 1 }, tokens: [] }) };
  const watch = { seenAtOf: () => (blockMs === undefined ? undefined : after(blockMs)) };
  const since = makeDueSince({ clock, prices, watch });
  clock.advance(10_000);
  since.noteRun();
  clock.advance(60_000);
  since.noteRun();
  return since;
}

const order = anOpenOrder();
const triggered: OpenOrder = {
  ...order,
  terms: { ...order.terms, trigger: aPriceCondition() },
};

describe('the time since which an order could be sent', () => {
  it.each([
    ['its window or back-off, without a price condition', order, 3_000, {}, 3_000],
    ['the run of prices that reached it, as first seen here', triggered, 3_000, {}, 10_000],
    ['the block that confirmed it', triggered, 3_000, { blockMs: 25_000 }, 25_000],
    ['the end of a back-off after all of these', triggered, 90_000, { blockMs: 25_000 }, 90_000],
  ])('is %s', (_what, given, dueMs, seen, expected) => {
    expect(dueSince(seen).of(aClaim(dueMs), given)).toEqual(after(expected));
  });
});

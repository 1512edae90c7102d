import { describe, expect, it } from '@jest/globals';
import type { OrderEventType } from '../../../src/domain/order/events.js';
import type { RawTransaction } from '../../../src/domain/order/ids.js';
import {
  followsLifecycle,
  nonceOfOne,
  oneNonceEach,
  paidByOne,
  paysMinimum,
  storedBeforeSent,
  violatedBySending,
  violatedByStoring,
} from '../../../src/domain/order/lifecycle/invariants.js';
import { noteWaiting } from '../../../src/domain/order/lifecycle/waiting.js';
import type { Order } from '../../../src/domain/order/order.js';
import type { SwapTransaction } from '../../../src/domain/order/swap-transaction.js';
import { toUnits } from '../../../src/domain/shared/units.js';
import {
  aBroadcastedOrder,
  aCancelledOrder,
  aConfirmedOrder,
  aFailedOrder,
  anEvent,
  anOpenOrder,
  aPastOrder,
  aQuote,
  aSwap,
  SECOND_OPERATOR,
  T0,
  txidOf,
  uuidOf,
} from '../../support/builders.js';

const logOf = (...types: readonly OrderEventType[]) =>
  types.map((type, n) => ({ ...anEvent({ type }), seq: n + 1 }));
const importedAs = (status: string) => ({ ...anEvent({ type: 'imported', facts: { status } }), seq: 1 });

const OPEN = anOpenOrder();
const SENDING = anOpenOrder({}, { sending: txidOf(1) });

describe('the log of an order', () => {
  it.each<[Order, readonly OrderEventType[]]>([
    [OPEN, ['created']],
    [OPEN, ['created', 'waiting', 'waiting']],
    [SENDING, ['created', 'swap-stored']],
    [OPEN, ['created', 'swap-stored', 'swap-refused']],
    [SENDING, ['created', 'swap-stored', 'swap-refused', 'waiting', 'swap-stored', 'fee-raised']],
    [aBroadcastedOrder(), ['created', 'swap-stored', 'broadcasted', 'txid-changed', 'cancel-requested']],
    [aConfirmedOrder(), ['created', 'swap-stored', 'broadcasted', 'confirmed', 'orphaned', 'confirmed']],
    [aFailedOrder(), ['created', 'swap-stored', 'swap-given-up', 'broadcasted', 'failed']],
    [OPEN, ['created', 'swap-stored', 'broadcasted', 'reopened']],
    [aCancelledOrder(), ['created', 'cancelled']],
    [aConfirmedOrder(), ['created', 'cancelled', 'corrected', 'confirmed']],
    [aFailedOrder(), ['created', 'failed']],
  ])('is a path that leads to where the order is: %#', (order, types) => {
    expect(followsLifecycle(order, logOf(...types))).toBeUndefined();
  });

  it.each<[string, Order, readonly OrderEventType[]]>([
    ['an order that is open again after its end', OPEN, ['created', 'cancelled']],
    [
      'an order that is open again after its payment',
      OPEN,
      ['created', 'swap-stored', 'broadcasted', 'confirmed'],
    ],
    ['an order that is open while its swap is under way', OPEN, ['created', 'swap-stored']],
    ['an end without its event', aCancelledOrder(), ['created']],
    ['an event after the end', aCancelledOrder(), ['created', 'cancelled', 'waiting']],
    ['a second beginning', OPEN, ['created', 'created']],
    ['no beginning', OPEN, []],
  ])('is refused for %s', (_, order, types) => {
    expect(followsLifecycle(order, logOf(...types))).toMatch(/log/);
  });

  it('begins, for an order of another exchange, with its status there', () => {
    expect(followsLifecycle(OPEN, [importedAs('open')])).toBeUndefined();
    expect(followsLifecycle(aPastOrder('confirmed', {}), [importedAs('confirmed')])).toBeUndefined();
    expect(followsLifecycle(OPEN, [importedAs('cancelled')])).toBe('it is open, and its log ends cancelled');
  });

  it('counts from 1 without a gap', () => {
    const [first, second] = logOf('created', 'waiting');
    expect(followsLifecycle(OPEN, [first!, { ...second!, seq: 3 }])).toBe('event 2 of its log is numbered 3');
  });

  it('takes a reason for waiting while the order is open alone', () => {
    const note = (order: Order) => noteWaiting(order, { reason: 'no-route' }, undefined, T0);
    expect(note(OPEN)).toBeDefined();
    for (const order of [SENDING, aBroadcastedOrder(), aCancelledOrder()])
      expect(note(order)).toBeUndefined();
  });
});

describe('a swap', () => {
  const bounded = anOpenOrder({ minAmountOut: toUnits(2_000_000n) });

  it.each<[bigint, boolean]>([
    [2_000_000n, true],
    [1_999_999n, false],
  ])('that gives %s of a minimum of 2000000 is right: %s', (amountOut, isRight) => {
    const swap = aSwap({ quote: aQuote({ amountOut: toUnits(amountOut) }) });
    expect(paysMinimum(bounded, swap) === undefined).toBe(isRight);
    expect(paysMinimum(OPEN, swap)).toBeUndefined();
  });

  it.each<[string, Order, readonly SwapTransaction[], boolean]>([
    ['one swap', SENDING, [aSwap()], true],
    ['a replacement under the same nonce', SENDING, [aSwap(), aSwap({ txid: txidOf(2) })], true],
    ['a dropped swap under another nonce', SENDING, [aSwap(), aSwap({ nonce: 3n, state: 'dead' })], true],
    ['a mined swap under another nonce', SENDING, [aSwap(), aSwap({ nonce: 3n, state: 'included' })], true],
    ['a no-op under another nonce', SENDING, [aSwap(), aSwap({ nonce: 3n, purpose: 'fill' })], true],
    ['two nonces', SENDING, [aSwap(), aSwap({ nonce: 3n, state: 'accepted' })], false],
    ['two accounts', SENDING, [aSwap(), aSwap({ sender: SECOND_OPERATOR })], false],
    ['no live swap', SENDING, [aSwap({ state: 'dead' })], false],
    ['no swap', OPEN, [], true],
  ])('of an order with %s is the only one', (_, order, swaps, isRight) => {
    expect(oneNonceEach(order, swaps) === undefined).toBe(isRight);
  });

  const other = aSwap({ txid: txidOf(2), orderUuid: uuidOf(2) });
  it.each<[string, readonly SwapTransaction[], boolean]>([
    ['its replacement', [aSwap(), aSwap({ txid: txidOf(2) })], true],
    ['a dropped swap of another order', [aSwap(), { ...other, state: 'dead' }], true],
    ['a swap of another order', [aSwap(), other], false],
    ['another account', [aSwap(), { ...other, sender: SECOND_OPERATOR }], true],
  ])('shares its nonce with %s', (_, swaps, isRight) => {
    expect(nonceOfOne(swaps) === undefined).toBe(isRight);
  });

  it('is stored with the bytes that are sent', () => {
    expect(storedBeforeSent(aSwap(), aSwap({ state: 'accepted' }))).toBeUndefined();
    expect(storedBeforeSent(aSwap(), undefined)).toBeDefined();
    expect(storedBeforeSent(aSwap(), aSwap({ raw: '8080' as RawTransaction }))).toBeDefined();
  });

  const paid = aSwap({ txid: txidOf(2), state: 'included' });
  const final = aSwap({ state: 'final' });
  it.each<[string, Order, SwapTransaction, SwapTransaction, boolean]>([
    ['is the order’s own', aConfirmedOrder(), aSwap({ state: 'included' }), final, true],
    ['is the second final one', aConfirmedOrder(), paid, final, false],
    ['contradicts one that may be orphaned', aConfirmedOrder(), paid, { ...final, state: 'included' }, true],
    ['is a no-op', aConfirmedOrder(), { ...paid, purpose: 'fill' }, final, true],
    ['pays an order that failed', aFailedOrder(), paid, final, true],
  ])('that has succeeded and %s', (_, order, swap, recorded, isRight) => {
    expect(paidByOne(order, swap, recorded) === undefined).toBe(isRight);
  });
});

describe('a violation', () => {
  const storing = {
    before: OPEN,
    events: logOf('created'),
    order: SENDING,
    swap: aSwap(),
    live: [aSwap({ nonce: 7n, orderUuid: uuidOf(2) })],
  };

  it('is found by storing a swap', () => {
    const { uuid } = OPEN.terms;
    const bounded = anOpenOrder({ minAmountOut: toUnits(9_000_000n) }, { sending: txidOf(1) });
    const found = (changed: Partial<typeof storing>) => violatedByStoring({ ...storing, ...changed });
    expect(found({})).toBeUndefined();
    expect(found({ events: logOf('created', 'cancelled') })).toEqual({
      kind: 'invariant-violated',
      invariant: 'lifecycle',
      uuid,
      finding: 'it is open, and its log ends cancelled',
    });
    expect(found({ order: bounded })).toMatchObject({ invariant: 'pays-minimum', uuid });
    expect(found({ live: [aSwap({ nonce: 7n })] })).toMatchObject({ invariant: 'one-nonce-each', uuid });
  });

  it('is found by sending it', () => {
    const other = aSwap({ txid: txidOf(2), orderUuid: uuidOf(2) });
    expect(violatedBySending(aSwap(), [aSwap()])).toBeUndefined();
    expect(violatedBySending(aSwap(), [other])).toMatchObject({ invariant: 'stored-before-sent' });
    expect(violatedBySending(aSwap(), [aSwap(), other])).toMatchObject({ invariant: 'nonce-of-one' });
  });

  it('names no uuid, with which a reader of the log could spend the order', () => {
    const words = [
      followsLifecycle(OPEN, []),
      paysMinimum(anOpenOrder({ minAmountOut: toUnits(9_000_000n) }), aSwap()),
      oneNonceEach(SENDING, []),
      nonceOfOne([aSwap(), aSwap({ orderUuid: uuidOf(2) })]),
      storedBeforeSent(aSwap(), undefined),
      paidByOne(aConfirmedOrder(), aSwap({ txid: txidOf(2) }), aSwap({ state: 'final' })),
    ];
    for (const finding of words) expect(finding).not.toMatch(/[0-9a-f]{8}-|^$|undefined/);
  });
});

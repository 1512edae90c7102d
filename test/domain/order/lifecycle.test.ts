import { describe, expect, it } from '@jest/globals';
import * as lifecycle from '../../../src/domain/order/lifecycle/lifecycle.js';
import type { OrderEvent } from '../../../src/domain/order/events.js';
import { noteWaiting } from '../../../src/domain/order/lifecycle/waiting.js';
import { ORDER_STATUSES, type Order, type OrderStatus } from '../../../src/domain/order/order.js';
import type { Txid } from '../../../src/domain/order/ids.js';
import { ok, unwrap, type Result } from '../../../src/domain/shared/result.js';
import { toUnits } from '../../../src/domain/shared/units.js';
import {
  aBroadcastedOrder,
  aCancelledOrder,
  aConfirmedOrder,
  aFailedOrder,
  aPastOrder,
  anOpenOrder,
  aQuote,
  someTerms,
  T0,
  txidOf,
  uuidOf,
} from '../../support/builders.js';

const OWN = txidOf(1);
const FOREIGN = txidOf(2);
const NOW = new Date(T0.getTime() + 60_000);
const uuid = uuidOf(1);

/** An order's status; for an open order, also whether a swap is stored for it. */
type Situation = OrderStatus | 'open, swap stored';

const SITUATIONS = {
  open: anOpenOrder(),
  'open, swap stored': anOpenOrder({}, { sending: OWN }),
  broadcasted: aBroadcastedOrder(),
  confirmed: aConfirmedOrder(),
  failed: aFailedOrder(),
  cancelled: aCancelledOrder(),
} satisfies Record<Situation, Order>;

const NEXT = txidOf(9);
const MINED = { blockHeight: 9, blockTime: 1_795_000_100 };

/** Every exported function of the lifecycle except `placeOrder`, which takes no order. */
type Transitions = {
  [Name in Exclude<keyof typeof lifecycle, 'placeOrder'>]: (
    order: Order,
    txid: Txid,
  ) => Result<{ readonly order: Order; readonly event?: unknown }, { readonly kind: string }>;
};

const TRANSITIONS: Transitions = {
  beginSwap: (order, txid) => lifecycle.beginSwap(order, { txid, nonce: 5n, attempt: 2 }, NOW),
  abandonSwap: (order, txid) => lifecycle.abandonSwap(order, { txid, reason: 'FeeTooLow' }, NOW),
  broadcastOrder: (order, txid) => lifecycle.broadcastOrder(order, { txid, quote: aQuote() }, NOW),
  followSwap: (order, txid) => lifecycle.followSwap(order, { txid, quote: aQuote() }, NOW),
  raiseFee: (order, txid) =>
    lifecycle.raiseFee(order, { txid: NEXT, replaces: txid, feeUstx: toUnits(4_000n) }, NOW),
  replaceByNoOp: (order, txid) =>
    lifecycle.replaceByNoOp(order, { txid, by: NEXT, reason: 'FeeTooLow' }, NOW),
  confirmOrder: (order, txid) =>
    lifecycle.confirmOrder(
      order,
      {
        txid,
        ...MINED,
        executedAmountIn: toUnits(10n),
        executedAmountOut: toUnits(20n),
        feeUstx: toUnits(3n),
      },
      NOW,
    ),
  failOrder: (order, txid) =>
    lifecycle.failOrder(
      order,
      { txid, ...MINED, failureReason: 'abort_by_response', feeUstx: toUnits(3n) },
      NOW,
    ),
  reopenOrder: (order, txid) => lifecycle.reopenOrder(order, { txid, reason: 'nonce 5 was used' }, NOW),
  correctOrder: (order, txid) => lifecycle.correctOrder(order, { txid, quote: aQuote() }, NOW),
  orphanOrder: (order, txid) => lifecycle.orphanOrder(order, { txid }, NOW),
  requestEnd: (order) => lifecycle.requestEnd(order, NOW),
  finishEnd: (order) => lifecycle.finishEnd(order, NOW),
  endSpent: (order) =>
    lifecycle.endSpent(order, { kind: 'spent-elsewhere', blockHeight: 9, isRevoked: false }, NOW),
  cancelOrder: (order) => lifecycle.cancelOrder(order, 'owner', NOW),
};

type Outcome = Situation | 'unchanged' | 'no-such-move' | 'order-not-open' | 'order-already-broadcast';
type Decisions = Readonly<Record<Situation, Outcome>>;

const NEVER: Decisions = {
  open: 'no-such-move',
  'open, swap stored': 'no-such-move',
  broadcasted: 'no-such-move',
  confirmed: 'no-such-move',
  failed: 'no-such-move',
  cancelled: 'no-such-move',
};
/** The order is unchanged; its log gets an event. */
const UNDER_WAY: Decisions = { ...NEVER, 'open, swap stored': 'unchanged', broadcasted: 'unchanged' };
/** The order stays where it is, marked as ending. */
const ENDING: Decisions = {
  ...NEVER,
  open: 'open',
  'open, swap stored': 'open, swap stored',
  broadcasted: 'broadcasted',
};
const NOT_OPEN = {
  broadcasted: 'order-not-open',
  confirmed: 'order-not-open',
  failed: 'order-not-open',
  cancelled: 'order-not-open',
} as const;
const CANCEL: Decisions = {
  open: 'cancelled',
  'open, swap stored': 'order-already-broadcast',
  broadcasted: 'order-already-broadcast',
  confirmed: 'unchanged',
  failed: 'unchanged',
  cancelled: 'unchanged',
};
const BEGIN: Decisions = {
  ...NOT_OPEN,
  open: 'open, swap stored',
  'open, swap stored': 'order-already-broadcast',
};

/** The outcome of each transition in each situation, for the order's own swap and for another. */
const DECIDED: Readonly<Record<keyof Transitions, { readonly own: Decisions; readonly foreign: Decisions }>> =
  {
    beginSwap: { own: BEGIN, foreign: BEGIN },
    abandonSwap: { own: { ...NEVER, 'open, swap stored': 'open' }, foreign: NEVER },
    broadcastOrder: { own: { ...NEVER, 'open, swap stored': 'broadcasted' }, foreign: NEVER },
    followSwap: { own: NEVER, foreign: { ...NEVER, broadcasted: 'broadcasted' } },
    raiseFee: { own: UNDER_WAY, foreign: UNDER_WAY },
    replaceByNoOp: { own: UNDER_WAY, foreign: UNDER_WAY },
    confirmOrder: { own: { ...NEVER, broadcasted: 'confirmed' }, foreign: NEVER },
    failOrder: { own: { ...NEVER, broadcasted: 'failed' }, foreign: NEVER },
    reopenOrder: { own: { ...NEVER, broadcasted: 'open' }, foreign: NEVER },
    correctOrder: {
      own: { ...NEVER, open: 'broadcasted', cancelled: 'broadcasted' },
      foreign: {
        ...NEVER,
        open: 'broadcasted',
        'open, swap stored': 'broadcasted',
        broadcasted: 'broadcasted',
        failed: 'broadcasted',
        cancelled: 'broadcasted',
      },
    },
    orphanOrder: { own: { ...NEVER, confirmed: 'broadcasted', failed: 'broadcasted' }, foreign: NEVER },
    requestEnd: { own: ENDING, foreign: ENDING },
    finishEnd: { own: NEVER, foreign: NEVER },
    endSpent: { own: { ...NEVER, open: 'failed' }, foreign: { ...NEVER, open: 'failed' } },
    cancelOrder: { own: CANCEL, foreign: CANCEL },
  };

const situationOf = (order: Order): Situation =>
  order.status === 'open' && order.sending !== undefined ? 'open, swap stored' : order.status;

function outcomeOf(transition: keyof Transitions, situation: Situation, txid: Txid): string {
  const before = SITUATIONS[situation];
  const after = TRANSITIONS[transition](before, txid);
  if (!after.ok) return after.error.kind;
  return after.value.order === before ? 'unchanged' : situationOf(after.value.order);
}

const situations = Object.keys(SITUATIONS) as Situation[];
const names = Object.keys(TRANSITIONS) as (keyof Transitions)[];
const table = names.flatMap((transition) =>
  situations.map((situation) => {
    const { own, foreign } = DECIDED[transition];
    return { transition, situation, own: own[situation], foreign: foreign[situation] };
  }),
);

describe('each transition in each situation', () => {
  it('covers every exported transition and every status', () => {
    expect([...names, 'placeOrder'].sort()).toEqual(Object.keys(lifecycle).sort());
    expect(new Set(Object.values(SITUATIONS).map(({ status }) => status))).toEqual(new Set(ORDER_STATUSES));
  });

  it.each(table)(
    '$transition of an order that is $situation leads to: $own for its own swap, $foreign for another',
    ({ transition, situation, own, foreign }) => {
      expect(outcomeOf(transition, situation, OWN)).toBe(own);
      expect(outcomeOf(transition, situation, FOREIGN)).toBe(foreign);
    },
  );

  it.each(table)('$transition keeps terms, createdAt and version of an order that is $situation', (row) => {
    const { terms, createdAt, version } = SITUATIONS[row.situation];
    const after = TRANSITIONS[row.transition](SITUATIONS[row.situation], OWN);
    expect(after.ok ? after.value.order : { terms, createdAt, version }).toMatchObject({
      terms,
      createdAt,
      version,
    });
  });

  it.each(table)('$transition puts no secret into the event of an order that is $situation', (row) => {
    const before = SITUATIONS[row.situation];
    const after = TRANSITIONS[row.transition](before, OWN);
    const logged = JSON.stringify(after.ok ? (after.value.event ?? null) : after.error);
    expect(logged).not.toContain(before.terms.signature);
    expect(logged).not.toMatch(/signature|raw/i);
  });
});

describe('placeOrder', () => {
  it('returns an open order and its created event', () => {
    const terms = someTerms();
    expect(lifecycle.placeOrder(terms, NOW)).toEqual({
      order: { status: 'open', terms, createdAt: NOW, version: 1 },
      event: { type: 'created', at: NOW, facts: {} },
    });
  });
});

describe('an order that is ending', () => {
  const under = (order: Order) => unwrap(lifecycle.requestEnd(order, NOW)).order;
  const drop = { txid: OWN, reason: 'any' };

  it('is not ended twice', () => {
    expect(lifecycle.requestEnd(under(aBroadcastedOrder()), NOW)).toMatchObject({ ok: false });
  });

  it('stays so when a swap of it is found', () => {
    const found = lifecycle.correctOrder(under(SITUATIONS.open), { txid: OWN, quote: aQuote() }, NOW);
    expect(unwrap(found).order).toMatchObject({ status: 'broadcasted', txid: OWN, ending: 'owner' });
  });

  it('stays so until its swap is dropped, and is cancelled by its owner then', () => {
    const stored = under(SITUATIONS['open, swap stored']);
    const broadcast = unwrap(lifecycle.broadcastOrder(stored, { txid: OWN, quote: aQuote() }, NOW)).order;
    expect(lifecycle.finishEnd(broadcast, NOW).ok).toBe(false);
    for (const reopened of [
      lifecycle.abandonSwap(stored, drop, NOW),
      lifecycle.reopenOrder(broadcast, drop, NOW),
    ]) {
      expect(lifecycle.finishEnd(stored, NOW).ok).toBe(false);
      const ended = unwrap(lifecycle.finishEnd(unwrap(reopened).order, NOW));
      expect(ended.order).toMatchObject({ status: 'cancelled', cancelReason: 'owner', cancelledAt: NOW });
      expect(ended.order).not.toHaveProperty('ending');
      expect(ended.event).toMatchObject({ type: 'cancelled', facts: { reason: 'owner' } });
    }
  });

  it('is confirmed or failed, and no longer ending, if its swap is mined', () => {
    for (const outcome of ['confirmOrder', 'failOrder'] as const) {
      const mined = TRANSITIONS[outcome](under(aBroadcastedOrder()), OWN);
      expect(unwrap(mined).order).not.toHaveProperty('ending');
    }
  });

  it('expires without a request once validTo has passed', () => {
    const order = anOpenOrder({ validTo: NOW });
    expect(unwrap(lifecycle.finishEnd(order, NOW)).order.cancelReason).toBe('expired');
    expect(lifecycle.finishEnd(order, new Date(NOW.getTime() - 1)).ok).toBe(false);
    expect(lifecycle.finishEnd({ ...order, sending: OWN }, NOW).ok).toBe(false);
  });
});

const { terms, createdAt, version } = anOpenOrder();
const base = { terms, createdAt, version };
const sent = { txid: OWN, broadcastedAt: aBroadcastedOrder().broadcastedAt, quote: aQuote() };

const SPENT = 'spent-elsewhere: a transaction in block 9 has spent the order';

describe('the result of a transition', () => {
  it.each<[keyof Transitions, Situation, object, object]>([
    [
      'beginSwap',
      'open',
      { ...base, status: 'open', sending: OWN },
      { type: 'swap-stored', facts: { txid: OWN, nonce: '5', attempt: 2 } },
    ],
    [
      'abandonSwap',
      'open, swap stored',
      { ...base, status: 'open' },
      { type: 'swap-refused', facts: { txid: OWN, reason: 'FeeTooLow' } },
    ],
    [
      'broadcastOrder',
      'open, swap stored',
      { ...base, status: 'broadcasted', txid: OWN, broadcastedAt: NOW, quote: aQuote() },
      { type: 'broadcasted', facts: { txid: OWN } },
    ],
    [
      'confirmOrder',
      'broadcasted',
      {
        ...base,
        ...sent,
        ...MINED,
        status: 'confirmed',
        confirmedAt: NOW,
        executedAmountIn: 10n,
        executedAmountOut: 20n,
        feeUstx: 3n,
      },
      { type: 'confirmed', facts: { txid: OWN, blockHeight: 9, executedAmountOut: '20' } },
    ],
    [
      'failOrder',
      'broadcasted',
      {
        ...base,
        ...sent,
        ...MINED,
        status: 'failed',
        failedAt: NOW,
        failureReason: 'abort_by_response',
        feeUstx: 3n,
      },
      { type: 'failed', facts: { txid: OWN, blockHeight: 9, failureReason: 'abort_by_response' } },
    ],
    [
      'reopenOrder',
      'broadcasted',
      { ...base, status: 'open' },
      { type: 'reopened', facts: { txid: OWN, reason: 'nonce 5 was used' } },
    ],
    [
      'correctOrder',
      'cancelled',
      { ...base, status: 'broadcasted', txid: OWN, broadcastedAt: NOW, quote: aQuote() },
      { type: 'corrected', facts: { txid: OWN, previous: 'cancelled' } },
    ],
    [
      'replaceByNoOp',
      'broadcasted',
      SITUATIONS.broadcasted,
      { type: 'swap-given-up', facts: { txid: OWN, by: NEXT, reason: 'FeeTooLow' } },
    ],
    [
      'raiseFee',
      'broadcasted',
      SITUATIONS.broadcasted,
      { type: 'fee-raised', facts: { txid: NEXT, replaces: OWN, feeUstx: '4000' } },
    ],
    ['requestEnd', 'open', { ...SITUATIONS.open, ending: 'owner' }, { type: 'cancel-requested', facts: {} }],
    [
      'requestEnd',
      'open, swap stored',
      { ...base, status: 'open', sending: OWN, ending: 'owner' },
      { type: 'cancel-requested', facts: { txid: OWN } },
    ],
    [
      'requestEnd',
      'broadcasted',
      { ...SITUATIONS.broadcasted, ending: 'owner' },
      { type: 'cancel-requested', facts: { txid: OWN } },
    ],
    [
      'endSpent',
      'open',
      { ...base, status: 'failed', failedAt: NOW, failureReason: SPENT, blockHeight: 9 },
      { type: 'failed', facts: { blockHeight: 9, failureReason: SPENT } },
    ],
    [
      'orphanOrder',
      'confirmed',
      { ...base, ...sent, status: 'broadcasted' },
      { type: 'orphaned', facts: { txid: OWN, blockHeight: 7 } },
    ],
    [
      'orphanOrder',
      'failed',
      { ...base, ...sent, status: 'broadcasted' },
      { type: 'orphaned', facts: { txid: OWN, blockHeight: 7 } },
    ],
    [
      'cancelOrder',
      'open',
      { ...base, status: 'cancelled', cancelledAt: NOW, cancelReason: 'owner' },
      { type: 'cancelled', facts: { reason: 'owner' } },
    ],
  ])(
    '%s of an order that is %s returns exactly this order and event',
    (transition, situation, order, event) => {
      expect(TRANSITIONS[transition](SITUATIONS[situation], OWN)).toStrictEqual({
        ok: true,
        value: { order, event: { ...event, at: NOW } },
      });
    },
  );

  it('cancels an order whose owner has revoked it', () => {
    const spent = { kind: 'spent-elsewhere', blockHeight: 9, isRevoked: true } as const;
    expect(lifecycle.endSpent(SITUATIONS.open, spent, NOW)).toStrictEqual(
      ok({
        order: { ...base, status: 'cancelled', cancelledAt: NOW, cancelReason: 'revoked' },
        event: { type: 'cancelled', at: NOW, facts: { reason: 'revoked', blockHeight: 9 } },
      }),
    );
  });

  it('names both transactions when an order follows a replacement', () => {
    const quote = aQuote({ slippage: 0.02 });
    expect(lifecycle.followSwap(SITUATIONS.broadcasted, { txid: FOREIGN, quote }, NOW)).toStrictEqual(
      ok({
        order: { ...SITUATIONS.broadcasted, txid: FOREIGN, quote },
        event: { type: 'txid-changed', at: NOW, facts: { txid: FOREIGN, previous: OWN } },
      }),
    );
  });

  it('keeps the time at which a failed order was sent when its payment is found', () => {
    const found = { txid: FOREIGN, quote: aQuote({ slippage: 0.02 }) };
    expect(lifecycle.correctOrder(SITUATIONS.failed, found, NOW)).toMatchObject({
      value: { order: { ...found, broadcastedAt: sent.broadcastedAt } },
    });
  });

  it('names the order, with its status or txid, when the transition is refused', () => {
    const begin = (order: Order) => lifecycle.beginSwap(order, { txid: FOREIGN, nonce: 1n, attempt: 1 }, NOW);
    expect(begin(SITUATIONS.failed)).toStrictEqual({
      ok: false,
      error: { kind: 'order-not-open', uuid, status: 'failed' },
    });
    const notOpen = { kind: 'order-not-open', uuid, status: 'broadcasted' };
    expect(begin(SITUATIONS.broadcasted)).toStrictEqual({ ok: false, error: { ...notOpen, txid: OWN } });
    expect(begin(aPastOrder('broadcasted', {}))).toStrictEqual({ ok: false, error: notOpen });
    expect(begin(SITUATIONS['open, swap stored'])).toEqual({
      ok: false,
      error: { kind: 'order-already-broadcast', uuid, txid: OWN },
    });
    expect(lifecycle.cancelOrder(SITUATIONS.broadcasted, 'owner', NOW)).toEqual({
      ok: false,
      error: { kind: 'order-already-broadcast', uuid, txid: OWN },
    });
    expect(lifecycle.orphanOrder(SITUATIONS.open, { txid: OWN }, NOW)).toEqual({
      ok: false,
      error: { kind: 'no-such-move', uuid, status: 'open' },
    });
  });
});

describe('noteWaiting', () => {
  const facts = { reason: 'no-route' };
  const note = (order: Order, last?: OrderEvent) =>
    noteWaiting(order, facts, last && { ...last, seq: 1 }, NOW)?.event;
  const waiting = { type: 'waiting', at: NOW, facts } as const;

  it('logs each reason once in a row', () => {
    expect(note(SITUATIONS.open)).toEqual(waiting);
    expect(note(SITUATIONS.open, { ...waiting, facts: { reason: 'price-thin' } })).toEqual(waiting);
    expect(note(SITUATIONS.open, { ...waiting, type: 'swap-refused' })).toEqual(waiting);
    expect(note(SITUATIONS.open, waiting)).toBeUndefined();
  });

  it.each(situations.filter((situation) => situation !== 'open'))(
    'logs nothing of an order that is %s',
    (situation) => {
      expect(note(SITUATIONS[situation])).toBeUndefined();
    },
  );
});

describe('an order that another exchange ran', () => {
  it.each(['broadcasted', 'failed', 'cancelled'] as const)(
    'is changed by nothing but the payment that the chain shows when it was recorded as %s',
    (status) => {
      const past = aPastOrder(status, { txid: OWN });
      for (const [name, transition] of Object.entries(TRANSITIONS)) {
        const moved = transition(past, OWN);
        const isMoved = moved.ok && moved.value.order !== past;
        expect({ name, isMoved }).toEqual({ name, isMoved: name === 'correctOrder' });
      }
    },
  );

  it('stays confirmed when it was recorded as confirmed', () => {
    const past = aPastOrder('confirmed', { txid: OWN });
    for (const transition of Object.values(TRANSITIONS)) {
      const moved = transition(past, OWN);
      expect(moved.ok && moved.value.order !== past).toBe(false);
    }
  });
});

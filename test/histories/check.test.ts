import { describe, expect, it } from '@jest/globals';
import type { OrderEventType } from '../../src/domain/order/events.js';
import type { OrderUuid } from '../../src/domain/order/ids.js';
import type { OrderStatus } from '../../src/domain/order/order.js';
import { violationOfOrder, violationOfStream, violationsOf, violationsOfWebhook } from './check.js';
import type { Act, Answer, Call, Feed, OrderHistory, StreamLine, View } from './history.js';

const UUID = 'one' as OrderUuid;

/** The log of an order; `owner` and `expired` are cancels for that reason. */
const logOf = (...types: readonly (OrderEventType | 'owner' | 'expired')[]): Feed =>
  types.map((word, n) => {
    const isEnd = word === 'owner' || word === 'expired';
    const facts = isEnd ? { reason: word } : { txid: 'tx' };
    return { position: n + 1, uuid: UUID, seq: n + 1, type: isEnd ? 'cancelled' : word, facts };
  });

const SENT = ['created', 'swap-stored', 'broadcasted', 'confirmed'] as const;

/** Calls last one unit of time, from `at`; `late` ones never got an answer. */
const call = (at: number, act: Act, answer?: Answer, lasting = 1): Call => ({
  who: 'a client',
  act,
  from: at,
  to: answer === undefined ? Infinity : at + lasting,
  ...(answer !== undefined && { answer }),
});
const MISSING = { missing: true } as const;
const refused = (code: string) => ({ refused: code });
const view = (status: OrderStatus, fields: Partial<View> = {}): Answer => {
  const isSent = ['broadcasted', 'confirmed', 'failed'].includes(status);
  return { view: { status, amountIn: '1', ...(isSent && { txid: 'tx' }), ...fields } };
};
const place = (at: number, answer?: Answer, { amountIn = '1', lasting = 1 } = {}) =>
  call(at, { kind: 'place', amountIn }, answer, lasting);
const cancel = (at: number, answer?: Answer, lasting?: number) =>
  call(at, { kind: 'cancel' }, answer, lasting);
const execute = (at: number, answer?: Answer, lasting?: number) =>
  call(at, { kind: 'execute' }, answer, lasting);
const read = (at: number, answer: Answer, lasting?: number) => call(at, { kind: 'read' }, answer, lasting);
const heard = (at: number, seq: number, answer: Answer) => call(at, { kind: 'heard', seq }, answer);

type Case = readonly [title: string, log: Feed, calls: readonly Call[], order?: Partial<OrderHistory>];
const DUE = { isDue: true };
const PLACED = place(0, view('open'));

const check = (log: Feed, calls: readonly Call[], order: Partial<OrderHistory> = {}) =>
  violationOfOrder({ uuid: UUID, owner: 'alice', calls, ...order }, log);

const REJECTED: readonly Case[] = [
  ['an acknowledged order is lost', [], [PLACED]],
  ['an acknowledged order is unknown later', logOf('created'), [PLACED, read(2, MISSING)]],
  ['an order is stored that was never placed', logOf('created'), [read(2, view('open'))]],
  [
    'other terms are acknowledged for the uuid',
    logOf('created'),
    [PLACED, place(2, view('open', { amountIn: '2' }), { amountIn: '2' })],
  ],
  [
    'two concurrent placings with different terms are both acknowledged',
    logOf('created'),
    [PLACED, place(0, view('open', { amountIn: '2' }), { amountIn: '2' })],
  ],
  ['the same order is refused as another', logOf('created'), [PLACED, place(2, refused('order-exists'))]],
  ['a read shows other terms', logOf('created'), [PLACED, read(2, view('open', { amountIn: '2' }))]],
  ['an acknowledged cancel is forgotten', logOf('created'), [PLACED, cancel(2, view('cancelled'))]],
  [
    'an order is sent after its cancel was acknowledged',
    logOf(...SENT),
    [PLACED, cancel(2, view('cancelled')), read(9, view('confirmed'))],
    DUE,
  ],
  [
    'a log continues after a cancel',
    logOf('created', 'owner', 'swap-stored'),
    [PLACED, cancel(2, view('cancelled'))],
    DUE,
  ],
  ['an order is cancelled that its owner keeps', logOf('created', 'owner'), [PLACED]],
  [
    'an order is cancelled before its owner asks',
    logOf('created', 'owner'),
    [PLACED, read(2, view('cancelled')), cancel(4, view('cancelled'))],
  ],
  ['an order expires that has no validTo', logOf('created', 'expired'), [PLACED]],
  [
    'a cancel is refused as sent, and nothing was sent',
    logOf('created'),
    [PLACED, cancel(2, refused('order-already-broadcast'))],
  ],
  [
    'a cancel is acknowledged while its swap continues',
    logOf(...SENT),
    [PLACED, cancel(2, view('open'))],
    DUE,
  ],
  ['an order is sent without trigger or request', logOf(...SENT), [PLACED]],
  [
    'an order is sent before its owner asks',
    logOf(...SENT),
    [PLACED, read(2, view('broadcasted')), execute(4, view('confirmed'))],
  ],
  [
    'an execute is acknowledged and nothing was sent',
    logOf('created'),
    [PLACED, execute(2, view('broadcasted'))],
  ],
  [
    'an execute names another transaction',
    logOf(...SENT),
    [PLACED, execute(2, view('broadcasted', { txid: 'other' }))],
  ],
  [
    'a read goes back',
    logOf(...SENT),
    [PLACED, read(2, view('confirmed')), read(4, view('broadcasted'))],
    DUE,
  ],
  [
    'a read is behind an event of a stream',
    logOf(...SENT),
    [PLACED, heard(2, 3, view('broadcasted')), read(4, view('open'))],
    DUE,
  ],
  [
    'an event of a stream shows an order from before it',
    logOf(...SENT),
    [PLACED, heard(2, 3, view('open'))],
    DUE,
  ],
  [
    'a log shrinks',
    logOf(...SENT),
    [PLACED, read(2, { events: ['created', 'swap-stored'] }), read(4, { events: ['created'] })],
    DUE,
  ],
  ['a log is rewritten', logOf(...SENT), [PLACED, read(2, { events: ['created', 'waiting'] })], DUE],
  ['a log lacks an event', logOf('created', 'broadcasted'), [PLACED], DUE],
  ['a log has a number twice', logOf('created', 'waiting').map((event) => ({ ...event, seq: 1 })), [PLACED]],
  [
    'an order that ended is paid after all',
    logOf('created', 'owner', 'corrected'),
    [PLACED, cancel(2, view('cancelled'))],
  ],
];

const ACCEPTED: readonly Case[] = [
  ['nothing happens', [], []],
  ['a placing without an answer never happens', [], [place(0), read(2, MISSING)]],
  [
    'a placing without an answer happens late',
    logOf('created'),
    [place(0), read(2, MISSING), read(4, view('open'))],
  ],
  ['a placing is retried', logOf('created'), [place(0), place(2, view('open')), place(4, view('open'))]],
  [
    'of two concurrent placings with different terms one is refused',
    logOf('created'),
    [place(0, refused('order-exists')), place(0, view('open', { amountIn: '2' }), { amountIn: '2' })],
  ],
  [
    'a read beside a placing sees nothing',
    logOf('created'),
    [place(0, view('open'), { lasting: 9 }), read(2, MISSING)],
  ],
  [
    'a cancel without an answer happens',
    logOf('created', 'owner'),
    [PLACED, cancel(2), read(4, view('open')), read(6, view('cancelled'))],
  ],
  [
    'a cancel without an answer never happens',
    logOf(...SENT),
    [PLACED, cancel(2), execute(4, view('broadcasted'), 9)],
  ],
  [
    'a cancel beside an execute loses',
    logOf(...SENT),
    [PLACED, execute(2, view('confirmed'), 9), cancel(3, refused('order-already-broadcast'), 5)],
  ],
  [
    'a cancel beside an execute wins',
    logOf('created', 'owner'),
    [PLACED, execute(2, refused('order-not-open'), 9), cancel(3, view('cancelled'), 5)],
  ],
  [
    'a cancelled order is cancelled again',
    logOf('created', 'owner'),
    [PLACED, cancel(2, view('cancelled')), cancel(4, view('cancelled'))],
  ],
  [
    'a cancel of a sent order ends it later',
    logOf('created', 'swap-stored', 'cancel-requested', 'swap-refused', 'owner'),
    [PLACED, cancel(2, view('open', { isEnding: true })), read(4, view('cancelled'))],
    DUE,
  ],
  ['an execute without an answer sends', logOf(...SENT), [PLACED, execute(2), read(4, view('confirmed'))]],
  ['an order expires', logOf('created', 'expired'), [PLACED, read(2, view('cancelled'))], { expires: true }],
  [
    'a block is orphaned',
    logOf(...SENT, 'orphaned', 'confirmed'),
    [PLACED, read(2, view('confirmed')), read(4, view('broadcasted'))],
    DUE,
  ],
  [
    'a log grows',
    logOf(...SENT),
    [PLACED, read(2, { events: ['created'] }), read(4, { events: [...SENT] })],
    DUE,
  ],
  ['an event of a stream shows a later state', logOf(...SENT), [PLACED, heard(2, 2, view('confirmed'))], DUE],
];

describe('The history of an order', () => {
  it.each(REJECTED)('is rejected if %s', (...[, log, calls, order]: Case) => {
    expect(check(log, calls, order)).toHaveLength(1);
  });

  it.each(ACCEPTED)('is accepted if %s', (...[, log, calls, order]: Case) => {
    expect(check(log, calls, order)).toEqual([]);
  });

  it('is reported without the calls that the failure does not need', () => {
    const reads = Array.from({ length: 20 }, (_, n) => read(2 + n / 100, view('open')));
    const [told] = check(logOf('created', 'owner'), [
      PLACED,
      ...reads,
      cancel(4, view('cancelled')),
      read(6, view('open')),
    ]);
    expect(told).toContain('no order of these calls explains one, whose log is created, cancelled');
    expect(told!.split('\n').slice(1)).toEqual([
      '  0 to … ms, a client: {"kind":"place","amountIn":"1"} → unknown',
      '  4 to 5 ms, a client: {"kind":"cancel"} → {"view":{"status":"cancelled","amountIn":"1"}}',
      '  6 to 7 ms, a client: {"kind":"read"} → {"view":{"status":"open","amountIn":"1"}}',
    ]);
  });
});

describe('A stream', () => {
  const FEED = logOf('created', 'waiting', 'waiting', 'owner');
  const opened = (after?: number): StreamLine => ({ kind: 'opened', ...(after !== undefined && { after }) });
  const synced = (position: number): StreamLine => ({ kind: 'synced', position });
  const order = (position: number, seq = position, uuid: string = UUID): StreamLine => ({
    kind: 'order',
    position,
    uuid,
    seq,
  });
  const RESYNC: StreamLine = { kind: 'resync' };

  it.each<readonly [string, readonly StreamLine[]]>([
    ['lacks an event', [opened(), synced(0), order(1), order(3), order(4)]],
    ['lacks the last event', [opened(), synced(0), order(1), order(2), order(3)]],
    ['repeats an event', [opened(), synced(0), order(1), order(1), order(2), order(3), order(4)]],
    ['swaps events', [opened(), synced(0), order(2), order(1), order(3), order(4)]],
    ['resumes one event too early', [opened(), synced(1), order(2), opened(2), order(2), order(3), order(4)]],
    ['resumes one event too late', [opened(), synced(1), order(2), opened(2), synced(3), order(4)]],
    [
      'gives an event of another owner',
      [opened(), synced(0), order(1), order(2, 1, 'other'), order(3), order(4)],
    ],
    ['numbers an event otherwise', [opened(), synced(3), order(4, 5)]],
    ['is synced with less than it gave', [opened(), synced(3), order(4), opened(4), synced(2)]],
    ['gives events before its snapshot', [opened(), order(1), order(2), order(3), order(4)]],
    ['never begins', []],
  ])('is rejected if it %s', (_title, lines) => {
    expect(violationOfStream(lines, FEED)).toHaveLength(1);
  });

  it.each<readonly [string, readonly StreamLine[]]>([
    ['gives everything', [opened(), synced(0), order(1), order(2), order(3), order(4)]],
    ['begins late', [opened(), synced(4)]],
    [
      'resumes',
      [
        opened(),
        synced(0),
        order(1),
        opened(1),
        order(2),
        synced(2),
        opened(2),
        opened(2),
        order(3),
        order(4),
      ],
    ],
    ['begins again with a snapshot', [opened(), synced(0), order(1), RESYNC, opened(), synced(3), order(4)]],
    ['passes positions of other owners', [opened(), synced(2), order(3), order(4), opened(4), synced(9)]],
  ])('is accepted if it %s', (_title, lines) => {
    expect(violationOfStream(lines, FEED)).toEqual([]);
  });
});

describe('A webhook', () => {
  const FEED = logOf('created', 'waiting', 'owner');
  const got = (...seqs: readonly number[]) =>
    violationsOfWebhook(
      seqs.map((seq) => ({ uuid: UUID, seq })),
      FEED,
    );

  it('may repeat messages, and neither leaves one out nor sends one before its time', () => {
    expect(got(1, 1, 2, 3, 2)).toEqual([]);
    expect(got(1, 3, 2)).toEqual(['a webhook gets event 3 of one after 1']);
    expect(got(1, 2)).toEqual(['a webhook never gets event 3 of one']);
  });
});

describe('A run', () => {
  const run = { orders: [], feed: [], followers: [], deliveries: [] };
  const confirmed = { uuid: UUID, status: 'confirmed', txid: 'a' };
  const paid = (txid: string, uuid: string = UUID) => ({ txid, uuid, succeeded: true });

  it.each([
    ['an order is paid twice', [confirmed], [paid('a'), paid('b')], 'one was paid by two transactions'],
    [
      'a cancelled order is paid',
      [{ uuid: UUID, status: 'cancelled' }],
      [paid('a')],
      'one and the chain disagree',
    ],
    ['a confirmed order is not paid', [confirmed], [paid('a', 'other')], 'one and the chain disagree'],
    ['a confirmed order names another transaction', [confirmed], [paid('b')], 'one and the chain disagree'],
  ])('is rejected if %s', (_title, stored, mined, violation) => {
    expect(violationsOf({ ...run, stored, mined })).toContain(violation);
  });

  it('is accepted if each order and the chain agree', () => {
    expect(violationsOf({ ...run, stored: [confirmed], mined: [paid('a')] })).toEqual([]);
  });
});

import { describe, expect, it } from '@jest/globals';
import type { Txid } from '../../../src/domain/order/ids.js';
import type { OrderEvidence, Payment } from '../../../src/domain/order/proof/evidence.js';
import { parseKept, type KeptOrder } from '../../../src/domain/order/proof/kept-orders.js';
import { verifyOrders } from '../../../src/domain/order/proof/verify-orders.js';
import type { ContractId } from '../../../src/domain/shared/contract-id.js';
import type { JsonObject } from '../../../src/domain/shared/json.js';
import { unwrap } from '../../../src/domain/shared/result.js';
import { toUnits } from '../../../src/domain/shared/units.js';
import {
  A_ROUTER,
  A_SUBNET_TOKEN,
  A_TOKEN,
  AN_OWNER,
  ANOTHER_OWNER,
  handleFor,
  uuidOf,
} from '../../support/builders.js';
import { sha256 } from '../../support/sha256.js';

const rules = { network: 'devnet', sha256, wstx: `${AN_OWNER}.wstx` as ContractId } as const;
const AT = '2026-11-20T10:00:00.000Z';
const WINDOW = { validFrom: '2026-11-20T11:00:00.000Z', validTo: '2026-11-20T12:00:00.000Z' };
const INSIDE = '2026-11-20T11:30:00.000Z';
const PRICED = { conditionToken: A_TOKEN, targetPrice: '5', direction: 'lt' };
const OCO = { strategyId: 'oco', metadata: { oco: true } };
const EXIT = { strategyId: 'bracket', strategyType: 'bracket', after: uuidOf(1) };

const body = (fields: object = {}, n = 1) => ({
  owner: AN_OWNER,
  inputToken: A_SUBNET_TOKEN,
  outputToken: A_TOKEN,
  amountIn: '1000000',
  recipient: AN_OWNER,
  router: A_ROUTER,
  signature: 'a1'.repeat(65),
  uuid: uuidOf(n),
  termsSignature: 'b1'.repeat(65),
  minAmountOut: '5',
  ...fields,
});

function kept(...bodies: readonly object[]): KeptOrder {
  const [order] = unwrap(
    parseKept(
      bodies.map((signed) => ({ at: AT, signed })),
      rules,
    ),
  );
  return order!.map((each) => ({ ...each, signer: AN_OWNER })) as unknown as KeptOrder;
}

/** What the server shows of an order. */
function shown(order: object, more: object): JsonObject {
  const { uuid, signature: _, termsSignature: _1, ...fields } = order as ReturnType<typeof body>;
  return {
    ...fields,
    uuid: handleFor(uuid),
    kind: 'limit',
    ...more,
  };
}

const payment = (changes: Partial<Payment> = {}, time = INSIDE): Payment => ({
  txid: 'c1'.repeat(32) as Txid,
  recipient: AN_OWNER,
  outputToken: A_TOKEN,
  amountOut: toUnits(7n),
  blockHeight: 20,
  blockTime: Date.parse(time) / 1_000,
  ...changes,
});

/** An order that an honest server has sent, as far as the changes leave it so. */
function evidence(fields: object = {}, changes: Partial<OrderEvidence> = {}, n = 1): OrderEvidence {
  const order = body(fields, n);
  const { payments = [payment()] } = changes;
  const [first] = payments;
  const status = first === undefined ? { status: 'open' } : { status: 'confirmed', txid: first.txid };
  return {
    kept: kept(order),
    isExecuted: false,
    payments,
    shown: shown(order, { ...status, ...(first && { executedAmountOut: first.amountOut.toString() }) }),
    events: [],
    ...changes,
  };
}

const violations = (...all: readonly OrderEvidence[]) =>
  verifyOrders(all, rules).flatMap(({ verdict, rule, by }) =>
    verdict === 'violated' ? [`${rule} ${by}`] : [],
  );
const verdictOf = (rule: string, ...all: readonly OrderEvidence[]) =>
  verifyOrders(all, rules).find((finding) => finding.rule === rule)?.verdict;

const counts = { runs: 3, unpriced: 0, met: 0, held: 0 };
const FIRED = { ...counts, met: 1, fired: { at: new Date(AT), ratio: '5', confidence: 'recorded' } } as const;
const exit = (changes: Partial<OrderEvidence> = {}, n = 2) =>
  evidence(EXIT, { payments: [payment({ blockHeight: 21 })], ...changes }, n);
const amended = (old: object, changes: object, more: Partial<OrderEvidence> = {}): OrderEvidence => {
  const { signature: _, ...latest } = body({ ...old, ...changes, revision: 1 });
  const order = evidence(old, more);
  const now = { ...order.shown, ...changes, revision: 1 } as JsonObject;
  return { shown: now, ...order, kept: kept(latest, body(old)), ...(more.shown ? {} : { shown: now }) };
};

describe('verifyOrders', () => {
  it.each<[string, readonly OrderEvidence[]]>([
    ['a plain order', [evidence()]],
    ['an order that waits', [evidence({}, { payments: [] })]],
    ['a slice in its slot', [evidence({ ...WINDOW, strategyId: 'twap', strategyType: 'twap' })]],
    ['an order whose price was reached', [evidence(PRICED, { replay: FIRED })]],
    [
      'an order whose quote the server shows in its metadata',
      [evidence({}, { shown: shown(body({ metadata: { quote: {} } }), { status: 'open' }), payments: [] })],
    ],
    ['an amended order', [amended({}, { minAmountOut: '7' })]],
    ['one of two orders that cancel each other', [evidence(OCO), evidence(OCO, { payments: [] }, 2)]],
    ['an entry and one of its exits', [evidence(), exit(), exit({ payments: [] }, 3)]],
    [
      'an order that its owner executed before its window',
      [evidence({ ...WINDOW, ...PRICED }, { isExecuted: true, payments: [payment({}, AT)], replay: counts })],
    ],
  ])('finds no violation in %s', (_what, all) => {
    expect(violations(...all)).toEqual([]);
  });

  it.each<[string, readonly OrderEvidence[], readonly string[]]>([
    ['early, before its window', [evidence(WINDOW, { payments: [payment({}, AT)] })], ['window chain']],
    ['early, before its price', [evidence(PRICED, { replay: counts })], ['trigger prices']],
    [
      'early, before its price was confirmed',
      [evidence({ ...PRICED, confirm: { runs: 2 } }, { replay: { ...counts, met: 1, held: 1 } })],
      ['trigger prices'],
    ],
    [
      'late, after its window',
      [evidence(WINDOW, { payments: [payment({}, WINDOW.validTo)] })],
      ['window chain'],
    ],
    [
      'in the slot of another slice',
      [evidence({ ...WINDOW, strategyId: 't', strategyType: 'twap' }, { payments: [payment({}, AT)] })],
      ['window chain'],
    ],
    [
      'twice',
      [evidence({}, { payments: [payment(), payment({ txid: 'd1'.repeat(32) as Txid })] })],
      ['once chain'],
    ],
    ['for less', [evidence({}, { payments: [payment({ amountOut: toUnits(4n) })] })], ['least chain']],
    [
      'to another recipient',
      [evidence({}, { payments: [payment({ recipient: ANOTHER_OWNER })] })],
      ['least chain'],
    ],
    [
      'for another token',
      [evidence({}, { payments: [payment({ outputToken: A_SUBNET_TOKEN })] })],
      ['least chain'],
    ],
    [
      'on the terms of another order of its plan',
      [evidence({}, { shown: shown(body({ minAmountOut: '1' }), { status: 'open' }), payments: [] })],
      ['terms-shown log'],
    ],
    [
      'with other metadata',
      [evidence(OCO, { shown: shown(body({ strategyId: 'oco' }), { status: 'open' }), payments: [] })],
      ['terms-shown log'],
    ],
    [
      'on older terms, after an amendment',
      [amended({}, { minAmountOut: '9' })],
      ['latest-terms chain', 'least chain'],
    ],
    [
      'with an amendment that the server has forgotten',
      [amended({}, { minAmountOut: '6' }, { shown: shown(body(), { status: 'open' }), payments: [] })],
      ['terms-shown log', 'latest-terms log'],
    ],
    [
      'with both orders of a group',
      [evidence(OCO), evidence(OCO, {}, 2)],
      ['one-of-group chain', 'one-of-group chain'],
    ],
    [
      'with two exits of one entry',
      [evidence(), exit(), exit({}, 3)],
      ['one-of-group chain', 'one-of-group chain'],
    ],
    ['with an exit whose entry is not paid', [evidence({}, { payments: [] }), exit()], ['after-entry chain']],
    [
      'with an exit in the block of its entry',
      [evidence(), exit({ payments: [payment()] })],
      ['after-entry chain'],
    ],
    [
      'with a transaction that does not exist',
      [evidence({}, { payments: [], shown: shown(body(), { status: 'confirmed', txid: 'ff' }) })],
      ['record chain'],
    ],
    [
      'with a lower amount than was paid',
      [
        evidence(
          {},
          { shown: shown(body(), { status: 'confirmed', txid: payment().txid, executedAmountOut: '6' }) },
        ),
      ],
      ['record chain'],
    ],
    [
      'as cancelled, although it is paid',
      [evidence({}, { shown: shown(body(), { status: 'cancelled' }) })],
      ['record chain'],
    ],
    [
      'under a signature of another wallet',
      [evidence({}, { kept: [{ ...kept(body())[0], signer: ANOTHER_OWNER }] })],
      ['signature signature'],
    ],
  ])('finds an order sent or shown %s', (_what, all, expected) => {
    expect(violations(...all)).toEqual(expected);
  });

  it.each<[string, string, readonly OrderEvidence[]]>([
    ['an order that is not sent', 'sent', [evidence({}, { payments: [] })]],
    [
      'an order that is not sent although its price was reached',
      'sent',
      [evidence(PRICED, { payments: [], replay: FIRED })],
    ],
    ['a price of which nothing is recorded', 'trigger', [evidence(PRICED)]],
    [
      'a price that blocks confirm',
      'trigger',
      [evidence(PRICED, { replay: { ...counts, met: 1, held: 1 } })],
    ],
    ['a bound that is a slippage', 'least', [evidence({ minAmountOut: undefined, slippage: '0.01' })]],
    ['terms that are not signed', 'signature', [evidence({ termsSignature: undefined })]],
    [
      'a payment that the server has not seen',
      'record',
      [evidence({}, { shown: shown(body(), { status: 'open' }) })],
    ],
    ['an exit without its entry', 'after-entry', [exit()]],
    ['an order that the server does not know', 'terms-shown', [evidence({}, { shown: undefined })]],
    [
      'a swap mined late that the log says was sent in time',
      'window',
      [
        evidence(WINDOW, {
          payments: [payment({}, WINDOW.validTo)],
          events: [{ type: 'swap-stored', at: new Date(INSIDE) }],
        }),
      ],
    ],
  ])('says of %s that it is not proved', (_what, rule, all) => {
    expect(verdictOf(rule, ...all)).toBe('unproved');
  });
});

describe('parseKept', () => {
  const entry = (signed: object) => ({ at: AT, signed });
  const { signature: _, ...amendment } = body({ revision: 1, minAmountOut: '6' });

  it('puts the amendments of an order after it, by revision', () => {
    const [order, ...more] = unwrap(parseKept([entry(amendment), entry(body())], rules));
    expect(more).toEqual([]);
    expect(order!.map(({ terms }) => terms.minAmountOut)).toEqual([5n, 6n]);
  });

  it.each([
    ['no array', {}, 'must be an array'],
    ['an empty one', [], 'must be an array'],
    ['an entry without a time', [{ signed: body() }], '[0].at'],
    ['an entry without an order', [{ at: AT }], '[0].signed'],
    ['an amendment without its order', [entry(amendment)], '[0] amends an order'],
    ['a malformed order', [entry(body({ amountIn: 'many' }))], '[0].signed.amountIn'],
    ['an order without a router', [entry(body({ router: undefined }))], '[0].signed.router'],
  ])('refuses %s', (_what, raw, reason) => {
    const parsed = parseKept(raw, rules);
    expect(parsed).toMatchObject({ ok: false, error: { reason: expect.stringContaining(reason) } });
  });
});

import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { checkAddress, checkOrder } from '../../../src/domain/api-key/limits.js';
import { checkAmount, type KeySpending } from '../../../src/domain/api-key/spending.js';
import type { ContractId } from '../../../src/domain/shared/contract-id.js';
import { toUnits } from '../../../src/domain/shared/units.js';
import { aSpending } from '../../support/api-keys.js';
import { anOpenOrder, T0, uuidOf } from '../../support/builders.js';

const [A, B, C] = ['SP1.a', 'SP1.b', 'SP1.c'] as ContractId[];
const order = (inputToken: ContractId, outputToken: ContractId, strategyId?: string) =>
  anOpenOrder({ inputToken, outputToken, strategy: strategyId === undefined ? {} : { strategyId } }).terms;

describe('a key without limits', () => {
  it('acts on any order, from any address, of any amount', () => {
    expect(checkAddress({}, undefined).ok).toBe(true);
    expect(checkOrder({}, order(A!, B!)).ok).toBe(true);
    expect(checkAmount({}, order(A!, B!), { spent: [], now: T0 }).ok).toBe(true);
  });
});

describe('checkOrder', () => {
  const limits = { pairs: [[A!, B!]] as const, plans: ['dca'] };

  it.each([
    [A, B, 'dca', undefined],
    [B, A, 'dca', undefined],
    [A, C, 'dca', 'pair'],
    [C, B, 'dca', 'pair'],
    [A, B, 'other', 'plan'],
    [A, B, undefined, 'plan'],
  ])('for %s to %s of the plan %s gives %s', (input, output, plan, expected) => {
    const checked = checkOrder({ limits, expiresAt: T0 }, order(input!, output!, plan));
    const refusal = expected === undefined ? undefined : { limit: expected, until: T0 };
    if (refusal === undefined) expect(checked.ok).toBe(true);
    else expect(checked).toMatchObject({ ok: false, error: { kind: 'outside-key-limits', ...refusal } });
  });
});

describe('checkAddress', () => {
  const limits = { addresses: ['203.0.113.0/24', '2001:db8::1'] };

  it('admits addresses of any block, and refuses others and unknown ones', () => {
    expect(checkAddress({ limits }, '203.0.113.9').ok).toBe(true);
    expect(checkAddress({ limits }, '2001:db8::1').ok).toBe(true);
    expect(checkAddress({ limits }, '203.0.114.9')).toEqual({
      ok: false,
      error: { kind: 'outside-key-limits', limit: 'address', value: '203.0.114.9' },
    });
    expect(checkAddress({ limits }, undefined)).toMatchObject({ error: { value: 'unknown' } });
  });
});

describe('checkAmount', () => {
  const limits = { dailyAmounts: [{ token: A!, amount: toUnits(10n) }] };
  const paying = (n: number, amount: bigint, token = A!) =>
    anOpenOrder({ uuid: uuidOf(n), inputToken: token, amountIn: toUnits(amount) }).terms;

  it('refuses a token without an amount, and an order above the whole amount, for good', () => {
    const refused = { ok: false, error: { kind: 'outside-key-limits', limit: 'amount' } };
    expect(checkAmount({ limits }, paying(1, 1n, B), { spent: [], now: T0 })).toMatchObject(refused);
    expect(checkAmount({ limits }, paying(1, 11n), { spent: [], now: T0 })).toMatchObject(refused);
  });

  it('says how much is spent, and until when, if the order no longer fits', () => {
    const spent = [aSpending(1, { order: uuidOf(2), token: A!, amount: toUnits(8n) })];
    const tomorrow = new Date(aSpending(1).day.getTime() + 86_400_000);
    expect(checkAmount({ limits }, paying(1, 3n), { spent, now: T0 })).toEqual({
      ok: false,
      error: {
        kind: 'key-amount-exceeded',
        token: A,
        limit: 10n,
        spent: 8n,
        amount: 3n,
        until: tomorrow,
        msLeft: tomorrow.getTime() - T0.getTime(),
      },
    });
  });

  it('admits any sequence of orders up to the amount and not beyond, each order once', () => {
    const sequence = fc.array(
      fc.record({ n: fc.integer({ min: 1, max: 5 }), amount: fc.constantFrom(1n, 3n, 9n) }),
    );
    fc.assert(
      fc.property(sequence, (orders) => {
        let spent: readonly KeySpending[] = [];
        for (const { n, amount } of orders) {
          const terms = paying(n, amount);
          const others = spent.filter(({ order: uuid }) => uuid !== terms.uuid);
          const sum = others.reduce((total, each) => total + each.amount, 0n);
          const checked = checkAmount({ limits }, terms, { spent, now: T0 });
          expect(checked.ok).toBe(sum + amount <= 10n);
          if (checked.ok)
            spent = [...others, aSpending(1, { order: terms.uuid, token: A!, amount: terms.amountIn })];
        }
      }),
    );
  });
});

import { describe, expect, it } from '@jest/globals';
import { openFunds, type ReadSpendable } from '../../../src/application/execution/tick/funds.js';
import { OwnerFunds } from '../../../src/application/execution/tick/owner-funds.js';
import type { OrderTerms } from '../../../src/domain/order/order.js';
import { err, ok } from '../../../src/domain/shared/result.js';
import { toUnits } from '../../../src/domain/shared/units.js';
import { A_SUBNET_TOKEN, A_TOKEN, AN_OWNER, ANOTHER_OWNER, someTerms, T0 } from '../../support/builders.js';

const terms = (amount: bigint, overrides = {}) => someTerms({ amountIn: toUnits(amount), ...overrides });

const NEW = { isNew: true };
const moment = () => ({ now: T0, jitter: 0.5 });

const opened = (read: ReadSpendable, owners = new OwnerFunds()) => {
  const funds = openFunds(read, { owners, moment });
  return { ...funds, reserve: (of: OrderTerms, order = NEW) => funds.reserve(of, order) };
};

const fundsOf = (balance: bigint) =>
  opened(async ({ owner, inputToken }) =>
    ok(owner === AN_OWNER && inputToken === A_SUBNET_TOKEN ? balance : undefined),
  );

const spent = (balance: bigint, needed: bigint) =>
  err({ kind: 'insufficient-balance', shortfall: { balance, needed } });

const short = (balance: bigint, needed: bigint) =>
  err({
    kind: 'insufficient-balance',
    shortfall: { balance, needed, until: new Date(T0.getTime() + 10_000) },
  });

describe('openFunds', () => {
  it('reserves only what earlier orders have not spent', async () => {
    const funds = fundsOf(10n);
    expect(await funds.reserve(terms(11n))).toEqual(short(10n, 11n));
    expect(await funds.reserve(terms(10n))).toEqual(ok());
    funds.commit(terms(10n));
    expect(await funds.reserve(terms(1n))).toEqual(spent(0n, 1n));
  });

  it('makes a reservation wait while its result depends on pending ones', async () => {
    const funds = fundsOf(10n);
    await funds.reserve(terms(8n));
    const results = [funds.reserve(terms(5n)), funds.reserve(terms(5n)), funds.reserve(terms(5n))];
    funds.release(terms(8n));
    expect(await results[0]).toEqual(ok());
    expect(await results[1]).toEqual(ok());
    funds.commit(terms(5n));
    funds.commit(terms(5n));
    expect(await results[2]).toEqual(spent(0n, 5n));
  });

  it('keeps a separate balance for each owner and each token', async () => {
    const funds = fundsOf(0n);
    expect(await funds.reserve(terms(1n))).toEqual(short(0n, 1n));
    expect(await funds.reserve(terms(1n, { owner: ANOTHER_OWNER }))).toEqual(ok());
    expect(await funds.reserve(terms(1n, { inputToken: A_TOKEN }))).toEqual(ok());
  });

  it('reads a balance once for concurrent reservations', async () => {
    let reads = 0;
    const funds = opened(async () => {
      reads += 1;
      return ok(10n);
    });
    const results = await Promise.all([3n, 3n, 3n].map((amount) => funds.reserve(terms(amount))));
    expect({ reads, results }).toEqual({ reads: 1, results: [ok(), ok(), ok()] });
  });

  it('returns chain-unreachable when the balance cannot be read', async () => {
    const unreachable = err({ kind: 'chain-unreachable' as const, reason: 'cut' });
    expect(await opened(async () => unreachable).reserve(terms(1n))).toEqual(unreachable);
  });

  it('reads nothing for failed orders of an owner found empty, and once for all new ones', async () => {
    let reads = 0;
    const owners = new OwnerFunds();
    const read: ReadSpendable = async () => {
      reads += 1;
      return ok(1n);
    };
    for (const isNew of [true, false, true, false])
      for (const funds of [opened(read, owners)])
        for (const amount of [2n, 3n]) expect((await funds.reserve(terms(amount), { isNew })).ok).toBe(false);
    expect(reads).toBe(2);
  });

  it('says when to try again if the share of such readings is used up', async () => {
    const usedUp = err({
      kind: 'chain-unreachable' as const,
      reason: 'allowance',
      isShareUsedUp: true as const,
    });
    const funds = opened(async () => usedUp);
    const later = err({ ...usedUp.error, retryAfterMs: 1_000 });
    expect([await funds.reserve(terms(1n)), await funds.reserve(terms(2n))]).toEqual([later, later]);
  });
});

import { describe, expect, it } from '@jest/globals';
import { openFunds } from '../../../src/application/execution/tick/funds.js';
import { err, ok } from '../../../src/domain/shared/result.js';
import { toUnits } from '../../../src/domain/shared/units.js';
import { A_SUBNET_TOKEN, A_TOKEN, AN_OWNER, ANOTHER_OWNER, someTerms } from '../../support/builders.js';

const terms = (amount: bigint, overrides = {}) => someTerms({ amountIn: toUnits(amount), ...overrides });

const fundsOf = (balance: bigint) =>
  openFunds(async ({ owner, inputToken }) =>
    ok(owner === AN_OWNER && inputToken === A_SUBNET_TOKEN ? balance : undefined),
  );

const short = (balance: bigint, needed: bigint) =>
  err({ kind: 'insufficient-balance', shortfall: { balance, needed } });

describe('openFunds', () => {
  it('reserves only what earlier orders have not spent', async () => {
    const funds = fundsOf(10n);
    expect(await funds.reserve(terms(11n))).toEqual(short(10n, 11n));
    expect(await funds.reserve(terms(10n))).toEqual(ok());
    funds.commit(terms(10n));
    expect(await funds.reserve(terms(1n))).toEqual(short(0n, 1n));
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
    expect(await results[2]).toEqual(short(0n, 5n));
  });

  it('keeps a separate balance for each owner and each token', async () => {
    const funds = fundsOf(0n);
    expect(await funds.reserve(terms(1n))).toEqual(short(0n, 1n));
    expect(await funds.reserve(terms(1n, { owner: ANOTHER_OWNER }))).toEqual(ok());
    expect(await funds.reserve(terms(1n, { inputToken: A_TOKEN }))).toEqual(ok());
  });

  it('reads a balance once for concurrent reservations', async () => {
    let reads = 0;
    const funds = openFunds(async () => {
      reads += 1;
      return ok(10n);
    });
    const results = await Promise.all([3n, 3n, 3n].map((amount) => funds.reserve(terms(amount))));
    expect({ reads, results }).toEqual({ reads: 1, results: [ok(), ok(), ok()] });
  });

  it('returns chain-unreachable when the balance cannot be read', async () => {
    const unreachable = err({ kind: 'chain-unreachable' as const, reason: 'cut' });
    expect(await openFunds(async () => unreachable).reserve(terms(1n))).toEqual(unreachable);
  });
});

import { describe, expect, it } from '@jest/globals';
import { InMemoryTokenBalances } from '../../../src/adapters/memory/index.js';
import { openFunds } from '../../../src/application/execution/executor/funds.js';
import { err, ok } from '../../../src/domain/shared/result.js';
import { toUnits } from '../../../src/domain/shared/units.js';
import { A_SUBNET_TOKEN, A_TOKEN, AN_OWNER, ANOTHER_OWNER, someTerms } from '../../support/builders.js';

const terms = (amount: bigint, overrides = {}) => someTerms({ amountIn: toUnits(amount), ...overrides });

function fundsOf(balance: bigint) {
  const balances = new InMemoryTokenBalances();
  balances.set(A_SUBNET_TOKEN, AN_OWNER, toUnits(balance));
  return openFunds(balances);
}

describe('funds', () => {
  it('cover what was not paid before', async () => {
    const funds = fundsOf(10n);
    expect(await funds.setAside(terms(11n))).toEqual(ok(false));
    expect(await funds.setAside(terms(10n))).toEqual(ok(true));
    funds.settle(terms(10n), 'paid');
    expect(await funds.setAside(terms(1n))).toEqual(ok(false));
  });

  it('make those wait whose answer depends on others', async () => {
    const funds = fundsOf(10n);
    await funds.setAside(terms(8n));
    const answers = [funds.setAside(terms(5n)), funds.setAside(terms(5n)), funds.setAside(terms(5n))];
    funds.settle(terms(8n), 'free');
    expect(await answers[0]).toEqual(ok(true));
    expect(await answers[1]).toEqual(ok(true));
    funds.settle(terms(5n), 'paid');
    funds.settle(terms(5n), 'paid');
    expect(await answers[2]).toEqual(ok(false));
  });

  it('are of one owner and one token', async () => {
    const funds = fundsOf(0n);
    expect(await funds.setAside(terms(1n))).toEqual(ok(false));
    expect(await funds.setAside(terms(1n, { owner: ANOTHER_OWNER }))).toEqual(ok(true));
    expect(await funds.setAside(terms(1n, { inputToken: A_TOKEN }))).toEqual(ok(true));
  });

  it('are read once, by whoever asks first', async () => {
    let reads = 0;
    const funds = openFunds({
      balanceOf: async () => {
        reads += 1;
        return ok(toUnits(10n));
      },
    });
    const answers = await Promise.all([3n, 3n, 3n].map((amount) => funds.setAside(terms(amount))));
    expect({ reads, answers }).toEqual({ reads: 1, answers: [ok(true), ok(true), ok(true)] });
  });

  it('cannot be told while the chain is out of reach', async () => {
    const unreachable = err({ kind: 'chain-unreachable' as const, reason: 'cut' });
    expect(await openFunds({ balanceOf: async () => unreachable }).setAside(terms(1n))).toEqual(unreachable);
  });
});

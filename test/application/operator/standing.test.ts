import { describe, expect, it } from '@jest/globals';
import { createCore } from '../../../src/application/core.js';
import { ok } from '../../../src/domain/shared/result.js';
import { toUnits } from '../../../src/domain/shared/units.js';
import { aSwap, AN_OPERATOR, T0, txidOf } from '../../support/builders.js';
import { coreHarness, POOL } from '../../support/core-harness.js';
import { execute, placed } from '../../support/order-steps.js';

describe('what the operator wants to know', () => {
  it('has what each account holds, its next nonce that no swap holds, and its oldest transaction', async () => {
    const { ports } = coreHarness();
    const state = { balanceUstx: toUnits(5n), nonce: 4n };
    const core = createCore({ ...ports, accounts: { stateOf: async () => ok(state) } });
    await ports.swaps.insert(aSwap({ sender: AN_OPERATOR, nonce: 4n }));
    expect((await core.operator.standing()).accounts).toEqual([
      {
        address: AN_OPERATOR,
        inFlight: 1,
        oldest: { txid: txidOf(1), since: aSwap().storedAt },
        state,
        nextNonce: 5n,
      },
    ]);
  });

  it('names the vaults that this process leaves out of routing, with why and until when', async () => {
    const harness = await placed();
    harness.liquidity.misquoted.set(POOL, (dy) => dy * 2n);
    await execute(harness);
    expect((await harness.core.operator.standing()).quarantined).toMatchObject([
      { vault: POOL, failure: { kind: 'quote-disagrees' }, until: new Date(T0.getTime() + 600_000) },
    ]);
  });

  it('needs no operator key', async () => {
    const { core } = coreHarness({ signer: null });
    expect(await core.operator.standing()).toMatchObject({
      position: undefined,
      sending: undefined,
      accounts: [],
      quarantined: [],
      orders: { open: 0 },
    });
  });
});

import { describe, expect, it } from '@jest/globals';
import { createCore } from '../../../src/application/core.js';
import { ok, unwrap } from '../../../src/domain/shared/result.js';
import { toUnits } from '../../../src/domain/shared/units.js';
import { aSwap, AN_OPERATOR, anOpenOrder, T0, txidOf, uuidOf } from '../../support/builders.js';
import { aWindowCondition } from '../../support/conditions.js';
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
        swapsLeft: 0n,
      },
    ]);
  });

  it('names the vaults that this process leaves out of routing, with the reason and the end', async () => {
    const harness = await placed();
    harness.liquidity.misquoted.set(POOL, (dy) => dy * 2n);
    await execute(harness);
    expect((await harness.core.operator.standing()).quarantined).toMatchObject([
      { vault: POOL, failure: { kind: 'quote-disagrees' }, until: new Date(T0.getTime() + 600_000) },
    ]);
  });

  it('says for how many swaps each account holds enough, once a swap tells what they cost', async () => {
    const { ports } = coreHarness();
    const state = { balanceUstx: toUnits(1_000n), nonce: 4n };
    const accounts = { stateOf: async () => ok(state) };
    const core = createCore({ ...ports, accounts }, { limits: { minOperatorUstx: 400n } });
    expect((await core.operator.standing()).accounts[0]?.swapsLeft).toBeUndefined();
    await ports.swaps.insert(aSwap({ feeUstx: toUnits(300n), storedAt: T0 }));
    const later = createCore({ ...ports, accounts }, { limits: { minOperatorUstx: 400n } });
    const { accounts: read, sending } = await later.operator.standing();
    expect(read[0]?.swapsLeft).toBe(3n);
    expect(sending).toMatchObject({ meanFeeUstx: 300n, leastUstx: 400n });
  });

  it('counts the due orders that are not sent, by reason', async () => {
    const harness = await placed();
    const { core, ports } = harness;
    expect((await core.operator.standing()).due).toEqual({ orders: 0, reasons: [], isComplete: true });
    const due = anOpenOrder({ uuid: uuidOf(7), trigger: aWindowCondition() });
    unwrap(await ports.orders.insert(due));
    unwrap(await ports.orders.insert(anOpenOrder({ uuid: uuidOf(8), trigger: aWindowCondition() })));
    harness.clock.advance(5_000);
    const one = [{ reason: 'due', orders: 2 }];
    expect((await core.operator.standing()).due).toEqual({ orders: 2, reasons: one, isComplete: true });
    harness.clock.advance(5_000);
    const now = harness.clock.now();
    const pairs = await ports.executionQueue.triggerPairs();
    const reached = pairs.map((pair) => ({ ...pair, direction: 'gt' as const, level: 0n }));
    const claim = { now, reached, limit: 1, leaseMs: 1_000, claimant: 'a' };
    const [claimed] = await ports.executionQueue.claim(claim);
    const retry = { attempts: 1, at: new Date(now.getTime() + 60_000), reason: 'insufficient-balance' };
    await ports.executionQueue.release(claimed!, retry);
    expect((await core.operator.standing()).due.reasons).toEqual([
      { reason: 'due', orders: 1 },
      { reason: 'insufficient-balance', orders: 1 },
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

import { describe, expect, it } from '@jest/globals';
import { T0 } from '../../support/builders.js';
import { coreHarness, HOST, walletProof } from '../../support/core-harness.js';
import { A_WALLET, ANOTHER_WALLET } from '../../support/signing.js';

const { core, clock } = coreHarness();
const { callerOf } = core.idempotency;
const proof = walletProof({ action: 'cancel_order', uuid: 'x', timestamp: T0.getTime() });

describe('makeCallerOf', () => {
  it('returns the wallet that signed, whatever the age of the message', async () => {
    clock.advance(24 * 60 * 60 * 1000);
    expect(await callerOf(proof)).toBe(`wallet ${A_WALLET.address}`);
  });

  it.each([
    ['is signed by another', { walletAddress: ANOTHER_WALLET.address }],
    ['says something else than was signed', { message: `${proof.message} ` }],
    ['has no signature', { signature: '' }],
  ])('returns undefined when the message %s', async (_, change) => {
    expect(await callerOf({ ...proof, ...change })).toBeUndefined();
  });

  it('returns undefined for the embedding program', async () => {
    expect(await callerOf(HOST)).toBeUndefined();
  });
});

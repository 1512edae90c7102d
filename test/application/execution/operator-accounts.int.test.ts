import { setImmediate } from 'node:timers/promises';
import { afterEach, describe, expect, it } from '@jest/globals';
import { unwrap } from '../../../src/domain/shared/result.js';
import type { SwapSigner } from '../../../src/ports/index.js';
import { BlockChain } from '../../support/block-chain.js';
import { AN_OPERATOR, SECOND_OPERATOR, uuidOf } from '../../support/builders.js';
import { coreHarness, HOST, signedInput } from '../../support/core-harness.js';
import { harnesses, type OpenedStorage } from '../../support/harnesses.js';
import { A_WALLET, ANOTHER_WALLET } from '../../support/signing.js';

const ORDERS = 12;
/** One swap of 3,000 microSTX. */
const settings = { limits: { maxFeesPerHourUstx: 5_000n } };
/** Turns of the event loop that signing takes: long enough for another unit of work to read what is spent. */
const TURNS = 500;

const slow = (signer: SwapSigner): SwapSigner => ({
  ...signer,
  sign: async (...given) => {
    for (let turn = 0; turn < TURNS; turn++) await setImmediate();
    return signer.sign(...given);
  },
});

// Elsewhere units of work never overlap.
describe.each(harnesses.filter(({ name }) => name === 'postgres'))(
  'two processes with two accounts each, on $name',
  (harness) => {
    let storage: OpenedStorage;
    afterEach(() => storage.close());

    it('store no more than the limit on fees allows, whichever accounts pay', async () => {
      storage = await harness.open();
      const signers = new BlockChain([AN_OPERATOR, SECOND_OPERATOR]).signers.map(slow);
      const processes = [1, 2].map(() => coreHarness({ signers, storage: storage.ports, settings }));
      const numbers = Array.from({ length: ORDERS }, (_, n) => n);
      // The swaps of one owner are stored one at a time anyway.
      for (const n of numbers) {
        const wallet = n < ORDERS / 2 ? A_WALLET : ANOTHER_WALLET;
        unwrap(await processes[0]!.core.orders.place(signedInput({ uuid: uuidOf(n), wallet })));
      }
      const executed = await Promise.all(
        numbers.map((n) => processes[n % 2]!.core.orders.execute({ ref: uuidOf(n), authorization: HOST })),
      );
      const kinds = executed.map((result) => (result.ok ? 'sent' : result.error.kind));
      expect(kinds.filter((kind) => kind === 'sent')).toHaveLength(1);
      expect(kinds.filter((kind) => kind === 'fee-limit-reached')).toHaveLength(ORDERS - 1);
      const loads = [...(await storage.ports.swaps.loads()).values()];
      expect(loads.reduce((sum, { inFlight }) => sum + inFlight, 0)).toBe(1);
    });
  },
);

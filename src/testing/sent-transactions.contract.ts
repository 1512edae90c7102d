import { describe, expect, it } from './framework.js';
import type { StorageAccess } from '../ports/index.js';
import { aBroadcastedOrder, aSwap, at, txidOf, uuidOf } from './builders.js';
import { openEach, type StorageHarness } from './harness.js';

const block = { blockHeight: 12, blockTime: 4_200_000_000 };

export function sentTransactionsContract(harness: StorageHarness): void {
  describe(`SwapRepository of a period: ${harness.name}`, () => {
    let ports: StorageAccess;
    openEach(harness, (opened) => (ports = opened));

    it('lists the transactions of a period with their orders, oldest first, in pages, each once', async () => {
      const integrator = 'app.example.org';
      const order = aBroadcastedOrder({ uuid: uuidOf(1), integrator }, { txid: txidOf(1) });
      await ports.orders.insert(order);
      const stored = [
        aSwap({ storedAt: at(1), state: 'final', block }),
        aSwap({ txid: txidOf(2), nonce: 8n, storedAt: at(2), state: 'dead', purpose: 'fill' }),
        aSwap({ txid: txidOf(3), nonce: 9n, storedAt: at(2), orderUuid: uuidOf(9) }),
        aSwap({ txid: txidOf(4), nonce: 10n, storedAt: at(3) }),
      ];
      await ports.swaps.insert(...stored);
      const period = { from: at(1), to: at(3), limit: 2 };
      const [first, second] = await ports.swaps.listSent(period);
      const { handle, owner } = order.terms;
      const paid = { handle, owner, integrator, status: 'broadcasted', txid: txidOf(1) };
      const sent = ({
        txid,
        purpose,
        sender,
        feeUstx,
        storedAt,
        state,
        block: in_,
      }: (typeof stored)[number]) => ({
        ...{ txid, purpose, sender, feeUstx, storedAt, state },
        ...(in_ && { block: in_ }),
      });
      expect([first, second]).toStrictEqual([
        { ...sent(stored[0]!), order: paid },
        { ...sent(stored[1]!), order: paid },
      ]);
      const after = { storedAt: second!.storedAt, txid: second!.txid };
      expect(await ports.swaps.listSent({ ...period, after })).toStrictEqual([sent(stored[2]!)]);
    });
  });
}

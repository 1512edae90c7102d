import { describe, expect, it } from '@jest/globals';
import { createCore } from '../../../src/application/core.js';
import type { Txid } from '../../../src/domain/order/ids.js';
import { ok, unwrap } from '../../../src/domain/shared/result.js';
import type { SentSwap } from '../../../src/ports/index.js';
import { AN_OPERATOR, uuidOf } from '../../support/builders.js';
import { coreHarness, HOST, signedInput } from '../../support/core-harness.js';

describe('A database that went back', () => {
  it('knows a swap again that it has as dropped and that was sent again since', async () => {
    const { ports, chain } = coreHarness();
    const inMempool: SentSwap[] = [];
    const core = createCore({
      ...ports,
      sentSwaps: {
        pending: async (_account, isStored) => {
          const stored = await Promise.all(inMempool.map(({ txid }) => isStored(txid)));
          return ok({ nonces: [0n], swaps: inMempool.filter((_swap, n) => !stored[n]) });
        },
        mined: async () => ok([]),
      },
    });
    const { terms } = unwrap(await core.orders.placeJson(signedInput()));
    chain.answerNext({ kind: 'refused', reason: 'FeeTooLow', about: 'transaction' });
    await core.orders.execute({ ref: uuidOf(1), authorization: HOST });
    const [dropped] = await ports.swaps.listByOrder(terms.uuid);
    expect(dropped!.state).toBe('dead');
    inMempool.push({ ...terms, ...dropped!, sender: AN_OPERATOR, vaults: [] });

    unwrap(await core.database.recover({ kind: 'went-back' }));

    const order = unwrap(await core.orders.get(uuidOf(1)));
    expect(order).toMatchObject({ status: 'broadcasted', txid: dropped!.txid satisfies Txid });
    expect((await ports.swaps.findByTxid(dropped!.txid))!.state).toBe('accepted');
  });
});

import { useComputed, type ReadonlySignal } from '@preact/signals';
import { promisedBy } from '../../../../sdk/trading/promised.js';
import { useReading } from '../../live/reading.js';
import { wallet } from '../../session/wallet.js';

/** Amount in smallest units that the visitor's open orders sell of a token; undefined while it is unknown. */
export function usePromised(token: string): ReadonlySignal<bigint | undefined> {
  const { reading } = useReading(async (client, signal) => {
    const owner = wallet.value?.signer.address;
    if (owner === undefined) return undefined;
    return promisedBy(
      client.orders.all({ owner, status: 'open', inputToken: token }, { by: 'anyone', signal }),
    );
  });
  return useComputed(() => reading.value.value);
}

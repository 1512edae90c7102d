import type { Order } from '../../../sdk/client/index.js';
import { now } from '../live/clock.js';
import { confirmCancel } from '../shell/confirm-cancel.js';
import { endOf } from '../orders/order-price.js';
import { Button } from '../parts/button.js';
import { useClient } from '../session/service.js';
import { wallet } from '../session/wallet.js';
import { clockTime } from '../../../sdk/words/times.js';

/** Note on a waiting order: the time until which it waits, and a button to end it. */
export function PlacedActions({ order }: { readonly order: Order }) {
  const client = useClient();
  const { status, ending, owner, handle } = order;
  if (status !== 'open' || ending !== undefined) return null;
  const ends = Date.parse(endOf(order));
  const isOwn = wallet.value?.signer.address === owner;
  return (
    <div class="between">
      <span class="small">Still open until {clockTime(ends, now.value)}.</span>
      {isOwn && (
        <Button
          onClick={() => void confirmCancel(order, () => client.orders.cancel(handle, { by: 'wallet' }))}
        >
          Cancel
        </Button>
      )}
    </div>
  );
}

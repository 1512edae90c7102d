import type { Order } from '../../../sdk/client/index.js';
import { orderName } from '../../../sdk/words/kinds.js';
import { useClient } from '../session/service.js';
import { confirmCancel } from '../shell/confirm-cancel.js';
import { cancelOrder } from './cancel-order.js';

/** Button in the row of an own order that cancels it. */
export function RowCancel({ order }: { readonly order: Order }) {
  const client = useClient();
  return (
    <button
      type="button"
      class="icon-button row-cancel"
      aria-label={`Cancel: ${orderName(order)}`}
      title="Cancel"
      onClick={() => void confirmCancel(order, () => cancelOrder(client, order))}
    >
      <span aria-hidden="true">✕</span>
    </button>
  );
}

import type { Order } from '../../../sdk/client/index.js';
import { STATUS_WORDS } from '../../../sdk/words/order.js';

/** An order's status, and that its end is under way. */
export function StatusBadge({ order: { status, ending } }: { readonly order: Order }) {
  const [words, tone] = STATUS_WORDS[status];
  return <span class={`badge ${tone}`}>{ending === undefined ? words : 'Ending'}</span>;
}

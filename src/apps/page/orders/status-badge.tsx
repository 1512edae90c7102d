import type { Order } from '../../../sdk/client/index.js';
import { STATUS_WORDS } from '../../../sdk/words/lifecycle.js';

/** An order's status, or `Ending` while its end is under way. */
export function StatusBadge({ order: { status, ending } }: { readonly order: Order }) {
  const { title, tone } = STATUS_WORDS[status];
  return <span class={`badge ${tone}`}>{ending === undefined ? title : 'Ending'}</span>;
}

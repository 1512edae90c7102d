import type { Order } from '../../../sdk/client/index.js';
import { orderName } from '../../../sdk/words/kinds.js';
import { shortId } from '../../../sdk/words/names.js';
import { href } from '../route.js';
import { cellsOf } from './order-cells.js';
import type { Tab } from './order-query.js';
import { StatusBadge } from './status-badge.js';
import { TokenAmount, TokenSymbol } from '../parts/token-amount.js';

interface OrderRowProps {
  readonly order: Order;
  /** Tab of the list, which has its own columns. */
  readonly tab: Tab;
  /** Place of the order in the list, from 1. */
  readonly place: number;
  readonly height: number;
  /** Whether the list is of all owners. */
  readonly showsOwner: boolean;
  /** Query of the list's address, to which the order leads back. */
  readonly query: Readonly<Record<string, string>>;
}

/** One order of a list. The whole row is a link to it. */
export function OrderRow({ order, tab, place, height, showsOwner, query }: OrderRowProps) {
  const { handle, uuid } = order;
  return (
    <div class={`order-row is-${tab}`} role="row" aria-rowindex={place + 1} style={{ height: `${height}px` }}>
      <span role="cell" class="order-pair">
        <a href={href('order', [handle], query)} title={handle}>
          <TokenAmount units={order.amountIn} contractId={order.inputToken} isShort /> →{' '}
          <TokenSymbol contractId={order.outputToken} />
        </a>
        {tab === 'all' ? (
          <code class="muted small" title={uuid}>
            {shortId(handle)}
          </code>
        ) : (
          <span class="muted small">{orderName(order)}</span>
        )}
      </span>
      <span role="cell" class="order-status">
        <StatusBadge order={order} />
      </span>
      {cellsOf(order, tab, showsOwner).map(({ name, class: layout = '', title, content }) => (
        <span
          role="cell"
          key={name}
          class={`order-${name} ${layout}`}
          data-label={layout.includes('is-market') ? 'Now' : 'Received'}
          title={title}
        >
          {content}
        </span>
      ))}
    </div>
  );
}

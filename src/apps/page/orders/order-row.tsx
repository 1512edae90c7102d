import type { Order } from '../../../sdk/client/index.js';
import { orderName } from '../../../sdk/words/kinds.js';
import { oneLine, shortId } from '../../../sdk/words/names.js';
import { listedWords } from '../live/token-names.js';
import { Ago } from '../parts/ago.js';
import { href } from '../route.js';
import { triggerWords } from '../../../sdk/words/order.js';
import { planName } from './owner-words.js';
import { StatusBadge } from './status-badge.js';
import { TokenAmount, TokenSymbol } from '../parts/token-amount.js';

interface OrderRowProps {
  readonly order: Order;
  /** Place of the order in the list, from 1. */
  readonly place: number;
  readonly height: number;
  /** Whether a column shows the owner; otherwise it shows the plan. */
  readonly showsOwner: boolean;
  /** Query of the list's address, to which the order leads back. */
  readonly query: Readonly<Record<string, string>>;
}

/** One order of a list. The whole row is a link to it. */
export function OrderRow({ order, place, height, showsOwner, query }: OrderRowProps) {
  const words = listedWords.value;
  const { handle, owner, strategyId, uuid, executedAmountOut, minAmountOut } = order;
  return (
    <div class="order-row" role="row" aria-rowindex={place + 1} style={{ height: `${height}px` }}>
      <span role="cell" class="order-pair">
        <a href={href('order', [handle], query)} title={handle}>
          <TokenAmount units={order.amountIn} contractId={order.inputToken} isShort /> →{' '}
          <TokenSymbol contractId={order.outputToken} />
        </a>
        <code class="muted small" title={uuid}>
          {shortId(handle)}
        </code>
      </span>
      <span role="cell" class="order-status">
        <StatusBadge order={order} />
      </span>
      <span role="cell" class={`order-out number ${outClass(order)}`}>
        {executedAmountOut !== undefined ? (
          <TokenAmount units={executedAmountOut} contractId={order.outputToken} isShort />
        ) : minAmountOut !== undefined ? (
          <TokenAmount units={minAmountOut} contractId={order.outputToken} isShort isLeast />
        ) : (
          '–'
        )}
      </span>
      <span role="cell" class="order-trigger" title={`${orderName(order)}: ${triggerWords(order, words)}`}>
        <span class="muted small">{orderName(order)}</span> {triggerWords(order, words)}
      </span>
      <span role="cell" class="order-group clip muted">
        {showsOwner ? (
          <code title={owner}>{shortId(owner)}</code>
        ) : (
          <bdi title={oneLine(strategyId ?? '')}>{planName(order)}</bdi>
        )}
      </span>
      <span role="cell" class="order-placed number muted">
        <Ago at={order.createdAt} />
      </span>
    </div>
  );
}

/** Class of the amount's cell. On a phone, it selects the label that replaces the column heading. */
function outClass({ executedAmountOut, minAmountOut }: Order): string {
  if (executedAmountOut !== undefined) return 'is-received';
  return minAmountOut === undefined ? 'is-none' : '';
}

import type { Order } from '../../../client/index.js';
import { symbolText } from '../format/names.js';
import { tokenOf } from '../live/registry.js';
import { CopyableId } from '../parts/copy.js';
import { href } from '../route.js';
import { hasEnded, type Placed } from './live/placed.js';
import { tokensText, waitText } from './model/words.js';
import { PlacedActions } from './placed-actions.js';

const MOST_SHOWN = 4;

/** Orders that were placed together, on their way to the chain. */
export function Progress({ placed }: { readonly placed: Placed }) {
  const orders = placed.orders.value;
  const problem = placed.problem.value;
  return (
    <>
      <ul class="plain-list progress-list">
        {orders.slice(0, MOST_SHOWN).map((order) => (
          <li key={order.handle}>
            <OrderProgress order={order} />
          </li>
        ))}
      </ul>
      {orders.length > MOST_SHOWN && (
        <p class="muted">
          … and {orders.length - MOST_SHOWN} more. <a href={href('orders')}>See all orders</a>
        </p>
      )}
      {problem !== undefined && <p class="muted small">{problem.message} Trying again…</p>}
    </>
  );
}

const STEPS = ['Placed', 'Sent', 'Confirmed'] as const;
const REACHED: Readonly<Record<Order['status'], number>> = {
  open: 0,
  broadcasted: 1,
  confirmed: 2,
  failed: 1,
  cancelled: 0,
};

function OrderProgress({ order }: { readonly order: Order }) {
  const reached = REACHED[order.status];
  const wait = waitText(order, find);
  return (
    <article class="progress">
      <p class="progress-title">
        {titleOf(order)} <a href={href('order', [order.handle])}>See the order</a>
      </p>
      <ol class="steps" aria-label="Progress">
        {STEPS.map((step, n) => (
          <li
            key={step}
            class={n <= reached ? 'is-reached' : ''}
            aria-current={n === reached && !hasEnded(order) ? 'step' : undefined}
          >
            {step}
          </li>
        ))}
      </ol>
      <p class="muted small" role="status">
        {outcomeOf(order) ?? wait ?? 'It is being looked at.'}
      </p>
      <PlacedActions order={order} />
      {order.txid !== undefined && (
        <p class="small">
          Transaction <CopyableId id={order.txid} label="transaction id" />
        </p>
      )}
    </article>
  );
}

const find = (id: string) => tokenOf.value.get(id);

function titleOf({ inputToken, outputToken, amountIn }: Order): string {
  const [sell, buy] = [find(inputToken), find(outputToken)];
  return sell === undefined || buy === undefined
    ? 'Order'
    : `${tokensText(amountIn, sell)} → ${symbolText(buy)}`;
}

function outcomeOf({ status, outputToken, executedAmountOut, failureReason, cancelReason }: Order) {
  const buy = find(outputToken);
  switch (status) {
    case 'confirmed':
      return executedAmountOut === undefined || buy === undefined
        ? 'Confirmed.'
        : `Confirmed: received ${tokensText(executedAmountOut, buy)}.`;
    case 'failed':
      return `The chain aborted the swap: ${failureReason ?? 'no reason is known'}.`;
    case 'cancelled':
      return `Ended without a swap: ${CANCELLED[cancelReason ?? 'owner']}.`;
    case 'broadcasted':
      return 'Sent. Waiting for a block.';
    case 'open':
      return undefined;
  }
}

const CANCELLED: Readonly<Record<NonNullable<Order['cancelReason']>, string>> = {
  owner: 'its owner cancelled it',
  expired: 'its time has passed',
  'max-age': 'it was open for 90 days',
  oco: 'the other order of its group was sent',
};

import type { Order } from '../../../sdk/client/index.js';
import { now } from '../live/clock.js';
import { listedWords } from '../live/token-names.js';
import { orderName } from '../../../sdk/words/kinds.js';
import { endWords, hasPriceTrigger } from '../../../sdk/words/order.js';
import { restingWords } from '../../../sdk/words/resting.js';
import { whyOf, whyText } from '../../../sdk/words/why.js';
import { CopyableId } from '../parts/copy.js';
import { href } from '../route.js';
import { placed, type Placed } from './live/placed.js';
import { stepsOf } from './model/progress.js';
import { PlacedActions } from './placed-actions.js';

/** Orders placed since the page was opened. */
export function PlacedOrders() {
  if (placed.value.length === 0) return null;
  return (
    <section class="card stack" aria-labelledby="swap-placed">
      <h2 id="swap-placed">Placed just now</h2>
      {placed.value.map((entry) => (
        <Progress key={entry.orders.peek()[0]?.handle} placed={entry} />
      ))}
    </section>
  );
}

const MOST_SHOWN = 4;

/** Orders that were placed together, on their way to the chain. */
export function Progress({ placed }: { readonly placed: Placed }) {
  const orders = placed.orders.value;
  const problem = placed.problem.value;
  return (
    <>
      <ul class="progress-list plain stack">
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

function OrderProgress({ order }: { readonly order: Order }) {
  return (
    <article class="stack">
      <p class="between">
        {titleOf(order)} <a href={href('order', [order.handle])}>See the order</a>
      </p>
      <ol class="steps plain" aria-label="Progress">
        {stepsOf(order).map(({ name, isReached, isCurrent }) => (
          <li key={name} class={isReached ? 'is-reached' : ''} aria-current={isCurrent ? 'step' : undefined}>
            {name}
          </li>
        ))}
      </ol>
      <p class="muted small" role="status">
        {stateOf(order)}
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

function titleOf(order: Order): string {
  const { inputToken, outputToken, amountIn, kind } = order;
  const words = listedWords.value;
  // A swap at the market’s price is stored with a minimum, like a limit order.
  const isNamed = kind !== 'market' && (kind !== 'limit' || hasPriceTrigger(order));
  return `${isNamed ? `${orderName(order)}: ` : ''}${words.amount(amountIn, inputToken)} → ${words.symbol(outputToken)}`;
}

/** Words for the state of an order: how it ended, or what it waits for. */
function stateOf(order: Order): string {
  const words = listedWords.value;
  const { status, evaluation } = order;
  if (status === 'broadcasted') return 'Sent. Waiting for a block.';
  if (status !== 'open') return endWords(order, words) ?? '';
  if (evaluation === undefined) return 'It is being looked at.';
  return restingWords(order, evaluation, words) ?? whyText(whyOf(order, evaluation, words), now.value);
}

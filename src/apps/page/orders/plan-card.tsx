import type { Order } from '../../../sdk/client/index.js';
import { orderName } from '../../../sdk/words/kinds.js';
import { oneLine } from '../../../sdk/words/names.js';
import { listedWords } from '../live/token-names.js';
import { useReading } from '../live/reading.js';
import { CopyButton } from '../parts/copy.js';
import { Pending } from '../parts/states.js';
import { href } from '../route.js';
import { triggerWords } from '../../../sdk/words/order.js';
import { ownObjectText, placeInPlan, planName } from './owner-words.js';
import { StatusBadge } from './status-badge.js';
import { TokenAmount } from '../parts/token-amount.js';

const AGAIN_MS = 15_000;

interface PlanCardProps {
  readonly order: Order;
  /** Query of the list that the order leads back to, from the order's address. */
  readonly query: Readonly<Record<string, string>>;
}

/** The plan of an order: the other orders with its strategyId. In a one-cancels-other plan, sending one of them cancels this one. */
export function PlanCard({ order, query }: PlanCardProps) {
  const { strategyId, strategyDescription } = order;
  if (strategyId === undefined) return null;
  const place = placeInPlan(order);
  return (
    <section class="card stack" aria-labelledby="plan">
      <h2 id="plan">Its plan</h2>
      <p>
        <bdi>
          <a href={href('orders', [], { who: 'all', plan: strategyId })}>{planName(order)}</a>
        </bdi>{' '}
        <CopyButton text={strategyId} label="strategyId" />
        {place !== '' && (
          <span class="muted">
            {' '}
            · <bdi>{place}</bdi>
          </span>
        )}
      </p>
      {strategyDescription !== undefined && (
        <p class="muted">
          <bdi>{oneLine(strategyDescription, 280)}</bdi>
        </p>
      )}
      {order.kind === 'bracket' && (
        <p>
          <span class="badge">bracket</span> Its exits wait until its entry is confirmed. When one of them is
          sent, the others are cancelled.
        </p>
      )}
      {order.kind === 'oco' && (
        <p>
          <span class="badge warn">one-cancels-other</span> When one of these orders is sent, the others are
          cancelled.
        </p>
      )}
      <Siblings
        key={order.handle}
        owner={order.owner}
        strategyId={strategyId}
        handle={order.handle}
        query={query}
      />
    </section>
  );
}

interface SiblingsProps {
  readonly owner: string;
  readonly strategyId: string;
  readonly handle: string;
  readonly query: Readonly<Record<string, string>>;
}

function Siblings({ owner, strategyId, handle, query }: SiblingsProps) {
  const words = listedWords.value;
  const { reading, again } = useReading(
    (client, signal) => client.orders.list({ owner, strategyId, limit: 50 }, { by: 'anyone', signal }),
    AGAIN_MS,
  );
  const { value, problem } = reading.value;
  if (value === undefined) return <Pending what="the plan" rows={2} problem={problem} again={again} />;
  const others = value.items.filter((order) => order.handle !== handle);
  const more = (value.total ?? 0) - value.items.length;
  if (others.length === 0) return <p class="muted">It has no other orders.</p>;
  return (
    <>
      <ul class="plain siblings">
        {others.map((order) => (
          <li key={order.handle}>
            <a href={href('order', [order.handle], query)}>
              <TokenAmount units={order.amountIn} contractId={order.inputToken} isShort />
            </a>
            <span class="muted">
              {orderName(order)} · {triggerWords(order, words)}
            </span>
            <StatusBadge order={order} />
          </li>
        ))}
      </ul>
      {more > 0 && <p class="muted small">And {more} more.</p>}
    </>
  );
}

/** The owner's own id and object. They are a stranger's texts, so they are never rendered as markup. */
export function OwnCard({ order }: { readonly order: Order }) {
  const { clientOrderId } = order;
  const text = ownObjectText(order);
  if (clientOrderId === undefined && text === undefined) return null;
  return (
    <section class="card stack" aria-labelledby="own">
      <h2 id="own">The owner’s own fields</h2>
      {clientOrderId !== undefined && (
        <p>
          <span class="muted">clientOrderId</span> <bdi>{oneLine(clientOrderId)}</bdi>{' '}
          <CopyButton text={clientOrderId} label="clientOrderId" />
        </p>
      )}
      {text !== undefined && (
        <details>
          <summary>metadata</summary>
          <pre dir="ltr" tabIndex={0}>
            {text}
          </pre>
        </details>
      )}
    </section>
  );
}

import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import type { Order } from '../../../sdk/client/index.js';
import { exactAmount } from '../../../sdk/words/amounts.js';
import { orderName } from '../../../sdk/words/kinds.js';
import { areTokensKnown, tokenOf } from '../live/registry.js';
import { nameFor } from '../live/token-names.js';
import { CopyableId } from '../parts/copy.js';
import { Empty, Failed, Loading } from '../parts/states.js';
import { href, type Route } from '../route.js';
import { SendingBanner } from '../shell/sending-banner.js';
import { wallet } from '../session/wallet.js';
import { OrderActions } from './order-actions.js';
import { OrderFacts } from './order-facts.js';
import { filtersOf, listOf, queryOf } from './order-query.js';
import { OwnCard, PlanCard } from './plan-card.js';
import { ReportCard } from './report-card.js';
import { StatusBadge } from './status-badge.js';
import { Timeline } from './timeline.js';
import { TokenAmount, TokenSymbol } from '../parts/token-amount.js';
import { useOrder } from './use-order.js';
import { WhyCard } from './why-card.js';

/** View of one order, which is updated as the order changes. */
export function View({ route }: { readonly route: Route }) {
  const [id = ''] = route.rest;
  if (id === '')
    return (
      <Empty title="The address names no order.">
        <a class="button" href={href('orders')}>
          To the orders
        </a>
      </Empty>
    );
  return <Followed key={id} id={id} query={route.query} />;
}

/** The uuid by which the order was requested; undefined if it was requested by another id. */
const uuidIn = (id: string, { handle }: Order): string | undefined =>
  id.startsWith('client:') || id.toLowerCase() === handle ? undefined : id.toLowerCase();

interface FollowedProps {
  readonly id: string;
  readonly query: URLSearchParams;
}

function Followed({ id, query }: FollowedProps) {
  const { value, problem, isLive } = useOrder(id).value;
  const uuid = useSignal<string | undefined>(undefined);
  useTitle(value === undefined ? 'Order' : `${nameOf(value.order)} · ${value.order.status}`);
  // Waits for the tokens: without them the text would be worded differently, and would change its length once they arrive.
  if (value === undefined || !areTokensKnown.value) {
    if (problem === undefined) return <Loading what="the order" rows={10} />;
    return (
      <>
        <h1>Order</h1>
        <Failed problem={problem} />
        <p>
          <a href={href('orders', [], listOf(query, wallet.value !== undefined))}>To the orders</a>
        </p>
      </>
    );
  }
  const { order, events } = value;
  // The address may name the order by its uuid, in which case showing the uuid reveals nothing new.
  const shownUuid = uuid.value ?? order.uuid ?? uuidIn(id, order);
  return (
    <section class="view stack">
      <p class="crumb small">
        <a href={href('orders', [], listOf(query, wallet.value?.signer.address === order.owner))}>Orders</a>
      </p>
      <SendingBanner />
      <div class="wrap">
        <h1>
          {orderName(order)}: <TokenAmount units={order.amountIn} contractId={order.inputToken} /> for{' '}
          <TokenSymbol contractId={order.outputToken} />
        </h1>
        <CopyableId id={order.handle} label="handle of the order" />
        <span role="status" class="order-state row">
          <StatusBadge order={order} />
          <span class={`row live muted small ${isLive ? 'is-live' : ''}`}>
            {isLive ? 'Live' : 'Connecting…'}
          </span>
        </span>
        <OrderActions order={order} uuid={shownUuid} onUuid={(shown) => (uuid.value = shown)} />
      </div>
      {problem !== undefined && <Failed problem={problem} />}
      <div class="grid order-columns">
        <div class="view stack">
          <WhyCard order={order} />
          <PlanCard order={order} query={queryOf(filtersOf(query))} />
          <Timeline order={order} events={events} />
        </div>
        <div class="view stack">
          <ReportCard order={order} />
          <OrderFacts order={order} uuid={shownUuid} />
          <OwnCard order={order} />
        </div>
      </div>
    </section>
  );
}

/** Name of the order for its heading, if its tokens are listed. */
function nameOf(order: Order): string {
  const { amountIn, inputToken, outputToken } = order;
  const [sold, bought] = [tokenOf.value.get(inputToken), tokenOf.value.get(outputToken)];
  if (sold === undefined || bought === undefined) return 'Order';
  return `${orderName(order)}: ${exactAmount(amountIn, sold.decimals)} ${nameFor(sold)} for ${nameFor(bought)}`;
}

/** Shows the order's progress in the tab title, for a visitor who is looking at another tab. */
function useTitle(title: string): void {
  useEffect(() => {
    document.title = `${title} · Sluice`;
  }, [title]);
}

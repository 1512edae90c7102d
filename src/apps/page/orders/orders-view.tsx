import { useEffect, useMemo } from 'preact/hooks';
import { grouped } from '../../../sdk/words/amounts.js';
import { Button } from '../parts/button.js';
import { Choice } from '../parts/choice.js';
import { Empty, Pending } from '../parts/states.js';
import type { Route } from '../route.js';
import { useClient } from '../session/service.js';
import { SendingBanner } from '../shell/sending-banner.js';
import { openWallets } from '../shell/wallet-button.js';
import { wallet } from '../session/wallet.js';
import { TellMe } from '../telling/tell-me.js';
import { CancelAll } from './cancel-all.js';
import { ExportOrders } from './export-orders.js';
import { FilterFields, show } from './order-filters.js';
import { OrderList } from './order-list.js';
import { filtersOf, type OrderFilters } from './order-query.js';
import { sortWords, type Sort } from './order-sort.js';
import { OrderTabs } from './order-tabs.js';
import { OrdersTable } from './orders-table.js';
import { Plans } from './plans.js';

const WHO = [
  ['mine', 'Mine'],
  ['all', 'Everyone’s'],
] as const;

/** Orders: those of the wallet, and those of everyone. */
export function View({ route }: { readonly route: Route }) {
  const filters = filtersOf(route.query);
  const owner = wallet.value?.signer.address;
  const isMine = filters.who === 'mine';
  return (
    <section class="view stack">
      <div class="between">
        <h1>Orders</h1>
        <TellMe />
        <Choice
          label="Whose orders"
          options={WHO}
          value={filters.who}
          onChoose={(who) => show({ ...filters, who })}
        />
      </div>
      <OrderTabs current={filters.tab} filters={filters} />
      <SendingBanner />
      {isMine && owner === undefined ? (
        <Empty title="Connect a wallet to see its orders.">
          <p class="muted">Everyone’s orders are public, by their handles.</p>
          <p class="wrap">
            <Button tone="primary" onClick={openWallets}>
              Connect
            </Button>
            <Button onClick={() => show({ ...filters, who: 'all' })}>Show everyone’s</Button>
          </p>
        </Empty>
      ) : (
        <Shown filters={filters} owner={isMine ? owner : undefined} />
      )}
    </section>
  );
}

interface ListedProps {
  readonly filters: OrderFilters;
  readonly owner: string | undefined;
}

function Shown({ filters, owner }: ListedProps) {
  if (filters.tab !== 'plans') return <Listed filters={filters} owner={owner} />;
  if (owner !== undefined) return <Plans key={owner} owner={owner} />;
  return <Empty title="Plans are listed by their owner: choose “Mine”." />;
}

function Listed({ filters, owner }: ListedProps) {
  const client = useClient();
  const named = JSON.stringify(filters);
  const list = useMemo(
    () => new OrderList(client, JSON.parse(named) as OrderFilters, owner),
    [client, named, owner],
  );
  useEffect(() => {
    list.begin();
    return () => list.end();
  }, [list]);
  return (
    <>
      <FilterFields filters={filters} />
      <div class="wrap">
        <Counted list={list} sort={filters.sort} isMine={owner !== undefined} />
        <ExportOrders filters={filters} owner={owner} />
        {owner !== undefined && filters.tab !== 'history' && <CancelAll plan={filters.plan} />}
      </div>
      <Body list={list} filters={filters} showsOwner={owner === undefined} />
    </>
  );
}

const NONE: Readonly<Record<OrderFilters['tab'], string>> = {
  open: 'No order is open.',
  history: 'No order has ended yet.',
  all: 'There are no orders yet.',
  plans: 'There are no plans yet.',
};

interface CountedProps {
  readonly list: OrderList;
  readonly sort: Sort;
  readonly isMine: boolean;
}

function Counted({ list, sort, isMine }: CountedProps) {
  const total = list.total.value;
  const isLive = list.isLive.value;
  return (
    <p class="orders-count row muted">
      {total !== undefined && <span>{total === 1 ? '1 order' : `${grouped(String(total))} orders`}</span>}
      <span class="sr-only" role="status">
        {sort !== 'newest' && `Sorted: ${sortWords(sort)}`}
      </span>
      {isMine && (
        <span
          class={`row live muted small ${isLive ? 'is-live' : ''}`}
          title={isLive ? 'Changes are shown as they happen' : list.liveProblem.value?.message}
        >
          {isLive ? 'Live' : list.liveProblem.value === undefined ? 'Connecting…' : 'Not live'}
        </span>
      )}
    </p>
  );
}

function Body({
  list,
  filters,
  showsOwner,
}: {
  readonly list: OrderList;
  readonly filters: OrderFilters;
  readonly showsOwner: boolean;
}) {
  const orders = list.orders.value;
  const problem = list.problem.value;
  if (orders === undefined)
    return <Pending what="orders" rows={10} problem={problem} again={() => void list.more()} />;
  if (orders.length > 0) return <OrdersTable list={list} filters={filters} showsOwner={showsOwner} />;
  const { status, token, plan, search } = filters;
  const isFiltered = status !== 'all' || token !== '' || plan !== '' || search !== '';
  return isFiltered ? (
    <Empty title="No order matches.">
      <Button onClick={() => show({ ...filters, status: 'all', token: '', plan: '', search: '' })}>
        Clear the filters
      </Button>
    </Empty>
  ) : (
    <Empty title={NONE[filters.tab]}>
      <p class="wrap">
        <a class="button primary" href="#/swap">
          To the swap
        </a>
        {filters.tab === 'open' && (
          <Button onClick={() => show({ ...filters, tab: 'history', sort: 'newest' })}>
            Show the history
          </Button>
        )}
      </p>
    </Empty>
  );
}

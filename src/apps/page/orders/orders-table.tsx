import { useEffect } from 'preact/hooks';
import { isNarrow } from '../live/narrow.js';
import { Failed } from '../parts/states.js';
import type { OrderList } from './order-list.js';
import { queryOf, type OrderFilters } from './order-query.js';
import { OrderRow } from './order-row.js';
import { headingsOf, type Heading } from './order-cells.js';
import { show } from './order-filters.js';
import { sortedHere } from './order-price.js';
import { ariaSort, isLocal } from './order-sort.js';
import { priceFacts } from './price-facts.js';
import { useRowsInSight } from './use-rows-in-sight.js';

/** Heights of a row at the usual text size, in pixels: room for three lines, or four on a phone. */
const ROW_HEIGHT = 72;
const NARROW_ROW_HEIGHT = 100;
const USUAL_TEXT = 16;
/** Number of rows before the end at which the next page is requested. */
const AHEAD = 30;

/** Scale of the visitor's text relative to its usual size. */
const textScale = (): number => parseFloat(getComputedStyle(document.documentElement).fontSize) / USUAL_TEXT;

/** An endless list of orders: only visible rows are drawn, and pages are read as needed. */
export function OrdersTable({
  list,
  filters,
  showsOwner,
}: {
  readonly list: OrderList;
  readonly filters: OrderFilters;
  readonly showsOwner: boolean;
}) {
  const { tab, sort } = filters;
  const loaded = list.orders.value ?? [];
  const orders = isLocal(sort) ? sortedHere(loaded, sort, priceFacts.value) : loaded;
  const query = queryOf(filters);
  const height = Math.round((isNarrow() ? NARROW_ROW_HEIGHT : ROW_HEIGHT) * textScale());
  const { element, range } = useRowsInSight(orders.length, height);
  const { start, end } = range.value;
  const below = Math.max(orders.length - end, 0);
  const isLoading = list.isLoading.value;
  const problem = list.problem.value;
  useEffect(() => {
    // A sort by the page is of all orders, so all of them are read.
    if ((isLocal(sort) || end >= orders.length - AHEAD) && !isLoading && problem === undefined)
      void list.more();
  }, [list, end, orders.length, isLoading, problem, sort]);
  return (
    <>
      <div
        class={`frame orders is-${tab}`}
        role="table"
        aria-label="Orders"
        aria-rowcount={orders.length + 1}
      >
        <div role="rowgroup">
          <div class="orders-head" role="row" aria-rowindex={1}>
            <span role="columnheader">Order</span>
            <span role="columnheader" aria-sort={ariaSort(filters.sort, 'status')}>
              Status
            </span>
            {headingsOf(tab, showsOwner).map((heading) => (
              <ColumnHead key={heading.text} heading={heading} filters={filters} />
            ))}
          </div>
        </div>
        <div
          role="rowgroup"
          ref={element}
          style={{ paddingTop: `${start * height}px`, paddingBottom: `${below * height}px` }}
        >
          {orders.slice(start, end).map((order, n) => (
            <OrderRow
              key={order.handle}
              order={order}
              tab={tab}
              place={start + n + 1}
              height={height}
              showsOwner={showsOwner}
              query={query}
            />
          ))}
        </div>
      </div>
      <p class="orders-end" role="status">
        {isLoading ? 'Loading more orders…' : list.hasMore ? '' : 'These are all.'}
      </p>
      {problem !== undefined && <Failed problem={problem} again={() => void list.more()} />}
    </>
  );
}

/** Heading of a column; a press sorts by it, or by age again. */
function ColumnHead({ heading, filters }: { readonly heading: Heading; readonly filters: OrderFilters }) {
  const { text, isNumber, sort } = heading;
  const isSorted = sort !== undefined && sort === filters.sort;
  return (
    <span
      role="columnheader"
      class={isNumber === true ? 'number' : undefined}
      aria-sort={text === 'Placed' ? ariaSort(filters.sort, 'placed') : isSorted ? 'ascending' : undefined}
    >
      {sort === undefined ? (
        text
      ) : (
        <button
          type="button"
          class="text-button"
          onClick={() => show({ ...filters, sort: isSorted ? 'newest' : sort })}
        >
          {text} {isSorted && <span aria-hidden="true">↑</span>}
        </button>
      )}
    </span>
  );
}

import type { Signal } from '@preact/signals';
import { useTip } from '../parts/tip.js';
import { isFirstDescending } from './market-query.js';
import type { MarketQuery, SortKey } from './market-order.js';

interface Column {
  readonly by?: SortKey;
  readonly text: string;
  /** Description of the column, if the heading is too short for it. */
  readonly about?: string;
  readonly class: string;
}

const COLUMNS: readonly Column[] = [
  { by: 'symbol', text: 'Token', class: '' },
  { by: 'usd', text: 'Price', about: 'Dollars for a whole token.', class: 'number' },
  { by: '1h', text: '1 h', about: 'Change of the price within 1 hour.', class: 'number wide' },
  { by: '24h', text: '24 h', about: 'Change of the price within 24 hours.', class: 'number not-narrow' },
  { by: '7d', text: '7 d', about: 'Change of the price within 7 days.', class: 'number wide' },
  { text: 'Last 7 days', class: 'not-narrow' },
  {
    by: 'volumeUsd',
    text: 'Volume',
    about: 'Dollars traded into or out of the token within 24 hours.',
    class: 'number not-narrow',
  },
  { by: 'liquidityUsd', text: 'Liquidity', about: 'Dollars of the token in pools.', class: 'number wide' },
  {
    by: 'roundTripLoss',
    text: 'Round trip',
    about: 'What buying for a dollar and selling straight back costs: fees, and moving the price twice.',
    class: 'number wide',
  },
];

type Sortable = Column & { readonly by: SortKey };
const isSortable = (column: Column): column is Sortable => column.by !== undefined;

/** The columns that markets can be sorted by. */
export const SORTABLE = COLUMNS.filter(isSortable);

interface HeadProps {
  readonly query: Signal<MarketQuery>;
}

/** The headings of the markets, each of which sorts by its column. */
export function MarketHead({ query }: HeadProps) {
  const { by: current, isDescending } = query.value;
  return (
    <thead>
      <tr>
        {COLUMNS.map((column) => (
          <th
            key={column.text}
            scope="col"
            class={column.class}
            aria-sort={
              column.by === undefined || column.by !== current
                ? undefined
                : isDescending
                  ? 'descending'
                  : 'ascending'
            }
          >
            {isSortable(column) ? <SortButton column={column} query={query} /> : column.text}
          </th>
        ))}
      </tr>
    </thead>
  );
}

function SortButton({ column: { by, text, about }, query }: HeadProps & { readonly column: Sortable }) {
  const { anchor, explanation } = useTip<HTMLButtonElement>(about);
  const { by: current, isDescending } = query.value;
  return (
    <>
      <button type="button" class="sort row" {...anchor} onClick={() => sortBy(query, by)}>
        {text}
        <span aria-hidden="true">{by === current ? (isDescending ? '↓' : '↑') : ''}</span>
      </button>
      {explanation}
    </>
  );
}

/** Sorts by the column, or reverses the order if it is already sorted by it. Names start ascending, figures descending. */
export function sortBy(query: Signal<MarketQuery>, by: SortKey): void {
  const { by: current, isDescending } = query.value;
  query.value = { ...query.value, by, isDescending: current === by ? !isDescending : isFirstDescending(by) };
}

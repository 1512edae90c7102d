import type { Signal } from '@preact/signals';
import type { MarketQuery, SortKey } from './market-order.js';

interface Column {
  readonly by?: SortKey;
  readonly text: string;
  /** What it is, where the heading is too short to say so. */
  readonly about?: string;
  readonly class: string;
}

const COLUMNS: readonly Column[] = [
  { by: 'symbol', text: 'Token', class: '' },
  { by: 'usd', text: 'Price', about: 'dollars for a whole token', class: 'number' },
  { by: '1h', text: '1 h', about: 'change of the price within 1 hour', class: 'number wide' },
  { by: '24h', text: '24 h', about: 'change of the price within 24 hours', class: 'number not-narrow' },
  { by: '7d', text: '7 d', about: 'change of the price within 7 days', class: 'number wide' },
  { text: 'Last 7 days', class: 'not-narrow' },
  {
    by: 'liquidityUsd',
    text: 'Liquidity',
    about: 'dollars of the token in pools',
    class: 'number not-narrow',
  },
  {
    by: 'roundTripLoss',
    text: 'Round trip',
    about: 'lost by buying for a dollar and selling straight back',
    class: 'number wide',
  },
];

/** The headings of the markets, each of which sorts by its column. */
export function MarketHead({ query }: { readonly query: Signal<MarketQuery> }) {
  const { by: current, isDescending } = query.value;
  const sort = (by: SortKey) =>
    (query.value = {
      ...query.value,
      by,
      // Names begin with A, figures with the greatest.
      isDescending: current === by ? !isDescending : by !== 'symbol',
    });
  return (
    <thead>
      <tr>
        {COLUMNS.map(({ by, text, about, class: name }) => (
          <th
            key={text}
            scope="col"
            class={name}
            aria-sort={
              by === undefined || by !== current ? undefined : isDescending ? 'descending' : 'ascending'
            }
          >
            {by === undefined ? (
              text
            ) : (
              <button type="button" class="sort" title={about} onClick={() => sort(by)}>
                {text}
                <span aria-hidden="true">{by === current ? (isDescending ? '↓' : '↑') : ''}</span>
              </button>
            )}
          </th>
        ))}
      </tr>
    </thead>
  );
}

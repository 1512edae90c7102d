import type { Signal } from '@preact/signals';
import { Button } from '../parts/button.js';
import { SORTABLE, sortBy } from './market-head.js';
import type { MarketQuery, SortKey } from './market-order.js';

/** Sorts the markets on a narrow page, whose table has no room for all headings. */
export function SortBar({ query }: { readonly query: Signal<MarketQuery> }) {
  const { by, isDescending } = query.value;
  return (
    <div class="sort-bar between">
      <label class="row">
        <span class="muted small sort-words">Sort by</span>
        <select
          class="input"
          value={by}
          onChange={({ currentTarget }) => sortBy(query, currentTarget.value as SortKey)}
        >
          {SORTABLE.map(({ by: key, text }) => (
            <option key={key} value={key}>
              {text}
            </option>
          ))}
        </select>
      </label>
      <Button onClick={() => sortBy(query, by)}>
        <span class="sr-only">Order: </span>
        <span class="sort-words">
          {by === 'symbol'
            ? isDescending
              ? 'Z to A'
              : 'A to Z'
            : isDescending
              ? 'Most first'
              : 'Least first'}
        </span>
        <span class="sort-arrow" aria-hidden="true">
          {isDescending ? '↓' : '↑'}
        </span>
      </Button>
    </div>
  );
}

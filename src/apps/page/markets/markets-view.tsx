import { effect, useComputed, useSignal } from '@preact/signals';
import { useLayoutEffect, useMemo, useRef } from 'preact/hooks';
import { prices, pricesProblem } from '../live/prices.js';
import { isVisible } from '../live/visible.js';
import { Button } from '../parts/button.js';
import { PricesOf } from '../parts/prices-of.js';
import { Empty, Failed, Loading } from '../parts/states.js';
import { href, replaceRoute, route } from '../route.js';
import { FirstVisit } from './first-visit.js';
import { KeptPlaces } from './kept-places.js';
import { MarketHead } from './market-head.js';
import { marketsOf, type MarketQuery } from './market-order.js';
import { addressOf, FIRST, marketQueryOf } from './market-query.js';
import { MarketRow } from './market-row.js';
import { moveBetweenRows, moveToRows } from './move-between-rows.js';
import { SortBar } from './sort-bar.js';

/** View of all tokens with their current prices. */
export function View() {
  const query = useAddressedQuery();
  const places = useMemo(() => new KeptPlaces(), []);
  const found = useComputed(() => {
    const sorted = marketsOf(prices.value?.tokens ?? [], query.value);
    return places.arrange(sorted, query.value, isVisible());
  });
  const search = useSearchKey();
  const { value } = prices;
  return (
    <section class="view stack">
      <FirstVisit />
      <div class="wrap">
        <h1>Markets</h1>
        <div class="markets-words">
          <p class="muted markets-about">Prices, swaps and orders on Stacks, a layer of Bitcoin.</p>
          <PricesOf />
        </div>
        <input
          ref={search}
          class="input search"
          type="search"
          placeholder="Token or contract"
          aria-label="Search markets"
          aria-keyshortcuts="/"
          value={query.value.search}
          onKeyDown={moveToRows}
          onInput={({ currentTarget }) => (query.value = { ...query.value, search: currentTarget.value })}
        />
        <SortBar query={query} />
        <p class="sr-only" role="status">
          {value === undefined ? '' : countWords(found.value.length)}
        </p>
      </div>
      {value === undefined ? (
        pricesProblem.value === undefined || pricesProblem.value.isOffline ? (
          <Loading what="prices" rows={12} />
        ) : (
          <Failed problem={pricesProblem.value} />
        )
      ) : found.value.length === 0 ? (
        <NoMarkets isFiltered={value.tokens.length > 0} reset={() => (query.value = FIRST)} />
      ) : (
        <div class="frame table-scroll">
          <table class="table markets" onKeyDown={moveBetweenRows}>
            <caption class="sr-only">
              Tokens with price, change, volume, liquidity and round-trip cost
            </caption>
            <MarketHead query={query} />
            <tbody>
              {found.value.map((token) => (
                <MarketRow key={token.contractId} token={token} by={query.value.by} />
              ))}
            </tbody>
          </table>
        </div>
      )}
    </section>
  );
}

function NoMarkets({ isFiltered, reset }: { readonly isFiltered: boolean; readonly reset: () => void }) {
  if (!isFiltered)
    return (
      <Empty title="No token has a price yet.">
        <p class="muted">
          Prices are computed every five minutes. This page shows them as soon as they are there.
        </p>
      </Empty>
    );
  return (
    <Empty title="No token fits the search.">
      <Button onClick={reset}>Show all</Button>
    </Empty>
  );
}

const countWords = (count: number) => (count === 1 ? '1 token' : `${count} tokens`);

/** The selection of markets, mirrored in the address so that links, the back button and reloading preserve it. */
function useAddressedQuery() {
  const query = useSignal(marketQueryOf(route.peek().query));
  // Both follow each other at once, not a frame later as with `useSignalEffect`: the visitor may be typing on.
  useLayoutEffect(() => {
    const endReading = effect(() => {
      const { view, query: addressed } = route.value;
      const next = marketQueryOf(addressed);
      if (view === 'markets' && !isSame(next, query.peek())) query.value = next;
    });
    const endWriting = effect(() => {
      if (isSame(query.value, marketQueryOf(route.peek().query))) return;
      replaceRoute(href('markets', [], addressOf(query.value)));
    });
    return () => {
      endReading();
      endWriting();
    };
  }, [query]);
  return query;
}

const isSame = (a: MarketQuery, b: MarketQuery) =>
  href('markets', [], addressOf(a)) === href('markets', [], addressOf(b));

/** Moves the focus to the search when `/` is pressed, as on many pages. */
function useSearchKey() {
  const field = useRef<HTMLInputElement>(null);
  useLayoutEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const isTyping = event.target instanceof HTMLElement && event.target.matches('input, textarea, select');
      if (event.key !== '/' || isTyping || event.ctrlKey || event.metaKey || event.altKey) return;
      event.preventDefault();
      field.current?.focus();
    };
    addEventListener('keydown', onKey);
    return () => removeEventListener('keydown', onKey);
  }, []);
  return field;
}

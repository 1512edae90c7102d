import { useSignal } from '@preact/signals';
import { oneLine } from '../../../sdk/words/names.js';
import { dollars } from '../../../sdk/words/numbers.js';
import { priceOf, prices, pricesProblem } from '../live/prices.js';
import { nameFor } from '../live/token-names.js';
import { areTokensKnown, registry, tokenOf, wholeToken } from '../live/registry.js';
import { MarksInWords } from '../markets/marks.js';
import { Change } from '../parts/change.js';
import { PricesOf } from '../parts/prices-of.js';
import { Empty, Loading } from '../parts/states.js';
import { TokenName } from '../parts/token-mark.js';
import { href, type Route } from '../route.js';
import { CandleCard } from './candle-card.js';
import { ContractId } from './contract-id.js';
import { Favourite } from './favourite.js';
import { ContractPowers } from './contract-powers.js';
import { Facts } from './facts.js';
import { MetadataCard, type Renamed } from './metadata-card.js';
import { Pools } from './pools.js';
import { Trade } from './trade.js';

/** View of one token: its price, candles, pools and metadata. */
export function View({ route }: { readonly route: Route }) {
  const [named = ''] = route.rest;
  // A copy is the same token, so its address shows the token itself.
  const id = wholeToken({ contractId: named }).contractId;
  const renamed = useSignal<Renamed | undefined>(undefined);
  const price = priceOf.value.get(id);
  const token = tokenOf.value.get(id) ?? price;
  const arePricesKnown = prices.value !== undefined || pricesProblem.value !== undefined;
  const isUnknown = token === undefined && (prices.value === undefined || registry.value === undefined);
  // A part that is shown before the others are known would move, and say that the token has no price or no pool.
  if (!areTokensKnown.value || !arePricesKnown || isUnknown) return <Loading what="the token" rows={10} />;
  if (token === undefined)
    return (
      <Empty title="This exchange knows no such token.">
        <a class="button" href={href('markets')}>
          To the markets
        </a>
      </Empty>
    );
  const symbol = nameFor(token);
  return (
    <article class="view stack" key={id}>
      <header class="token-top wrap">
        <h1>
          <TokenName token={token} />
        </h1>
        {price !== undefined && (
          <p class="token-price">
            <strong title={`$${price.usd}`}>{dollars(price.usd)}</strong>{' '}
            <Change value={price.change['24h']} /> <span class="muted small">24 h</span>
          </p>
        )}
        <Trade contractId={id} />
      </header>
      <div class="wrap">
        <ContractId id={id} label="contract id" />
        <Favourite contractId={id} />
        {price !== undefined && <PricesOf />}
      </div>
      {renamed.value?.contractId === id && (
        <p>
          <span class="badge warn">renamed</span>{' '}
          <bdi>{oneLine(renamed.value.message.replace(/^renamed /, ''), 120)}</bdi>
        </p>
      )}
      {price !== undefined && <MarksInWords token={price} />}
      <div class="token-grid">
        <CandleCard contractId={id} symbol={symbol} />
        {price === undefined ? (
          <section class="card stack">
            <Empty title="This token has no price.">
              <p class="muted">No pool that the exchange routes through gives it one.</p>
            </Empty>
          </section>
        ) : (
          <Facts price={price} />
        )}
        <Pools contractId={id} symbol={symbol} decimals={token.decimals} />
        <ContractPowers safety={price?.safety} />
        <MetadataCard contractId={id} renamed={renamed} />
      </div>
    </article>
  );
}

import { Fragment } from 'preact';
import type { TokenPrice } from '../../../sdk/client/index.js';
import { bitcoins, dollars } from '../../../sdk/words/numbers.js';
import { baseNameOf } from '../markets/marks.js';
import { liquidityOf, roundTripOf } from '../markets/market-words.js';
import { Ago } from '../parts/ago.js';
import { Change } from '../parts/change.js';

const WINDOWS = [
  ['1h', '1 hour'],
  ['24h', '24 hours'],
  ['7d', '7 days'],
  ['30d', '30 days'],
] as const;

/** Facts about the price: in dollars and sBTC, its changes over time, and the cost of trading at it. */
export function Facts({ price }: { readonly price: TokenPrice }) {
  const trip = roundTripOf(price);
  const liquidity = liquidityOf(price, baseNameOf(price));
  return (
    <section class="card">
      <h2>Price</h2>
      <dl class="facts">
        <dt>In dollars</dt>
        <dd title={`$${price.usd}`}>{dollars(price.usd)}</dd>
        <dt>In sBTC</dt>
        <dd title={`${price.sbtc} sBTC`}>{bitcoins(price.sbtc)}</dd>
        {WINDOWS.map(([window, words]) => (
          <Fragment key={window}>
            <dt>Change in {words}</dt>
            <dd>
              <Change value={price.change[window]} />
            </dd>
          </Fragment>
        ))}
        <dt>Liquidity</dt>
        <dd title={`$${price.liquidityUsd}`}>{liquidity.text}</dd>
        <dt>Round trip</dt>
        <dd>{trip === undefined ? 'not measured' : <span class={`trip-${trip.kind}`}>{trip.text}</span>}</dd>
        <dt>Priced</dt>
        <dd>
          <Ago at={price.updatedAt} />
        </dd>
      </dl>
      <p class="muted small facts-note">
        {liquidity.about}{' '}
        {trip?.about ?? 'The round-trip cost is what buying for a dollar and selling straight back loses.'}
      </p>
    </section>
  );
}

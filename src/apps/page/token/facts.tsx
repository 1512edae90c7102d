import type { TokenPrice } from '../../../sdk/client/index.js';
import { bitcoins, dollars, roughDollars } from '../../../sdk/words/numbers.js';
import { roundTripOf } from '../markets/market-words.js';
import { Ago } from '../parts/ago.js';
import { Change } from '../parts/change.js';
import { Fact } from '../parts/fact.js';

const WINDOWS = [
  ['1h', '1 hour'],
  ['24h', '24 hours'],
  ['7d', '7 days'],
  ['30d', '30 days'],
] as const;

/** Facts about the price: its values in dollars and sBTC, its changes over time, and the cost of trading at it. */
export function Facts({ price }: { readonly price: TokenPrice }) {
  const trip = roundTripOf(price);
  return (
    <section class="card stack">
      <h2>Price</h2>
      <dl class="facts">
        <Fact name="In dollars" title={`$${price.usd}`}>
          {dollars(price.usd)}
        </Fact>
        <Fact name="In sBTC" title={`${price.sbtc} sBTC`}>
          {bitcoins(price.sbtc)}
        </Fact>
        {WINDOWS.map(([window, words]) => (
          <Fact key={window} name={`Change in ${words}`}>
            <Change value={price.change[window]} />
          </Fact>
        ))}
        <Fact name="Liquidity" title={`$${price.liquidityUsd}`}>
          {roughDollars(price.liquidityUsd)}
        </Fact>
        <Fact name="Round trip">
          {trip === undefined ? 'not measured' : <span class={`trip-${trip.kind}`}>{trip.text}</span>}
        </Fact>
        <Fact name="Priced">
          <Ago at={price.updatedAt} />
        </Fact>
      </dl>
      <p class="muted small">
        {trip?.about ?? 'The round-trip cost is what buying for a dollar and selling straight back loses.'}
      </p>
    </section>
  );
}

import type { Quote } from '../../../sdk/client/index.js';
import { exactAmount, grouped } from '../../../sdk/words/amounts.js';
import { loss } from '../../../sdk/words/numbers.js';
import { fromNow } from '../../../sdk/words/times.js';
import { now } from '../live/clock.js';
import { nameFor } from '../live/token-names.js';
import { Fact } from '../parts/fact.js';
import { Empty, Failed, Loading } from '../parts/states.js';
import type { Desk } from './desk.js';
import { MUCH } from '../../../sdk/words/worth.js';
import { isExactOut } from './model/boxes.js';
import { isLimited } from './model/form.js';
import { priceNow } from './model/limit.js';
import { noQuoteText } from './model/no-quote.js';
import { shownPercent } from './model/typed.js';
import { againstDollars } from './model/worth.js';
import { OtherQuotes } from './other-quotes.js';
import { RouteHops } from './route-hops.js';

/** Current quote, its route, and the alternatives. */
export function QuoteCard({ desk }: { readonly desk: Desk }) {
  const { quote, problem, isLoading } = desk.live.value;
  const { value: request } = desk.request;
  return (
    <section class="card stack" aria-labelledby="swap-quote" aria-busy={isLoading}>
      <header class="between">
        <h2 id="swap-quote">Quote</h2>
        {request !== undefined && <Age desk={desk} />}
      </header>
      {problem !== undefined && <Failed problem={problem} again={desk.quoteAgain} />}
      {quote === undefined ? (
        problem === undefined && <NoQuote isAsked={request !== undefined} />
      ) : quote.path.length === 0 ? (
        <NoRoute desk={desk} quote={quote} />
      ) : (
        <>
          <Figures desk={desk} quote={quote} />
          <RouteHops quote={quote} />
          <OtherQuotes desk={desk} />
        </>
      )}
    </section>
  );
}

/** Placeholder with the height of a quote, so that little moves when the quote arrives. */
function NoQuote({ isAsked }: { readonly isAsked: boolean }) {
  return isAsked ? (
    <Loading what="the quote" />
  ) : (
    <Empty title="Enter an amount to see what the market gives." />
  );
}

function NoRoute({ desk, quote }: { readonly desk: Desk; readonly quote: Quote }) {
  const { sell, buy } = desk.form.value;
  if (sell === undefined || buy === undefined) return null;
  return (
    <Empty title={noQuoteText(quote, { sell, buy })}>
      <p class="muted">Choose another amount or another token.</p>
    </Empty>
  );
}

function Age({ desk: { live, quoteAgain } }: { readonly desk: Desk }) {
  const { at, isLoading } = live.value;
  const text = isLoading ? 'Quoting…' : at === undefined ? '' : fromNow(at, Math.max(now.value, at));
  return (
    <span class="quote-age row muted small">
      <span>{text}</span>
      <button
        type="button"
        class="icon-button"
        aria-label="Refresh the quote"
        title="Refresh the quote"
        disabled={isLoading}
        onClick={quoteAgain}
      >
        <span aria-hidden="true">↻</span>
      </button>
    </span>
  );
}

function Figures({ desk, quote }: { readonly desk: Desk; readonly quote: Quote }) {
  const { kind, sell, buy, slippage } = desk.form.value;
  if (sell === undefined || buy === undefined) return null;
  const isOut = isExactOut(desk.form.value);
  const dollars = againstDollars(desk.market.value?.worths);
  const [sold, bought] = [nameFor(sell), nameFor(buy)];
  const [of, per] = [
    priceNow(quote, { sell, buy, priceOf: 'sell' }),
    priceNow(quote, { sell, buy, priceOf: 'buy' }),
  ];
  return (
    <dl class="facts">
      <Fact name="Pay">
        {isOut && (
          <>
            {exactAmount(quote.amountInExact, sell.decimals)} <bdi>{sold}</bdi>
            {quote.isLeast === false && <span class="muted"> or slightly less</span>}
          </>
        )}
      </Fact>
      <Fact name="Receive" class="quote-receive">
        {exactAmount(quote.amountOutExact, buy.decimals)} <bdi>{bought}</bdi>
      </Fact>
      <Fact name="Price">
        {of !== undefined && (
          <>
            {grouped(of)} {bought} per {sold}
            {per !== undefined && (
              <>
                <br />
                <span class="muted">
                  {grouped(per)} {sold} per {bought}
                </span>
              </>
            )}
          </>
        )}
      </Fact>
      <Fact name="Against dollar prices" class={dollars.isBad ? 'is-bad' : ''}>
        {dollars.text}
      </Fact>
      <Fact
        name="Price impact"
        class={quote.priceImpact > MUCH ? 'is-bad' : quote.priceImpact > 0.01 ? 'is-warn' : ''}
      >
        {loss(quote.priceImpact)}
      </Fact>
      {quote.minimumReceived !== undefined && !isLimited(kind) && !isOut && (
        <Fact name="Minimum received">
          {exactAmount(quote.minimumReceived, buy.decimals)} {bought}
          <br />
          <span class="muted">at {shownPercent(slippage, '0')}% slippage</span>
        </Fact>
      )}
      <Fact name="Protection" class="is-warn">
        {quote.protected === false && 'The chain cannot hold this route to a minimum'}
      </Fact>
      <Fact name="Read at block">{quote.blockHeight}</Fact>
    </dl>
  );
}

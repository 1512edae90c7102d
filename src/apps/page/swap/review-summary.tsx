import type { Quote } from '../../../sdk/client/index.js';
import { exactAmount, grouped } from '../../../sdk/words/amounts.js';
import { loss, percent, worth } from '../../../sdk/words/numbers.js';
import { now } from '../live/clock.js';
import { balanceName, listedWords, nameFor, pathNames } from '../live/token-names.js';
import { Fact } from '../parts/fact.js';
import { percentText } from '../../../sdk/words/promise.js';
import { dollarsOf } from '../live/dollars.js';
import type { Desk } from './desk.js';
import type { OpenReview } from './live/placing.js';
import { MUCH } from '../../../sdk/words/worth.js';
import { isExactOut, limitPrice } from './model/boxes.js';
import { isLimited, isSpread } from './model/form.js';
import { priceNow } from './model/limit.js';
import { changeOf, poolFees } from './model/summary.js';
import { swapTiming } from './model/timing.js';
import { shownPercent, typedNumber } from './model/typed.js';
import { againstDollars } from './model/worth.js';
import { PERCENT } from '../../../sdk/words/language.js';

interface SummaryProps {
  readonly desk: Desk;
  readonly review: OpenReview;
}

/** Output and cost of the reviewed amount at the current market price. */
export function ReviewSummary({ desk, review }: SummaryProps) {
  const { quote, items } = review;
  const { sell, buy, kind, slippage, planPrice, priceOf } = desk.form.value;
  const order = items[0]?.order;
  if (sell === undefined || buy === undefined || order === undefined || quote.path.length === 0) return null;
  const typed = isLimited(kind) ? limitPrice(desk.form.value) : isSpread(kind) ? planPrice : '';
  const limit = typedNumber(typed).value;
  const direction = limit === undefined ? 'sell' : priceOf;
  const price = priceNow(quote, { sell, buy, priceOf: direction });
  const [of, per] = direction === 'sell' ? [buy, sell] : [sell, buy];
  const unit = `${nameFor(of)} per ${nameFor(per)}`;
  const fees = poolFees(quote, (token, decimals) => {
    const usd = dollarsOf(token);
    return usd === undefined ? undefined : usd / 10 ** decimals;
  });
  const dollars = againstDollars(desk.market.value?.worths);
  const hasSlippage = (kind === 'now' && !isExactOut(desk.form.value)) || order.slippage !== undefined;
  return (
    <>
      <dl class="facts review-summary">
        <Fact name={kind === 'now' ? 'Expected' : 'At the market now'}>
          {exactAmount(quote.amountOutExact, buy.decimals)} {nameFor(buy)}
        </Fact>
        <Fact name="Arrives">{balanceName(buy.contractId)}</Fact>
        <Fact name="Your price">{limit !== undefined && `${grouped(limit)} ${unit}`}</Fact>
        <Fact name={limit === undefined ? 'Price' : 'Market now'}>
          {price !== undefined && `${grouped(price)} ${unit}`}
        </Fact>
        <Fact name="Against dollar prices" class={dollars.isBad ? 'is-bad' : ''}>
          {dollars.text}
        </Fact>
        <Fact name="Price impact" class={quote.priceImpact > MUCH ? 'is-bad' : ''}>
          {loss(quote.priceImpact)}
        </Fact>
        <Fact name="Slippage">
          {hasSlippage &&
            (order.slippage === undefined
              ? `${shownPercent(slippage, '0')}${PERCENT}`
              : percentText(String(order.slippage)))}
        </Fact>
        <Fact name="Route">
          <bdi>{routeText(quote)}</bdi>
        </Fact>
        <Fact name="Fees of the pools">
          {loss(fees.share)}
          {fees.usd !== undefined && `, ≈ ${worth(fees.usd)}`} <span class="muted">in the price</span>
          {isSpread(kind) &&
            fees.usd !== undefined &&
            `; ≈ ${worth(fees.usd * items.length)} for all ${items.length}`}
        </Fact>
      </dl>
      {/* Other orders wait for their own terms, whatever the market does meanwhile. */}
      {kind === 'now' && <Moved desk={desk} review={review} />}
    </>
  );
}

/** Says that the market moved before the review began, or has moved since. */
function Moved({ desk, review: { shown, quote } }: SummaryProps) {
  const live = desk.live.value.quote;
  const before = shown === undefined ? 0 : changeOf(shown, quote);
  const since = live === undefined ? 0 : changeOf(quote, live);
  return (
    <div class="stack" role="status">
      {isShown(before) && (
        <p class="banner warn">
          The quote changed by {percent(before * 100)} since the form showed it. This is the new one.
        </p>
      )}
      {isShown(since) && (
        <p class="banner warn">
          The quote changed by {percent(since * 100)} since this review began. Go back to take the new one.
        </p>
      )}
    </div>
  );
}

/** Least change that is shown, a fraction: smaller ones would read as no change. */
const LEAST_SHOWN = 0.00005;
const isShown = (change: number): boolean => Math.abs(change) >= LEAST_SHOWN;

const routeText = ({ path }: Quote): string => pathNames(path).join(' → ');

/** Time at which an immediate swap is sent, and what happens otherwise; undefined for other orders. */
export function timingOf({ items }: OpenReview, { form }: Desk, isHeld: boolean): string | undefined {
  const { buy, kind } = form.value;
  const order = items[0]?.order;
  if (kind !== 'now' || order?.minAmountOut === undefined || buy === undefined) return undefined;
  const time = (iso: string | undefined) => (iso === undefined ? undefined : Date.parse(iso));
  const times = { from: time(order.validFrom), to: time(order.validTo) };
  const least = isHeld ? undefined : listedWords.value.amount(order.minAmountOut, buy.contractId);
  return swapTiming(times, least, now.value);
}

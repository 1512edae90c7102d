import { grouped } from '../../../sdk/words/amounts.js';
import { percentOf } from '../../../sdk/words/numbers.js';
import { stops } from '../live/sending.js';
import { TokenLabel } from '../parts/token-label.js';
import type { Desk } from './desk.js';
import { FormField } from './form-field.js';
import { offLimit, priceNow } from './model/limit.js';

/** A limit, in either direction of the pair, with the current market price beside it. */
export function PriceField({ desk, label }: { readonly desk: Desk; readonly label: string }) {
  const { form, change, live } = desk;
  const { kind, triggerOn, sell, buy, price, priceOf } = form.value;
  if (sell === undefined || buy === undefined) return null;
  const [of, per] = priceOf === 'sell' ? [buy, sell] : [sell, buy];
  const current = priceNow(live.value.quote, { sell, buy, priceOf });
  const off = offLimit(price, current, priceOf);
  const isSentAtOnce = kind === 'limit' && triggerOn === 'none' && stops.value.length === 0;
  const unit = (
    <button
      type="button"
      class="text-button"
      title="Give the price in the other direction"
      onClick={() => change({ priceOf: priceOf === 'sell' ? 'buy' : 'sell', price: '' })}
    >
      <TokenLabel token={of} /> per <TokenLabel token={per} /> <span aria-hidden="true">⇄</span>
    </button>
  );
  return (
    <div class="stack">
      <FormField
        desk={desk}
        name="price"
        label={label}
        unit={unit}
        hint={
          current === undefined
            ? 'The market’s price is shown once there is a quote.'
            : marketWords(current, off, isSentAtOnce)
        }
      />
      {current !== undefined && (
        <button type="button" class="text-button" onClick={() => change({ price: current })}>
          Take the market’s price
        </button>
      )}
    </div>
  );
}

/** Signed fraction at and below which a limit counts as worse than the market: smaller differences come from rounding. */
const NOTABLE = -0.005;

/** Market price, and how the limit compares with it. A limit that gives money away is highlighted. */
function marketWords(current: string, off: number | undefined, isSentAtOnce: boolean) {
  const market = `The market pays ${grouped(current)}`;
  if (off === undefined) return market;
  const text = `${market}; your limit is ${offWords(off)}`;
  if (off > NOTABLE) return text;
  return (
    <span class="is-warn">
      {text}
      {isSentAtOnce && ', and the order is sent at once'}
    </span>
  );
}

/** Difference between the limit and the market, better or worse for the seller. */
const offWords = (off: number): string =>
  off === 0 ? 'the same' : `${percentOf(Math.abs(off))} ${off > 0 ? 'better' : 'worse'} for you`;

import { grouped } from '../../../sdk/words/amounts.js';
import { percentOf } from '../../../sdk/words/numbers.js';
import { stops } from '../live/sending.js';
import { TokenLabel } from '../parts/token-label.js';
import type { Desk } from './desk.js';
import { Presets } from './presets.js';
import { FormField } from './form-field.js';
import { inOtherDirection, limitPrice } from './model/boxes.js';
import { isLimited } from './model/form.js';
import { offLimit, priceNow } from './model/limit.js';

interface PriceFieldProps {
  readonly desk: Desk;
  readonly label: string;
  /** Field of the limit: that of a limit order, or that of a recurring plan. */
  readonly name: 'price' | 'planPrice';
}

/** A limit, in either direction of the pair, with the current market price beside it. */
export function PriceField({ desk, label, name }: PriceFieldProps) {
  const { form, change, live } = desk;
  const { kind, triggerOn, sell, buy, priceOf } = form.value;
  if (sell === undefined || buy === undefined) return null;
  const [of, per] = priceOf === 'sell' ? [buy, sell] : [sell, buy];
  const current = priceNow(live.value.quote, { sell, buy, priceOf });
  const price = name === 'price' ? limitPrice(form.value) : form.value[name];
  const off = offLimit(price, current, priceOf);
  const isSentAtOnce =
    isLimited(kind) && (kind === 'bracket' || triggerOn === 'none') && stops.value.length === 0;
  const set = (text: string) => change({ [name]: text, ...(name === 'price' && { amountOut: '' }) });
  const unit = (
    <button
      type="button"
      class="text-button"
      title="Give the price in the other direction"
      onClick={() => change(inOtherDirection(form.peek()))}
    >
      <TokenLabel token={of} /> per <TokenLabel token={per} /> <span aria-hidden="true">⇄</span>
    </button>
  );
  return (
    <div class="stack price-field">
      <FormField
        desk={desk}
        name={name}
        text={price}
        onText={set}
        label={label}
        unit={unit}
        hint={
          current === undefined
            ? 'The market’s price is shown once there is a quote.'
            : marketWords(current, off, isSentAtOnce)
        }
      />
      <Presets
        label="Limit, compared with the market"
        current={current}
        steps={BETTER}
        isReversed={priceOf === 'buy'}
        title={(step) => (step === 0 ? 'Take the market’s price' : `${step}% better than the market`)}
        onChoose={set}
      />
    </div>
  );
}

/** Distances of the presets from the market, percent. */
const BETTER = [0, 1, 5, 10] as const;

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

import { dollars, plainNumber } from '../../../sdk/words/numbers.js';
import { nameFor } from '../live/token-names.js';
import { TokenLabel } from '../parts/token-label.js';
import { Choice } from '../parts/choice.js';
import { Field } from '../parts/field.js';
import { dollarsOf, type Desk } from './desk.js';

/** The prices of a stop and a target, and what each accepts at least. */
export function ExitFields({ desk }: { readonly desk: Desk }) {
  const { form, change } = desk;
  const { sell, buy, exitUnit } = form.value;
  if (sell === undefined || buy === undefined) return null;
  return (
    <>
      <div class="field">
        <span class="field-label">
          Prices of <TokenLabel token={sell} /> in
        </span>
        <Choice
          label="Unit of the prices"
          options={[
            ['usd', 'Dollars'],
            ['buy', nameFor(buy)],
          ]}
          value={exitUnit}
          onChoose={(chosen) => change({ exitUnit: chosen, stopPrice: '', targetPrice: '' })}
        />
        <p class="field-hint">{nowText(desk)}</p>
      </div>
      <Exit desk={desk} name="Target" price="targetPrice" least="targetLeast" />
      <Exit desk={desk} name="Stop" price="stopPrice" least="stopLeast" />
    </>
  );
}

interface ExitProps {
  readonly desk: Desk;
  readonly name: 'Target' | 'Stop';
  readonly price: 'targetPrice' | 'stopPrice';
  readonly least: 'targetLeast' | 'stopLeast';
}

function Exit({ desk: { form, change, drafted }, name, price, least }: ExitProps) {
  const { exitUnit, buy } = form.value;
  const { problems } = drafted.value;
  const symbol = buy === undefined ? '' : nameFor(buy);
  return (
    <div class="swap-pair">
      <Field
        label={`${name} price`}
        unit={exitUnit === 'usd' ? '$' : symbol}
        inputMode="decimal"
        value={form.value[price]}
        onInput={(text) => change({ [price]: text })}
        problem={problems[price] || undefined}
        hint={name === 'Target' ? 'Sold at this price or above.' : 'Sold at this price or below.'}
      />
      <Field
        label={`${name}: receive at least`}
        unit={symbol}
        inputMode="decimal"
        value={form.value[least]}
        onInput={(text) => change({ [least]: text })}
        problem={problems[least] || undefined}
        hint={
          name === 'Target'
            ? 'Optional. If empty, your slippage applies.'
            : 'Optional. If set, it does not sell below it, even in a crash.'
        }
      />
    </div>
  );
}

function nowText({ form }: Desk): string {
  const { sell, buy, exitUnit } = form.value;
  const price = sell === undefined ? undefined : dollarsOf(sell.contractId);
  if (price === undefined || buy === undefined) return 'It has no price now, so nothing would trigger.';
  if (exitUnit === 'usd') return `${dollars(price)} now`;
  const unit = dollarsOf(buy.contractId);
  return unit === undefined || unit === 0
    ? `${nameFor(buy)} has no price now, so nothing would trigger.`
    : `${plainNumber(price / unit)} ${nameFor(buy)} now`;
}

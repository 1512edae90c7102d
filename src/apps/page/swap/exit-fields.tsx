import { dollars, plainNumber } from '../../../sdk/words/numbers.js';
import { nameFor } from '../live/token-names.js';
import { TokenLabel } from '../parts/token-label.js';
import { ChoiceField } from '../parts/choice.js';
import { dollarsOf, type Desk } from './desk.js';
import { FormField } from './form-field.js';

/** The prices of a stop and a target, and the least amount that each accepts. */
export function ExitFields({ desk }: { readonly desk: Desk }) {
  const { form, change } = desk;
  const { sell, buy, exitUnit } = form.value;
  if (sell === undefined || buy === undefined) return null;
  return (
    <>
      <ChoiceField
        title={
          <>
            Prices of <TokenLabel token={sell} /> in
          </>
        }
        label="Unit of the prices"
        options={[
          ['usd', 'Dollars'],
          ['buy', nameFor(buy)],
        ]}
        value={exitUnit}
        onChoose={(chosen) => change({ exitUnit: chosen, stopPrice: '', targetPrice: '' })}
        hint={nowText(desk)}
      />
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

function Exit({ desk, name, price, least }: ExitProps) {
  const { exitUnit, buy } = desk.form.value;
  const symbol = buy === undefined ? '' : nameFor(buy);
  const isTarget = name === 'Target';
  return (
    <div class="grid">
      <FormField
        desk={desk}
        name={price}
        label={`${name} price`}
        unit={exitUnit === 'usd' ? '$' : symbol}
        hint={isTarget ? 'Sold at this price or above.' : 'Sold at this price or below.'}
      />
      <FormField
        desk={desk}
        name={least}
        label={`${name}: receive at least`}
        unit={symbol}
        hint={
          isTarget
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

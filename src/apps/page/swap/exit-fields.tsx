import { decimalText, dollars, plainNumber } from '../../../sdk/words/numbers.js';
import { nameFor } from '../live/token-names.js';
import { type ExitName } from '../../../sdk/words/order.js';
import { priceIn } from '../../../sdk/words/warnings.js';
import { TokenLabel } from '../parts/token-label.js';
import { ChoiceField } from '../parts/choice.js';
import { dollarsOf, type Desk } from './desk.js';
import { FormField } from './form-field.js';
import { Presets } from './presets.js';

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
      <Exit desk={desk} name="Take profit" price="targetPrice" least="targetLeast" />
      <Exit desk={desk} name="Stop loss" price="stopPrice" least="stopLeast" />
    </>
  );
}

interface ExitProps {
  readonly desk: Desk;
  readonly name: ExitName;
  readonly price: 'targetPrice' | 'stopPrice';
  readonly least: 'targetLeast' | 'stopLeast';
}

/** Distances of the presets from the price now, percent. */
const STEPS: Readonly<Record<ExitName, readonly number[]>> = {
  'Take profit': [5, 10, 20],
  'Stop loss': [-5, -10, -20],
};

function Exit({ desk, name, price, least }: ExitProps) {
  const { exitUnit, buy } = desk.form.value;
  const symbol = buy === undefined ? '' : nameFor(buy);
  const isTarget = name === 'Take profit';
  const current = currentPrice(desk);
  return (
    <div class="grid">
      <div class="stack price-field">
        <FormField
          desk={desk}
          name={price}
          label={`${name} price`}
          unit={exitUnit === 'usd' ? '$' : symbol}
          hint={isTarget ? 'Sold at this price or above.' : 'Sold at this price or below.'}
        />
        <Presets
          label={`${name}, compared with the price now`}
          current={current === undefined ? undefined : decimalText(current)}
          steps={STEPS[name]}
          title={(step) => `${Math.abs(step)}% ${step > 0 ? 'above' : 'below'} the price now`}
          onChoose={(text) => desk.change({ [price]: text })}
        />
      </div>
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

/** Current price of the sold token in the unit of the exits; undefined if a price is unknown. */
function currentPrice({ form }: Desk): number | undefined {
  const { sell, buy, exitUnit } = form.value;
  if (sell === undefined || buy === undefined) return undefined;
  return priceIn(dollarsOf)(sell.contractId, exitUnit === 'usd' ? 'USD' : buy.contractId);
}

function nowText(desk: Desk): string {
  const { buy, exitUnit } = desk.form.value;
  const price = currentPrice(desk);
  if (buy !== undefined && price !== undefined)
    return exitUnit === 'usd' ? `${dollars(price)} now` : `${plainNumber(price)} ${nameFor(buy)} now`;
  const name = buy !== undefined && exitUnit === 'buy' ? nameFor(buy) : 'It';
  return `${name} has no price now, so nothing would trigger.`;
}

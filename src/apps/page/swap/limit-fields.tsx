import { dollars } from '../../../sdk/words/numbers.js';
import { nameFor } from '../live/token-names.js';
import { ChoiceField } from '../parts/choice.js';
import { dollarsOf } from '../live/dollars.js';
import type { Desk } from './desk.js';
import { FormField } from './form-field.js';
import { PriceField } from './price-field.js';

/** The limit, and an optional dollar price that the order also waits for. */
export function LimitFields({ desk }: { readonly desk: Desk }) {
  const { triggerOn } = desk.form.value;
  const { sell, buy } = desk.form.value;
  if (sell === undefined || buy === undefined) return null;
  return (
    <>
      <PriceField desk={desk} name="price" label="Limit price" />
      <ChoiceField
        title="Also wait for a dollar price"
        label="Also wait for a dollar price"
        options={[
          ['none', 'No'],
          ['sell', `Of ${nameFor(sell)}`],
          ['buy', `Of ${nameFor(buy)}`],
        ]}
        value={triggerOn}
        onChoose={(chosen) => desk.change({ triggerOn: chosen, triggerPrice: '' })}
      />
      {triggerOn !== 'none' && <TriggerFields desk={desk} />}
    </>
  );
}

function TriggerFields({ desk }: { readonly desk: Desk }) {
  const { triggerOn, triggerSide, sell, buy } = desk.form.value;
  const token = triggerOn === 'sell' ? sell : buy;
  const usd = token === undefined ? undefined : dollarsOf(token.contractId);
  return (
    <div class="grid">
      <ChoiceField
        title="It is sent"
        label="Side of the price"
        options={[
          ['above', 'At or above'],
          ['below', 'At or below'],
        ]}
        value={triggerSide}
        onChoose={(chosen) => desk.change({ triggerSide: chosen })}
      />
      <FormField
        desk={desk}
        name="triggerPrice"
        label="Trigger"
        unit="$"
        hint={usd === undefined ? 'It has no price now.' : `${dollars(usd)} now`}
      />
    </div>
  );
}

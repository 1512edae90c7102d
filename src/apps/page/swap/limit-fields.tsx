import { dollars } from '../../../sdk/words/numbers.js';
import { nameFor } from '../live/token-names.js';
import { Choice } from '../parts/choice.js';
import { Field } from '../parts/field.js';
import { dollarsOf, type Desk } from './desk.js';
import { PriceField } from './price-field.js';

/** The limit, and a price that the order also waits for. */
export function LimitFields({ desk }: { readonly desk: Desk }) {
  const { triggerOn } = desk.form.value;
  const { sell, buy } = desk.form.value;
  if (sell === undefined || buy === undefined) return null;
  return (
    <>
      <PriceField desk={desk} label="Limit price" />
      <div class="field">
        <span class="field-label">Also wait for a dollar price</span>
        <Choice
          label="Also wait for a dollar price"
          options={[
            ['none', 'No'],
            ['sell', `Of ${nameFor(sell)}`],
            ['buy', `Of ${nameFor(buy)}`],
          ]}
          value={triggerOn}
          onChoose={(chosen) => desk.change({ triggerOn: chosen, triggerPrice: '' })}
        />
      </div>
      {triggerOn !== 'none' && <TriggerFields desk={desk} />}
    </>
  );
}

function TriggerFields({ desk: { form, change, drafted } }: { readonly desk: Desk }) {
  const { triggerOn, triggerSide, triggerPrice, sell, buy } = form.value;
  const token = triggerOn === 'sell' ? sell : buy;
  const usd = token === undefined ? undefined : dollarsOf(token.contractId);
  return (
    <div class="swap-pair">
      <div class="field">
        <span class="field-label">It is sent</span>
        <Choice
          label="Side of the price"
          options={[
            ['above', 'At or above'],
            ['below', 'At or below'],
          ]}
          value={triggerSide}
          onChoose={(chosen) => change({ triggerSide: chosen })}
        />
      </div>
      <Field
        label="Trigger"
        unit="$"
        inputMode="decimal"
        value={triggerPrice}
        onInput={(text) => change({ triggerPrice: text })}
        problem={drafted.value.problems.triggerPrice || undefined}
        hint={usd === undefined ? 'It has no price now.' : `${dollars(usd)} now`}
      />
    </div>
  );
}

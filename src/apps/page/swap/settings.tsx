import { useSignal, useSignalEffect } from '@preact/signals';
import { share } from '../../../sdk/words/numbers.js';
import { Choice, ChoiceField } from '../parts/choice.js';
import type { Desk } from './desk.js';
import { FormField } from './form-field.js';
import { isExactOut } from './model/boxes.js';
import { isSpread, type Form, type Validity } from './model/form.js';
import { fieldText, keptText } from './model/readings.js';
import { shownPercent } from './model/typed.js';

const SLIPPAGES = [
  ['0.1', share(0.001)],
  ['0.5', share(0.005)],
  ['1', share(0.01)],
] as const;

const VALIDITIES = [
  ['hour', '1 hour'],
  ['day', '1 day'],
  ['month', '30 days'],
  ['open', '90 days'],
  ['times', 'Times…'],
] as const satisfies readonly (readonly [Validity, string])[];

const TERMS = ['slippage', 'maxImpact', 'from', 'to'] as const;

/** Slippage, price impact and the time window. */
export function Settings({ desk }: { readonly desk: Desk }) {
  const { form, change, drafted } = desk;
  const { kind, slippage, validity } = form.value;
  const hasSlippage = !isBounded(form.value);
  const isOpen = useSignal(false);
  // Opens if a field needs correction. It never closes by itself, because the field may have the focus.
  useSignalEffect(() => {
    if (TERMS.some((field) => drafted.value.problems[field] !== undefined)) isOpen.value = true;
  });
  return (
    <details
      class="foldable"
      open={isOpen.value}
      onToggle={({ currentTarget }) => (isOpen.value = currentTarget.open)}
    >
      <summary>
        <span>Terms</span>
        <span class="muted">{summaryOf(desk)}</span>
      </summary>
      {hasSlippage && (
        <>
          <FormField
            desk={desk}
            name="slippage"
            label="Slippage"
            unit="%"
            whenEmpty="How much less than quoted is still fine?"
            hint="How much less than quoted a swap may pay before the chain aborts it."
          />
          <Choice
            label="Usual slippages"
            options={SLIPPAGES}
            value={keptText(slippage) as '0.1'}
            onChoose={(chosen) => change({ slippage: fieldText(chosen) })}
          />
        </>
      )}
      <FormField
        desk={desk}
        name="maxImpact"
        label="Max. price impact"
        unit="%"
        whenEmpty="At which price impact must the order wait?"
        hint="Waits while its price impact is higher."
      />
      {!isSpread(kind) && (
        <ChoiceField
          title="It may be sent for"
          label="How long it may be sent"
          options={VALIDITIES}
          value={validity}
          onChoose={(chosen) => change({ validity: chosen })}
        />
      )}
      {!isSpread(kind) && validity === 'times' && <Times desk={desk} />}
    </details>
  );
}

const Times = ({ desk }: { readonly desk: Desk }) => (
  <>
    <FormField
      desk={desk}
      name="from"
      label="Not before"
      type="datetime-local"
      hint="Optional. If empty, from now on."
    />
    <FormField
      desk={desk}
      name="to"
      label="Until"
      type="datetime-local"
      hint="Optional. If empty, for 90 days."
    />
  </>
);

/** Whether the form itself names the least to receive, so that no slippage applies. */
const isBounded = (form: Form): boolean => form.kind === 'limit' || isExactOut(form);

function summaryOf({ form }: Desk): string {
  const { kind, slippage, validity } = form.value;
  const time = isSpread(kind) ? undefined : VALIDITIES.find(([value]) => value === validity)?.[1];
  const parts = [isBounded(form.value) ? undefined : `slippage ${shownPercent(slippage, '?')}%`, time];
  return parts.filter((part) => part !== undefined).join(' · ');
}

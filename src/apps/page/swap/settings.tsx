import { useSignal, useSignalEffect } from '@preact/signals';
import { Choice } from '../parts/choice.js';
import { Field } from '../parts/field.js';
import type { Desk } from './desk.js';
import type { Validity } from './model/form.js';
import { MOST_SLIPPAGE } from './model/orders.js';
import { typedPercent } from './model/typed.js';

const SLIPPAGES = [
  ['0.1', '0.1%'],
  ['0.5', '0.5%'],
  ['1', '1%'],
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
  const { kind, slippage, maxImpact, validity } = form.value;
  const { problems } = drafted.value;
  const hasSlippage = kind !== 'limit';
  const isOpen = useSignal(false);
  // Opens if a field must be corrected. Only the visitor closes it: the field may have the focus.
  useSignalEffect(() => {
    if (TERMS.some((field) => drafted.value.problems[field] !== undefined)) isOpen.value = true;
  });
  return (
    <details
      class="swap-settings"
      open={isOpen.value}
      onToggle={({ currentTarget }) => (isOpen.value = currentTarget.open)}
    >
      <summary>
        <span>Terms</span>
        <span class="muted">{summaryOf(desk)}</span>
      </summary>
      {hasSlippage && (
        <>
          <Field
            label="Slippage"
            unit="%"
            inputMode="decimal"
            value={slippage}
            onInput={(text) => change({ slippage: text })}
            problem={
              problems.slippage === '' ? 'How much less than quoted is still fine?' : problems.slippage
            }
            hint="How much less than quoted a swap may pay before the chain aborts it."
          />
          <div class="field">
            <Choice
              label="Usual slippages"
              options={SLIPPAGES}
              value={slippage as '0.1'}
              onChoose={(chosen) => change({ slippage: chosen })}
            />
          </div>
        </>
      )}
      <Field
        label="Max. price impact"
        unit="%"
        inputMode="decimal"
        value={maxImpact}
        onInput={(text) => change({ maxImpact: text })}
        problem={
          problems.maxImpact === '' ? 'At which price impact must the order wait?' : problems.maxImpact
        }
        hint="Waits while its price impact is higher."
      />
      {kind !== 'recurring' && (
        <div class="field">
          <span class="field-label">It may be sent for</span>
          <Choice
            label="How long it may be sent"
            options={VALIDITIES}
            value={validity}
            onChoose={(chosen) => change({ validity: chosen })}
          />
        </div>
      )}
      {kind !== 'recurring' && validity === 'times' && <Times desk={desk} />}
    </details>
  );
}

function Times({ desk: { form, change, drafted } }: { readonly desk: Desk }) {
  const { problems } = drafted.value;
  return (
    <div class="swap-pair swap-times">
      <Field
        label="Not before"
        type="datetime-local"
        value={form.value.from}
        onInput={(text) => change({ from: text })}
        problem={problems.from}
        hint="Optional. If empty, from now on."
      />
      <Field
        label="Until"
        type="datetime-local"
        value={form.value.to}
        onInput={(text) => change({ to: text })}
        problem={problems.to}
        hint="Optional. If empty, for 90 days."
      />
    </div>
  );
}

const isPercent = (text: string): boolean => typedPercent(text, MOST_SLIPPAGE).value !== undefined;

function summaryOf({ form }: Desk): string {
  const { kind, slippage, validity } = form.value;
  const time = kind === 'recurring' ? undefined : VALIDITIES.find(([value]) => value === validity)?.[1];
  const parts = [kind === 'limit' ? undefined : `slippage ${isPercent(slippage) ? slippage : '?'}%`, time];
  return parts.filter((part) => part !== undefined).join(' · ');
}

import { exactAmount } from '../../../sdk/words/amounts.js';
import { nameFor } from '../live/token-names.js';
import { Choice } from '../parts/choice.js';
import { Field } from '../parts/field.js';
import type { Desk } from './desk.js';
import type { EveryUnit } from './model/form.js';
import { typedAmount, typedWhole } from './model/typed.js';
import { PriceField } from './price-field.js';

const UNITS = [
  ['minute', 'Minutes'],
  ['hour', 'Hours'],
  ['day', 'Days'],
  ['week', 'Weeks'],
] as const satisfies readonly (readonly [EveryUnit, string])[];

/** Fields of a recurring plan: how often it sells, from when, and whether only at a price. */
export function RecurringFields({ desk }: { readonly desk: Desk }) {
  const { form, change, drafted } = desk;
  const { runs, every, everyUnit, startAt } = form.value;
  const { problems } = drafted.value;
  return (
    <>
      <div class="swap-pair">
        <Field
          label="Orders"
          inputMode="numeric"
          value={runs}
          onInput={(text) => change({ runs: text })}
          problem={problems.runs || undefined}
          hint={sumText(desk)}
        />
        <Field
          label="One every"
          inputMode="numeric"
          value={every}
          onInput={(text) => change({ every: text })}
          problem={problems.every || undefined}
        />
      </div>
      <div class="field">
        <Choice
          label="Unit of the interval"
          options={UNITS}
          value={everyUnit}
          onChoose={(unit) => change({ everyUnit: unit })}
        />
      </div>
      <Field
        label="First one at"
        type="datetime-local"
        value={startAt}
        onInput={(text) => change({ startAt: text })}
        problem={problems.startAt}
        hint="Optional. If empty, the first is sent at once. A late one may be sent until the next is due."
      />
      <PriceField desk={desk} label="Only at this price or better (optional)" />
    </>
  );
}

function sumText({ form }: Desk): string | undefined {
  const { sell, amount, runs } = form.value;
  if (sell === undefined) return undefined;
  const [each, count] = [typedAmount(amount, sell).value, typedWhole(runs, 2, 100).value];
  if (each === undefined || count === undefined) return '2 to 100';
  const sum = exactAmount((BigInt(each) * BigInt(count)).toString(), sell.decimals);
  return `${sum} ${nameFor(sell)} in all`;
}

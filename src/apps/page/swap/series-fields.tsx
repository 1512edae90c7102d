import { exactAmount } from '../../../sdk/words/amounts.js';
import { nameFor } from '../live/token-names.js';
import { Choice } from '../parts/choice.js';
import type { Desk } from './desk.js';
import { FormField } from './form-field.js';
import { eachAmount } from './model/boxes.js';
import type { EveryUnit } from './model/form.js';
import { typedAmount, typedWhole } from './model/typed.js';
import { PriceField } from './price-field.js';

const UNITS = [
  ['minute', 'Minutes'],
  ['hour', 'Hours'],
  ['day', 'Days'],
  ['week', 'Weeks'],
] as const satisfies readonly (readonly [EveryUnit, string])[];

/** Fields of a recurring plan: interval, start, and an optional price. */
export const RecurringFields = ({ desk }: { readonly desk: Desk }) => (
  <>
    <div class="grid">
      <FormField desk={desk} name="runs" label="Orders" inputMode="numeric" hint={sumText(desk)} />
      <FormField desk={desk} name="every" label="One every" inputMode="numeric" />
    </div>
    <Choice
      label="Unit of the interval"
      options={UNITS}
      value={desk.form.value.everyUnit}
      onChoose={(unit) => desk.change({ everyUnit: unit })}
    />
    <StartField
      desk={desk}
      hint="Optional. If empty, the first is sent at once. A late one may be sent until the next is due."
    />
    <PriceField desk={desk} name="planPrice" label="Only at this price or better (optional)" />
  </>
);

/** Fields of an amount that is sold in parts: their number, the time that they take, and an optional price. */
export const TwapFields = ({ desk }: { readonly desk: Desk }) => (
  <>
    <div class="grid">
      <FormField desk={desk} name="parts" label="Parts" inputMode="numeric" hint={partText(desk)} />
      <FormField desk={desk} name="span" label="Over" inputMode="numeric" />
    </div>
    <Choice
      label="Unit of the time"
      options={UNITS}
      value={desk.form.value.spanUnit}
      onChoose={(unit) => desk.change({ spanUnit: unit })}
    />
    <StartField desk={desk} hint="Optional. If empty, from now on. A part that misses its time is skipped." />
    <PriceField desk={desk} name="planPrice" label="Only at this price or better (optional)" />
  </>
);

const StartField = ({ desk, hint }: { readonly desk: Desk; readonly hint: string }) => (
  <FormField desk={desk} name="startAt" label="First one at" type="datetime-local" hint={hint} />
);

function sumText({ form }: Desk): string | undefined {
  const { sell, amount, runs } = form.value;
  if (sell === undefined) return undefined;
  const [each, count] = [typedAmount(amount, sell).value, typedWhole(runs, 2, 100).value];
  if (each === undefined || count === undefined) return '2 to 100';
  const sum = exactAmount((BigInt(each) * BigInt(count)).toString(), sell.decimals);
  return `${sum} ${nameFor(sell)} in all`;
}

function partText({ form }: Desk): string | undefined {
  const { sell, parts } = form.value;
  if (sell === undefined) return undefined;
  const each = eachAmount(form.value, sell).value;
  if (each === undefined || typedWhole(parts, 2, 100).value === undefined) return '2 to 100';
  return `${exactAmount(each, sell.decimals)} ${nameFor(sell)} each`;
}

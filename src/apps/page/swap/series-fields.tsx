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
  <SeriesFields
    desk={desk}
    count={{ name: 'runs', label: 'Orders', hint: sumText(desk) }}
    length={{ name: 'every', label: 'One every' }}
    unit={{ name: 'everyUnit', label: 'Unit of the interval' }}
    start="Optional. If empty, the first is sent at once. A late one may be sent until the next is due."
  />
);

/** Fields of an amount that is sold in parts: their number, the time that they take, and an optional price. */
export const TwapFields = ({ desk }: { readonly desk: Desk }) => (
  <SeriesFields
    desk={desk}
    count={{ name: 'parts', label: 'Parts', hint: partText(desk) }}
    length={{ name: 'span', label: 'Over' }}
    unit={{ name: 'spanUnit', label: 'Unit of the time' }}
    start="Optional. If empty, from now on. A part that misses its time is skipped."
  />
);

interface SeriesProps {
  readonly desk: Desk;
  readonly count: Named<'runs' | 'parts'> & { readonly hint: string | undefined };
  readonly length: Named<'every' | 'span'>;
  readonly unit: Named<'everyUnit' | 'spanUnit'>;
  /** Hint of the start. */
  readonly start: string;
}

interface Named<N> {
  readonly name: N;
  readonly label: string;
}

const SeriesFields = ({ desk, count, length, unit, start }: SeriesProps) => (
  <>
    <div class="grid">
      <FormField desk={desk} {...count} inputMode="numeric" />
      <FormField desk={desk} {...length} inputMode="numeric" />
    </div>
    <Choice
      label={unit.label}
      options={UNITS}
      value={desk.form.value[unit.name]}
      onChoose={(chosen) => desk.change({ [unit.name]: chosen })}
    />
    <FormField desk={desk} name="startAt" label="First one at" type="datetime-local" hint={start} />
    <PriceField desk={desk} name="planPrice" label="Only at this price or better (optional)" />
  </>
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

import type { ListedToken } from '../../../sdk/client/index.js';
import { decimalText, dollars, plainNumber } from '../../../sdk/words/numbers.js';
import { nameFor } from '../live/token-names.js';
import { type ExitName } from '../../../sdk/words/order.js';
import { priceIn } from '../../../sdk/words/warnings.js';
import { TokenLabel } from '../parts/token-label.js';
import { ChoiceField } from '../parts/choice.js';
import { dollarsOf } from '../live/dollars.js';
import type { Desk } from './desk.js';
import { FormField } from './form-field.js';
import type { Form } from './model/form.js';
import { Presets } from './presets.js';

/** The prices of a stop and a target, and the least amount that each accepts. */
export const ExitFields = ({ desk }: { readonly desk: Desk }) => (
  <>
    <UnitField desk={desk} clears={['stopPrice', 'targetPrice']} />
    <div class="grid">
      <ExitPrice desk={desk} name="Take profit" price="targetPrice" />
      <LeastField desk={desk} name="Take profit" least="targetLeast" />
    </div>
    <div class="grid">
      <ExitPrice desk={desk} name="Stop loss" price="stopPrice" />
      <LeastField desk={desk} name="Stop loss" least="stopLeast" />
    </div>
  </>
);

/** The prices at which what an entry has bought is sold again. */
export const ThenFields = ({ desk }: { readonly desk: Desk }) => (
  <>
    <UnitField desk={desk} clears={['thenStop', 'thenTarget']} />
    <div class="grid">
      <ExitPrice desk={desk} name="Take profit" price="thenTarget" />
      <ExitPrice desk={desk} name="Stop loss" price="thenStop" />
    </div>
  </>
);

/** The distance of a trailing stop, and the price from which it counts. */
export function TrailFields({ desk }: { readonly desk: Desk }) {
  const { form, change } = desk;
  return (
    <>
      <div class="stack price-field">
        <FormField
          desk={desk}
          name="trailPercent"
          label="Sell when it falls by"
          unit="%"
          hint={stopText(desk)}
        />
        <div class="presets row" role="group" aria-label="Usual distances">
          {['2', '5', '10', '20'].map((percent) => (
            <button
              type="button"
              key={percent}
              class="preset"
              aria-pressed={form.value.trailPercent === percent}
              onClick={() => change({ trailPercent: percent })}
            >
              {percent}%
            </button>
          ))}
        </div>
      </div>
      <UnitField desk={desk} clears={['trailFrom']} />
      <FormField
        desk={desk}
        name="trailFrom"
        label="Only once the price has reached"
        unit={unitText(desk)}
        hint="Optional. If empty, it follows the price from now on."
      />
    </>
  );
}

/** Price at which a trailing stop would sell if the price fell from here. */
function stopText(desk: Desk): string {
  const price = currentPrice(desk);
  const percent = Number(desk.form.value.trailPercent);
  if (price === undefined || !(percent > 0 && percent < 100)) return 'Of the highest price from now on.';
  return `From the price now, it sells at ${priceText(desk, price * (1 - percent / 100))}. The stop rises once consecutive readings, 5 minutes apart, are higher, and it never falls.`;
}

type Priced = 'stopPrice' | 'targetPrice' | 'thenStop' | 'thenTarget';

/** Unit of the prices, with the current price. */
function UnitField({
  desk,
  clears,
}: {
  readonly desk: Desk;
  readonly clears: readonly (Priced | 'trailFrom')[];
}) {
  const pair = pairOf(desk.form.value);
  if (pair === undefined) return null;
  return (
    <ChoiceField
      title={
        <>
          Prices of <TokenLabel token={pair.priced} /> in
        </>
      }
      label="Unit of the prices"
      options={[
        ['usd', 'Dollars'],
        ['buy', nameFor(pair.other)],
      ]}
      value={desk.form.value.exitUnit}
      onChoose={(exitUnit) =>
        desk.change({ exitUnit, ...Object.fromEntries(clears.map((field) => [field, ''])) })
      }
      hint={nowText(desk)}
    />
  );
}

/** Distances of the presets from the price now, percent. */
const STEPS: Readonly<Record<ExitName, readonly number[]>> = {
  'Take profit': [5, 10, 20],
  'Stop loss': [-5, -10, -20],
};

interface ExitProps {
  readonly desk: Desk;
  readonly name: ExitName;
}

function ExitPrice({ desk, name, price }: ExitProps & { readonly price: Priced }) {
  const current = currentPrice(desk);
  return (
    <div class="stack price-field">
      <FormField
        desk={desk}
        name={price}
        label={`${name} price`}
        unit={unitText(desk)}
        hint={name === 'Take profit' ? 'Sold at this price or above.' : 'Sold at this price or below.'}
      />
      <Presets
        label={`${name}, compared with the price now`}
        current={current === undefined ? undefined : decimalText(current)}
        steps={STEPS[name]}
        title={(step) => `${Math.abs(step)}% ${step > 0 ? 'above' : 'below'} the price now`}
        onChoose={(text) => desk.change({ [price]: text })}
      />
    </div>
  );
}

const LeastField = ({ desk, name, least }: ExitProps & { readonly least: 'targetLeast' | 'stopLeast' }) => (
  <FormField
    desk={desk}
    name={least}
    label={`${name}: receive at least`}
    unit={desk.form.value.buy === undefined ? '' : nameFor(desk.form.value.buy)}
    hint={
      name === 'Take profit'
        ? 'Optional. If empty, your slippage applies.'
        : 'Optional. If set, it does not sell below it, even in a crash.'
    }
  />
);

interface Pair {
  /** Token whose price ends the position. */
  readonly priced: ListedToken;
  /** Token that the exits buy. */
  readonly other: ListedToken;
}

/** Tokens of the exits: those of the form, or in reverse if the form's order is their entry. */
function pairOf({ kind, sell, buy }: Form): Pair | undefined {
  if (sell === undefined || buy === undefined) return undefined;
  return kind === 'bracket' ? { priced: buy, other: sell } : { priced: sell, other: buy };
}

const unitText = ({ form }: Desk): string => {
  const pair = pairOf(form.value);
  return form.value.exitUnit === 'usd' || pair === undefined ? '$' : nameFor(pair.other);
};

/** Current price in the unit of the exits; undefined if a price is unknown. */
function currentPrice({ form }: Desk): number | undefined {
  const pair = pairOf(form.value);
  if (pair === undefined) return undefined;
  const unit = form.value.exitUnit === 'usd' ? 'USD' : pair.other.contractId;
  return priceIn(dollarsOf)(pair.priced.contractId, unit);
}

const priceText = (desk: Desk, price: number): string =>
  desk.form.value.exitUnit === 'usd' ? dollars(price) : `${plainNumber(price)} ${unitText(desk)}`;

function nowText(desk: Desk): string {
  const price = currentPrice(desk);
  if (price !== undefined) return `${priceText(desk, price)} now`;
  const name = desk.form.value.exitUnit === 'usd' ? 'It' : unitText(desk);
  return `${name} has no price now, so nothing would trigger.`;
}

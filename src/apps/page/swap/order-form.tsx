import type { ListedToken } from '../../../sdk/client/index.js';
import { exactAmount } from '../../../sdk/words/amounts.js';
import { now } from '../live/clock.js';
import { stops } from '../live/sending.js';
import { listedWords, nameFor } from '../live/token-names.js';
import { Choice } from '../parts/choice.js';
import { TokenLabel } from '../parts/token-label.js';
import { Action } from './action.js';
import { AmountBoxes } from './amount-boxes.js';
import { DepositOffer } from './deposit.js';
import type { Desk } from './desk.js';
import { ExitFields, ThenFields, TrailFields } from './exit-fields.js';
import { isExactOut, ofKind } from './model/boxes.js';
import { formWarnings } from './model/form-warnings.js';
import { LimitFields } from './limit-fields.js';
import type { Kind } from './model/form.js';
import { heldNow } from '../../../sdk/words/warnings.js';
import { MOST_IMPACT } from './model/fields.js';
import { tradedAs } from './model/sellable.js';
import { swapTiming, timesOf } from './model/timing.js';
import { typedAmount, typedPercent } from './model/typed.js';
import { PriceField } from './price-field.js';
import { Proceeds } from './proceeds.js';
import { RecurringFields, TwapFields } from './series-fields.js';
import { Settings } from './settings.js';

type Group = 'now' | 'limit' | 'exits' | 'recurring';

/** Intentions of visitors. Each group begins with its first kind. */
const GROUPS = [
  ['now', 'Now'],
  ['limit', 'Limit'],
  ['exits', 'Stop / profit'],
  ['recurring', 'Over time'],
] as const satisfies readonly (readonly [Group, string])[];

/** Kinds of a group, which a second choice offers. */
const KINDS: Readonly<Record<Group, readonly (readonly [Kind, string])[]>> = {
  now: [],
  limit: [
    ['limit', 'Limit alone'],
    ['bracket', 'Then stop and profit'],
  ],
  exits: [
    ['exits', 'At fixed prices'],
    ['trail', 'Trailing stop'],
  ],
  recurring: [
    ['recurring', 'Repeat an amount'],
    ['twap', 'Split an amount'],
  ],
};

const groupOf = (kind: Kind): Group =>
  GROUPS.map(([group]) => group).find((group) => KINDS[group].some(([one]) => one === kind)) ?? 'now';

const ABOUT: Readonly<Record<Exclude<Kind, 'now'>, string>> = {
  limit: 'Sent when the market pays your price or better. Type the price, or what you want to get.',
  exits:
    'Take profit and stop loss: whichever comes first cancels the other. Leave one price empty for the other alone.',
  bracket: 'An entry at your price. Once it fills, what it bought is sold at your profit or your stop.',
  trail: 'A stop that follows the price up. It sells when the price falls from its highest.',
  recurring: 'The same sale at regular times. All orders are signed now.',
  twap: 'One amount in equal parts, each at a random time of its turn (TWAP). All are signed now.',
};

const STOPPED = 'Sent once new swaps are sent again, for at least the quote less your slippage.';

interface FormProps {
  readonly desk: Desk;
  readonly tokens: readonly ListedToken[];
}

/** Form for the tokens to sell and to buy, and the terms. */
export function OrderForm({ desk, tokens }: FormProps) {
  const { kind } = desk.form.value;
  const group = groupOf(kind);
  const choose = (chosen: Kind) => {
    const form = desk.form.peek();
    // Exits sell what their entry bought, so it has to arrive where orders are paid from.
    const { buy } = form;
    const traded = chosen === 'bracket' && buy !== undefined ? tradedAs(buy, desk.sellers.peek()) : undefined;
    desk.change({
      ...ofKind(form, desk.filled.peek(), chosen),
      ...(traded !== undefined && { buy: traded }),
    });
  };
  return (
    <form class="card stack swap-form" aria-label="Order" onSubmit={(event) => event.preventDefault()}>
      <Choice
        label="Kind of order"
        options={GROUPS}
        value={group}
        onChoose={(chosen) => (chosen === group ? undefined : choose(chosen))}
      />
      {KINDS[group].length > 0 && (
        <Choice label="Which" options={KINDS[group]} value={kind} onChoose={choose} />
      )}
      <About desk={desk} />
      <AmountBoxes desk={desk} tokens={tokens} />
      <NotSold desk={desk} />
      {kind === 'limit' && <LimitFields desk={desk} />}
      {kind === 'bracket' && <EntryFields desk={desk} />}
      {kind === 'exits' && <ExitFields desk={desk} />}
      {kind === 'trail' && <TrailFields desk={desk} />}
      {kind === 'recurring' && <RecurringFields desk={desk} />}
      {kind === 'twap' && <TwapFields desk={desk} />}
      <Settings desk={desk} />
      <Proceeds orders={desk.drafted.value.orders} desk={desk} />
      <FormWarnings desk={desk} />
      <DepositOffer desk={desk} />
      <Action desk={desk} />
    </form>
  );
}

/** The price of an entry, and of the exits that follow it. */
const EntryFields = ({ desk }: { readonly desk: Desk }) => (
  <>
    <PriceField desk={desk} name="price" label="Entry price" />
    <ThenFields desk={desk} />
  </>
);

/** Says that no order can sell the chosen token. */
const NotSold = ({ desk }: { readonly desk: Desk }) => {
  const { sell } = desk.form.value;
  if (sell === undefined || tradedAs(sell, desk.sellers.value) !== undefined) return null;
  return (
    <p class="notice warn" role="status">
      <TokenLabel token={sell} /> can be quoted, but no order can sell it here. Choose another token.
    </p>
  );
};

/** Words on when the order is sent, in red if an immediate swap has to wait. */
function About({ desk }: { readonly desk: Desk }) {
  const { kind } = desk.form.value;
  const held = kind === 'now' && stops.value.length === 0 ? heldText(desk) : undefined;
  return (
    <p class={`small swap-about ${held === undefined ? 'muted' : 'is-bad'}`} role="status">
      {kind !== 'now' ? ABOUT[kind] : stops.value.length > 0 ? STOPPED : (held ?? nowText(desk))}
    </p>
  );
}

/** Warnings that the form may cost the visitor money, above the button that leads to the next step. */
const FormWarnings = ({ desk: { form, live, obstacles } }: { readonly desk: Desk }) => (
  <>
    {form.value.kind !== 'now' &&
      obstacles.value.map((text) => (
        <p class="banner warn" role="status" key={text}>
          {text}
        </p>
      ))}
    {formWarnings(form.value, live.value.quote).map((text) => (
      <p class="banner bad" role="alert" key={text.split(':')[0]}>
        {text}
      </p>
    ))}
  </>
);

function heldText({ filled, live, held, obstacles }: Desk): string | undefined {
  const { sell, amount, maxImpact } = filled.value;
  if (sell === undefined) return undefined;
  const units = typedAmount(amount, sell).value;
  const impact = typedPercent(maxImpact, MOST_IMPACT).value;
  const swap = {
    quote: live.value.quote,
    maxImpact: impact === undefined ? undefined : Number(impact),
    balance: held.balances.value?.get(sell.contractId),
  };
  const reasons = [
    ...heldNow({ inputToken: sell.contractId, amountIn: units }, swap, listedWords.value),
    ...obstacles.value,
  ];
  if (reasons.length === 0) return undefined;
  return [...reasons, swapTiming(timesOf(filled.value, now.value), undefined, now.value)].join(' ');
}

function nowText({ form, live }: Desk): string {
  const { buy, amountOut } = form.value;
  const least =
    buy !== undefined && isExactOut(form.value)
      ? typedAmount(amountOut, buy).value
      : live.value.quote?.minimumReceived;
  const amount =
    buy === undefined || least === undefined || least === '0'
      ? 'the quote less your slippage'
      : `${exactAmount(least, buy.decimals)} ${nameFor(buy)}`;
  return swapTiming(timesOf(form.value, now.value), amount, now.value);
}

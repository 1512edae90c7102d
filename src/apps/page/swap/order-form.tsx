import type { ListedToken } from '../../../sdk/client/index.js';
import { exactAmount } from '../../../sdk/words/amounts.js';
import { now } from '../live/clock.js';
import { stops } from '../live/sending.js';
import { listedWords, nameFor } from '../live/token-names.js';
import { Choice } from '../parts/choice.js';
import { Action } from './action.js';
import { AmountBoxes } from './amount-boxes.js';
import type { Desk } from './desk.js';
import { ExitFields } from './exit-fields.js';
import { isExactOut, ofKind } from './model/boxes.js';
import { formWarnings } from './model/form-warnings.js';
import { LimitFields } from './limit-fields.js';
import type { Kind } from './model/form.js';
import { heldNow } from '../../../sdk/words/warnings.js';
import { MOST_IMPACT } from './model/orders.js';
import { swapTiming, timesOf } from './model/timing.js';
import { typedAmount, typedPercent } from './model/typed.js';
import { PlainToken } from './plain-token.js';
import { RecurringFields } from './recurring-fields.js';
import { Settings } from './settings.js';

const KINDS = [
  ['now', 'Now'],
  ['limit', 'Limit'],
  ['exits', 'Stop / profit'],
  ['recurring', 'Recurring'],
] as const satisfies readonly (readonly [Kind, string])[];

const ABOUT: Readonly<Record<Exclude<Kind, 'now'>, string>> = {
  limit: 'Sent when the market pays your price or better. Type the price, or what you want to get.',
  exits:
    'Take profit and stop loss: whichever comes first cancels the other. Leave one price empty for the other alone.',
  recurring: 'The same sale at regular times. All orders are signed now.',
};

const STOPPED = 'Sent once new swaps are sent again, for at least the quote less your slippage.';

interface FormProps {
  readonly desk: Desk;
  readonly tokens: readonly ListedToken[];
}

/** Form for the tokens to sell and to buy, and the terms. */
export function OrderForm({ desk, tokens }: FormProps) {
  const { kind } = desk.form.value;
  return (
    <form class="card stack swap-form" aria-label="Order" onSubmit={(event) => event.preventDefault()}>
      <Choice
        label="Kind of order"
        options={KINDS}
        value={kind}
        onChoose={(chosen) => desk.change(ofKind(desk.form.peek(), desk.filled.peek(), chosen))}
      />
      <About desk={desk} />
      <AmountBoxes desk={desk} tokens={tokens} />
      <PlainToken desk={desk} tokens={tokens} />
      {kind === 'limit' && <LimitFields desk={desk} />}
      {kind === 'exits' && <ExitFields desk={desk} />}
      {kind === 'recurring' && <RecurringFields desk={desk} />}
      <Settings desk={desk} />
      <FormWarnings desk={desk} />
      <Action desk={desk} />
    </form>
  );
}

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

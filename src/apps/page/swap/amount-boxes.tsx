import type { ListedToken } from '../../../sdk/client/index.js';
import { decimal } from '../../../sdk/signing/index.js';
import { exactAmount } from '../../../sdk/words/amounts.js';
import { BuyInput, SellInput } from './amount-inputs.js';
import { nameFor } from '../live/token-names.js';
import type { Desk } from './desk.js';
import { isExactOut, limitOut, typedSold } from './model/boxes.js';
import { isLimited } from './model/form.js';
import { flipped } from './model/flip.js';
import { overBalance } from './model/form-warnings.js';
import { whyNotSold } from './model/sellable.js';
import { typedAmount } from './model/typed.js';
import { TokenPicker } from './token-picker.js';
import { Worth, WorthNote } from './worth.js';

interface BoxesProps {
  readonly desk: Desk;
  readonly tokens: readonly ListedToken[];
}

/** Inputs of the tokens to sell and to buy, with a button between them that swaps the two. */
export function AmountBoxes({ desk, tokens }: BoxesProps) {
  const { facts, form, filled, change, held, drafted } = desk;
  const { sell, buy } = form.value;
  const list = { tokens, held };
  const canSell = (token: ListedToken) => whyNotSold(token, facts, tokens) === undefined;
  const reversed = () => flipped(form.peek(), outputOf(desk), { tokens, canSell });
  const isReversible = reversed() !== undefined;
  return (
    <div class="amount-boxes stack">
      <div class="amount-box">
        <SellInput desk={desk} />
        <TokenPicker
          label="Sell"
          token={sell}
          {...list}
          whyNot={(token) => whyNotSold(token, facts, tokens)}
          onPick={(token) =>
            change((token.contractId === buy?.contractId ? reversed() : undefined) ?? { sell: token })
          }
        />
        <Worth units={soldUnits(desk)} token={sell} />
        {sell !== undefined && <Held desk={desk} token={sell} />}
        <p class="field-hint is-warn" role="status">
          {overBalance(filled.value, held.balances.value)}
        </p>
      </div>
      <button
        type="button"
        class="flip"
        aria-label="Swap the other way round"
        title={
          isReversible || buy === undefined
            ? 'Swap the other way round'
            : `No order can sell ${nameFor(buy)}: it has no subnet copy here`
        }
        disabled={!isReversible}
        onClick={() => change(reversed() ?? {})}
      >
        <span aria-hidden="true">⇅</span>
      </button>
      <div class="amount-box">
        <BuyInput desk={desk} />
        <TokenPicker
          label="Buy"
          token={buy}
          {...list}
          onPick={(token) =>
            change((token.contractId === sell?.contractId ? reversed() : undefined) ?? { buy: token })
          }
        />
        <Worth units={boughtUnits(desk)} token={buy} />
        <MarketNow desk={desk} />
        {drafted.value.problems.buy !== undefined && (
          <p class="field-hint is-bad" role="alert">
            {drafted.value.problems.buy}
          </p>
        )}
      </div>
      <WorthNote quote={desk.live.value.quote} sell={sell} buy={buy} />
    </div>
  );
}

/** Amount that the box to buy shows, whole tokens; empty without one. */
function outputOf({ form, live }: Desk): string {
  const { kind, buy, amountOut } = form.value;
  if (buy === undefined) return '';
  if (isLimited(kind)) return limitOut(form.value);
  if (isExactOut(form.value)) return amountOut;
  const units = live.value.quote?.amountOutExact ?? '0';
  return units === '0' ? '' : decimal(units, buy.decimals);
}

/** Output of the market now, beside the amount of a limit. */
function MarketNow({ desk: { form, live } }: { readonly desk: Desk }) {
  const { kind, buy } = form.value;
  const units = live.value.quote?.amountOutExact;
  if (!isLimited(kind) || buy === undefined || units === undefined || units === '0') return null;
  return <span class="amount-held clip muted small">Market now {exactAmount(units, buy.decimals)}</span>;
}

const boughtUnits = (desk: Desk): string | undefined => {
  const { buy } = desk.form.value;
  return buy === undefined ? undefined : typedAmount(outputOf(desk), buy).value;
};

const soldUnits = ({ filled }: Desk): string | undefined => {
  const { sell, amount } = filled.value;
  return sell === undefined ? undefined : typedAmount(amount, sell).value;
};

/** Balance of the wallet, and buttons that sell half or all of it. */
function Held({ desk: { form, held, change }, token }: { readonly desk: Desk; readonly token: ListedToken }) {
  const balances = held.balances.value;
  if (balances === undefined) return null;
  const units = balances.get(token.contractId);
  if (units === undefined) return <Unknown />;
  const sellButton = (text: string, amount: bigint) => (
    <button
      type="button"
      class="text-button"
      aria-label={`${text} of the balance`}
      onClick={() => change(typedSold(form.peek(), decimal(amount, token.decimals)))}
    >
      {text}
    </button>
  );
  return (
    <span class="amount-held clip muted small" title={exactAmount(units.toString(), token.decimals)}>
      Balance {exactAmount(units.toString(), token.decimals)}
      {units > 1n && sellButton('50%', units / 2n)}
      {units > 0n && sellButton('Max', units)}
    </span>
  );
}

/** Placeholder for a balance that is loading or unreadable: such a balance is never shown as 0. */
const Unknown = () => (
  <span class="amount-held clip muted small" title="The balance is not known">
    Balance <span aria-hidden="true">–</span>
    <span class="sr-only">not known</span>
  </span>
);

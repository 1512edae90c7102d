import type { ListedToken } from '../../../sdk/client/index.js';
import { decimal } from '../../../sdk/signing/index.js';
import { exactAmount, shortAmount } from '../../../sdk/words/amounts.js';
import { nameFor } from '../live/token-names.js';
import type { Desk } from './desk.js';
import { flipped } from './model/form.js';
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
  const { facts, form, change, held, drafted } = desk;
  const { sell, buy, kind } = form.value;
  const list = { tokens, held };
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
            change(token.contractId === buy?.contractId ? flipped(form.peek()) : { sell: token })
          }
        />
        <Worth units={typedAmountOf(desk)} token={sell} />
        {sell !== undefined && <Held desk={desk} token={sell} />}
        <p class="field-hint is-warn" role="status">
          {overBalance(form.value, held.balances.value)}
        </p>
      </div>
      <button
        type="button"
        class="flip"
        aria-label="Swap the other way round"
        title="Swap the other way round"
        onClick={() => change(flipped(form.peek()))}
      >
        <span aria-hidden="true">⇅</span>
      </button>
      <div class="amount-box">
        <span class="field-label">{kind === 'now' ? 'Buy, as quoted' : 'Buy, at the market now'}</span>
        <Bought desk={desk} />
        <TokenPicker
          label="Buy"
          token={buy}
          {...list}
          onPick={(token) =>
            change(token.contractId === sell?.contractId ? flipped(form.peek()) : { buy: token })
          }
        />
        <Worth units={desk.live.value.quote?.amountOutExact} token={buy} />
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

const typedAmountOf = ({ form }: Desk): string | undefined => {
  const { sell, amount } = form.value;
  return sell === undefined ? undefined : typedAmount(amount, sell).value;
};

function SellInput({ desk: { form, change, drafted } }: { readonly desk: Desk }) {
  const { kind, amount } = form.value;
  const problem = drafted.value.problems.amount;
  return (
    <>
      <label class="field-label" for="swap-amount">
        {kind === 'recurring' ? 'Sell, each time' : 'Sell'}
      </label>
      <span class={cellClass(amount)}>
        <input
          id="swap-amount"
          class="amount"
          style={fit(amount)}
          inputmode="decimal"
          autocomplete="off"
          placeholder="0"
          value={amount}
          aria-invalid={Boolean(problem)}
          aria-describedby={problem ? 'swap-amount-problem' : undefined}
          onInput={({ currentTarget }) => change({ amount: currentTarget.value })}
        />
      </span>
      {problem ? (
        <p class="field-hint is-bad" id="swap-amount-problem">
          {problem}
        </p>
      ) : null}
    </>
  );
}

function Bought({ desk: { live, form } }: { readonly desk: Desk }) {
  const { quote, isLoading } = live.value;
  const { buy } = form.value;
  if (quote === undefined || buy === undefined || quote.path.length === 0)
    return (
      <span class="amount-cell">
        <output class="amount muted" aria-label="Bought, as quoted">
          {isLoading ? '…' : '–'}
        </output>
      </span>
    );
  const exact = exactAmount(quote.amountOutExact, buy.decimals);
  const shown = shortAmount(quote.amountOutExact, buy.decimals);
  return (
    <span class="amount-cell">
      <output
        class="amount"
        style={fit(shown)}
        aria-label="Bought, as quoted"
        title={`${exact} ${nameFor(buy)}`}
      >
        {shown}
      </output>
    </span>
  );
}

const LONG_DIGITS = 12;

/** Class of an amount's cell. On a phone, a long amount gets its own line. */
const cellClass = (amount: string): string => `amount-cell ${amount.length > LONG_DIGITS ? 'is-long' : ''}`;

/** Style that shrinks long amounts to fit: with a digit cut off, one would look like a different amount. */
const fit = (amount: string) => ({ '--digits': String(Math.max(amount.length, 1)) });

/** Balance of the wallet, and buttons that sell half or all of it. */
function Held({ desk: { held, change }, token }: { readonly desk: Desk; readonly token: ListedToken }) {
  const balances = held.balances.value;
  if (balances === undefined) return null;
  const units = balances.get(token.contractId);
  if (units === undefined) return <Unknown />;
  const sellButton = (text: string, amount: bigint) => (
    <button
      type="button"
      class="text-button"
      aria-label={`${text} of the balance`}
      onClick={() => change({ amount: decimal(amount, token.decimals) })}
    >
      {text}
    </button>
  );
  return (
    <span class="amount-held clip muted small">
      <span title={exactAmount(units.toString(), token.decimals)}>
        Balance {shortAmount(units.toString(), token.decimals)}
      </span>
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

import type { ListedToken } from '../../../client/index.js';
import { decimal } from '../../../signing/index.js';
import { exactAmount, shortAmount } from '../format/amounts.js';
import { dollars } from '../format/numbers.js';
import { oneLine } from '../format/names.js';
import { dollarsOf, type Desk } from './desk.js';
import { flipped } from './model/form.js';
import { typedAmount } from './model/typed.js';
import { TokenPicker } from './token-picker.js';

interface BoxesProps {
  readonly desk: Desk;
  readonly tokens: readonly ListedToken[];
}

/** What is sold, what is bought, and a button between them that turns the swap round. */
export function AmountBoxes({ desk, tokens }: BoxesProps) {
  const { form, change, held } = desk;
  const { sell, buy, kind } = form.value;
  const list = { tokens, held };
  return (
    <div class="amount-boxes">
      <div class="amount-box">
        <SellInput desk={desk} />
        <TokenPicker
          label="Sell"
          token={sell}
          {...list}
          isForSale
          onPick={(token) =>
            change(token.contractId === buy?.contractId ? flipped(form.peek()) : { sell: token })
          }
        />
        <Worth units={typedAmountOf(desk)} token={sell} />
        {sell !== undefined && <Held desk={desk} token={sell} />}
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
        <span class="amount-label">{kind === 'now' ? 'Buy, as quoted' : 'Buy, at the market now'}</span>
        <Bought desk={desk} />
        <TokenPicker
          label="Buy"
          token={buy}
          {...list}
          isForSale={false}
          onPick={(token) =>
            change(token.contractId === sell?.contractId ? flipped(form.peek()) : { buy: token })
          }
        />
        <Worth units={desk.live.value.quote?.amountOutExact} token={buy} />
      </div>
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
      <label class="amount-label" for="swap-amount">
        {kind === 'recurring' ? 'Sell, each time' : 'Sell'}
      </label>
      <input
        id="swap-amount"
        class="amount-input"
        style={{ fontSize: sizeFor(amount) }}
        inputmode="decimal"
        autocomplete="off"
        placeholder="0"
        value={amount}
        aria-invalid={Boolean(problem)}
        aria-describedby={problem ? 'swap-amount-problem' : undefined}
        onInput={({ currentTarget }) => change({ amount: currentTarget.value })}
      />
      {problem ? (
        <p class="field-problem amount-problem" id="swap-amount-problem">
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
      <output class="amount-output muted" aria-label="Bought, as quoted">
        {isLoading ? '…' : '–'}
      </output>
    );
  const exact = exactAmount(quote.amountOutExact, buy.decimals);
  const shown = shortAmount(quote.amountOutExact, buy.decimals);
  return (
    <output
      class="amount-output"
      style={{ fontSize: sizeFor(shown) }}
      aria-label="Bought, as quoted"
      title={`${exact} ${oneLine(buy.symbol, 16)}`}
    >
      {shown}
    </output>
  );
}

const LARGE_REM = 1.5;
const SMALL_REM = 0.75;
const LARGE_DIGITS = 7;

/** Long amounts are written smaller: a digit that is cut off would make another amount of it. */
const sizeFor = (amount: string): string =>
  `${Math.max(SMALL_REM, LARGE_REM * Math.min(1, LARGE_DIGITS / amount.length))}rem`;

/** About how many dollars an amount is worth. */
function Worth({
  units,
  token,
}: {
  readonly units: string | undefined;
  readonly token: ListedToken | undefined;
}) {
  const usd = token === undefined ? undefined : dollarsOf(token.contractId);
  if (units === undefined || units === '0' || token === undefined || usd === undefined)
    return <span class="amount-worth muted">&nbsp;</span>;
  return <span class="amount-worth muted">≈ {dollars(Number(decimal(units, token.decimals)) * usd)}</span>;
}

/** What the wallet holds, and a button that sells all of it. */
function Held({ desk: { held, change }, token }: { readonly desk: Desk; readonly token: ListedToken }) {
  const balances = held.balances.value;
  if (balances === undefined) return null;
  const units = balances.get(token.contractId)?.toString();
  if (units === undefined) return <Unknown />;
  return (
    <span class="amount-held muted">
      <span title={exactAmount(units, token.decimals)}>Balance {shortAmount(units, token.decimals)}</span>
      {units !== '0' && (
        <button
          type="button"
          class="text-button"
          onClick={() => change({ amount: decimal(units, token.decimals) })}
        >
          All
        </button>
      )}
    </span>
  );
}

/** It is read, or cannot be: never shown as 0. */
const Unknown = () => (
  <span class="amount-held muted" title="The balance is not known">
    Balance <span aria-hidden="true">–</span>
    <span class="sr-only">not known</span>
  </span>
);

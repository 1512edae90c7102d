import { Tip } from '../parts/tip.js';
import type { ListedToken } from '../../../sdk/client/index.js';
import { decimal } from '../../../sdk/signing/index.js';
import { exactAmount } from '../../../sdk/words/amounts.js';
import { BuyInput, SellInput } from './amount-inputs.js';
import { baseId } from '../live/base-id.js';
import { nameFor } from '../live/token-names.js';
import { Arrival } from './arrival.js';
import { depositOf } from './deposit.js';
import type { Desk } from './desk.js';
import { isExactOut, limitOut, typedSold } from './model/boxes.js';
import { isLimited, isSellable } from './model/form.js';
import { flipped } from './model/flip.js';
import { overBalance } from './model/form-warnings.js';
import { tradedAs, whyNotSold } from './model/sellable.js';
import { typedAmount } from './model/typed.js';
import { TokenPicker } from './token-picker.js';
import { TokenWarning } from './token-warning.js';
import { Worth, WorthNote } from './worth.js';
import { fieldText } from './model/readings.js';

interface BoxesProps {
  readonly desk: Desk;
  readonly tokens: readonly ListedToken[];
}

/** Inputs of the tokens to sell and to buy, with a button between them that swaps the two. */
export function AmountBoxes({ desk, tokens }: BoxesProps) {
  const { form, filled, change, held, sellers, drafted } = desk;
  const { sell, buy } = form.value;
  const list = { tokens, held };
  const reversed = () => flipped(form.peek(), outputOf(desk), sellers.value);
  const isReversible = reversed() !== undefined;
  const isOther = (token: ListedToken, other: ListedToken | undefined) =>
    other !== undefined && baseId(token) === baseId(other);
  return (
    <div class="amount-boxes stack">
      <div class="amount-box">
        <SellInput desk={desk} />
        <TokenPicker
          label="Sell"
          token={sell}
          {...list}
          whyNot={(token) => whyNotSold(token, sellers.value)}
          onPick={(token) =>
            change(
              (isOther(token, buy) ? reversed() : undefined) ?? {
                sell: tradedAs(token, sellers.peek()) ?? token,
              },
            )
          }
        />
        <div class="amount-foot">
          <Worth units={soldUnits(desk)} token={sell} />
          {sell !== undefined && <Held desk={desk} token={sell} />}
        </div>
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
            : `No order can sell ${nameFor(buy)} here`
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
            change(
              (isOther(token, sell) ? reversed() : undefined) ?? {
                buy: (arrivesInWallet(desk) ? undefined : tradedAs(token, sellers.peek())) ?? token,
              },
            )
          }
        />
        <div class="amount-foot">
          <Worth units={boughtUnits(desk)} token={buy} />
          {buy !== undefined && <TokenWarning token={buy} />}
          <Arrival desk={desk} />
          <MarketNow desk={desk} />
        </div>
        {drafted.value.problems.buy !== undefined && (
          <p class="field-hint is-bad" role="alert">
            {drafted.value.problems.buy}
          </p>
        )}
      </div>
      <WorthNote desk={desk} />
    </div>
  );
}

/** Whether the visitor has the bought token sent to the wallet, although it could be traded on at once. */
const arrivesInWallet = ({ form, sellers }: Desk): boolean => {
  const { buy } = form.peek();
  return buy !== undefined && !isSellable(buy) && tradedAs(buy, sellers.peek()) !== undefined;
};

/** Amount that the box to buy shows, whole tokens; empty without one. */
function outputOf({ form, live }: Desk): string {
  const { kind, buy, amountOut } = form.value;
  if (buy === undefined) return '';
  if (isLimited(kind)) return limitOut(form.value);
  if (isExactOut(form.value)) return amountOut;
  const units = live.value.quote?.amountOutExact ?? '0';
  return units === '0' ? '' : fieldText(decimal(units, buy.decimals));
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

/** Balance to trade, with buttons that sell half or all of it, and what the wallet could deposit into it. */
function Held({ desk, token }: { readonly desk: Desk; readonly token: ListedToken }) {
  const { form, held, sellers, change } = desk;
  const balances = held.balances.value;
  if (balances === undefined) return null;
  const units = balances.get(token.contractId);
  if (units === undefined) return <Unknown />;
  const deposit = depositOf(desk);
  const others = sellers.value.tokens.filter(
    (other) =>
      other.contractId !== token.contractId &&
      baseId(other) === baseId(token) &&
      sellers.value.canSell(other) &&
      sellers.value.held(other.contractId) > 0n,
  );
  const sellButton = (text: string, amount: bigint) => (
    <button
      type="button"
      class="text-button"
      aria-label={`${text} of the balance`}
      onClick={() => change(typedSold(form.peek(), fieldText(decimal(amount, token.decimals))))}
    >
      {text}
    </button>
  );
  return (
    <>
      <span class="amount-held clip muted small" title={exactAmount(units, token.decimals)}>
        To trade {exactAmount(units, token.decimals)}
        {units > 1n && sellButton('50%', units / 2n)}
        {units > 0n && sellButton('Max', units)}
        <AboutBalance />
      </span>
      {deposit !== undefined && (
        <span class="amount-line clip muted small">
          In the wallet {exactAmount(deposit.wallet, token.decimals)}
          <button type="button" class="text-button" onClick={() => deposit.ask()}>
            Deposit
          </button>
        </span>
      )}
      {others.map((other) => (
        <span key={other.contractId} class="amount-line clip muted small" title={other.contractId}>
          Also to trade {exactAmount(sellers.value.held(other.contractId), token.decimals)}
          <button type="button" class="text-button" onClick={() => change({ sell: other })}>
            Use
          </button>
        </span>
      ))}
    </>
  );
}

/** Explanation of the balance that pays for orders. */
const AboutBalance = () => (
  <Tip class="dotted" about="Deposited at the exchange: orders are paid from it. The rest is in your wallet.">
    ?
  </Tip>
);

/** Placeholder for a balance that is loading or unreadable: such a balance is never shown as 0. */
const Unknown = () => (
  <span class="amount-held clip muted small" title="The balance is not known">
    To trade <span aria-hidden="true">–</span>
    <span class="sr-only">not known</span>
  </span>
);

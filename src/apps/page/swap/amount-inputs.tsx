import { decimal } from '../../../sdk/signing/index.js';
import { grouped } from '../../../sdk/words/amounts.js';
import { nameFor } from '../live/token-names.js';
import type { Desk } from './desk.js';
import { Readings } from './readings.js';
import { isLimited, type Kind } from './model/form.js';
import { isExactOut, isPricedByAmounts, limitOut, typedBought, typedSold } from './model/boxes.js';
import { fieldText } from './model/readings.js';

/** Label of the amount that each order of a series buys. */
const BOUGHT: Readonly<Partial<Record<Kind, string>>> = {
  recurring: 'Buy, each time, at the market now',
  twap: 'Buy, each part, at the market now',
};

/** Amount to sell: typed, or as quoted if the amount to buy of a swap now was typed. */
export function SellInput({ desk }: { readonly desk: Desk }) {
  const { form, filled, change, drafted, live } = desk;
  const { kind, amount } = form.value;
  const isQuoted = isExactOut(form.value);
  return (
    <AmountInput
      id="swap-amount"
      label={kind === 'recurring' ? 'Sell, each time' : kind === 'twap' ? 'Sell, in all' : 'Sell'}
      note={isQuoted ? 'as quoted' : undefined}
      value={isQuoted ? filled.value.amount : amount}
      isLoading={isQuoted && live.value.isLoading}
      problem={drafted.value.problems.amount}
      onInput={(text) => change(typedSold(form.peek(), text))}
    />
  );
}

/** Amount to buy: as quoted, as a limit gives it, or typed, if the kind of order can buy a given amount. */
export function BuyInput({ desk }: { readonly desk: Desk }) {
  const { form, change, drafted, live } = desk;
  const { kind, amountOut, buy } = form.value;
  const { quote, isLoading } = live.value;
  const quoted = buy === undefined ? '' : quotedText(quote?.amountOutExact, buy);
  const typing = {
    id: 'swap-bought',
    problem: drafted.value.problems.amountOut,
    onInput: (text: string) => change(typedBought(form.peek(), text)),
  };
  if (kind === 'now') {
    const isTyped = isExactOut(form.value);
    return (
      <AmountInput
        {...typing}
        label="Buy"
        note={isTyped ? undefined : 'as quoted'}
        value={isTyped ? amountOut : fieldText(quoted)}
        isLoading={!isTyped && isLoading}
      />
    );
  }
  if (isLimited(kind))
    return (
      <AmountInput
        {...typing}
        label="Buy, at least"
        note={isPricedByAmounts(form.value) ? undefined : 'at your price'}
        value={limitOut(form.value)}
        isLoading={false}
      />
    );
  const text = quoted === '' ? (isLoading ? '…' : '–') : grouped(quoted);
  return (
    <>
      <span class="field-label">{BOUGHT[kind] ?? 'Buy, at the market now'}</span>
      <span class={cellClass(text)}>
        <output
          class={quoted === '' ? 'amount muted' : 'amount'}
          style={fit(text)}
          aria-label="Bought, as quoted"
          title={buy !== undefined && quoted !== '' ? `${text} ${nameFor(buy)}` : undefined}
        >
          {text}
        </output>
      </span>
    </>
  );
}

/** A quoted amount as decimal text; empty without a quote or a route. */
const quotedText = (units: string | undefined, { decimals }: { readonly decimals: number }): string =>
  units === undefined || units === '0' ? '' : decimal(units, decimals);

interface InputProps {
  readonly id: string;
  readonly label: string;
  /** Origin of a value that was not typed. */
  readonly note: string | undefined;
  readonly value: string;
  readonly isLoading: boolean;
  readonly problem: string | undefined;
  readonly onInput: (text: string) => void;
}

function AmountInput({ id, label, note, value, isLoading, problem, onInput }: InputProps) {
  return (
    <>
      <span class="field-label between">
        <label for={id}>{label}</label>
        {note !== undefined && <span class="muted small">{note}</span>}
      </span>
      <span class={cellClass(value)}>
        <input
          id={id}
          class="amount"
          style={fit(value)}
          inputmode="decimal"
          autocomplete="off"
          placeholder={isLoading ? '…' : '0'}
          value={value}
          aria-invalid={Boolean(problem)}
          aria-describedby={problem ? `${id}-problem` : undefined}
          onInput={({ currentTarget }) => onInput(currentTarget.value)}
        />
      </span>
      {problem ? (
        <p class="field-hint is-bad" id={`${id}-problem`}>
          {problem}
        </p>
      ) : null}
      <Readings text={note === undefined ? value : ''} onChoose={onInput} />
    </>
  );
}

const LONG_DIGITS = 12;

/** Class of an amount's cell. On a phone, a long amount gets its own line. */
const cellClass = (amount: string): string => `amount-cell ${amount.length > LONG_DIGITS ? 'is-long' : ''}`;

/** Style that shrinks long amounts to fit: with a digit cut off, one would look like a different amount. */
const fit = (amount: string) => ({ '--digits': String(Math.max(amount.length, 1)) });

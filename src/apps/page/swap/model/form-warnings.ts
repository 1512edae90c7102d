import type { Quote } from '../../../../sdk/client/index.js';
import { exactAmount } from '../../../../sdk/words/amounts.js';
import { oneLine } from '../../../../sdk/words/names.js';
import { loss } from '../../../../sdk/words/numbers.js';
import { MUCH } from '../../../../sdk/words/worth.js';
import { isExactOut } from './boxes.js';
import { isSpread, type Form } from './form.js';
import { typedAmount, typedPercent, typedWhole } from './typed.js';

const MOST_PERCENT = 50;

type Terms = Pick<Form, 'kind' | 'slippage' | 'planPrice' | 'amountOut'>;

/** Warnings that the form may cost the visitor money. */
export function formWarnings(form: Terms, quote: Quote | undefined): readonly string[] {
  const warnings: string[] = [];
  if (quote !== undefined && quote.priceImpact > MUCH)
    warnings.push(
      `High price impact: this amount alone makes the price ${loss(quote.priceImpact)} worse for you. A smaller amount gets a better price.`,
    );
  const slippage = Number(typedPercent(form.slippage, MOST_PERCENT).value ?? 0);
  const isBound = isExactOut(form) || form.kind === 'limit' || (isSpread(form.kind) && form.planPrice !== '');
  if (slippage > MUCH && !isBound)
    warnings.push(
      `High slippage: you accept up to ${loss(slippage)} less than quoted, and others may trade ahead of you to take it.`,
    );
  return warnings;
}

type Selling = Pick<Form, 'kind' | 'amount' | 'runs' | 'sell'>;

/** Amount that the balance to trade lacks for the form, smallest units; undefined if it lacks nothing, or is unknown. */
export function lackOf(
  { kind, amount, runs, sell }: Selling,
  held: ReadonlyMap<string, bigint> | undefined,
): bigint | undefined {
  if (sell === undefined || held === undefined) return undefined;
  const each = typedAmount(amount, sell).value;
  const times = kind === 'recurring' ? BigInt(typedWhole(runs, 2, 100).value ?? 1) : 1n;
  const balance = held.get(sell.contractId);
  if (each === undefined || balance === undefined || BigInt(each) * times <= balance) return undefined;
  return BigInt(each) * times - balance;
}

/** Warning that the form sells more than the wallet has to trade; undefined if it does not, or if the balance is unknown. */
export function overBalance(
  form: Selling,
  held: ReadonlyMap<string, bigint> | undefined,
): string | undefined {
  const { sell } = form;
  if (sell === undefined || lackOf(form, held) === undefined) return undefined;
  const balance = exactAmount(held!.get(sell.contractId)!.toString(), sell.decimals);
  return `More than the ${balance} ${oneLine(sell.symbol, 16)} that you have to trade: the order waits until you have enough.`;
}

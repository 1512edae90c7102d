import type { ListedToken } from '../../../../sdk/client/index.js';
import { isSellable, type Form } from './form.js';
import { tradedAs, type Sellers } from './sellable.js';

/**
 * Change of the form to the reverse swap, whose input is this one’s output. What is bought is sold from the balance to trade, and what is
 * sold arrives where the other did. Undefined if no order can sell the bought token.
 */
export function flipped(form: Form, output: string, sellers: Sellers): Partial<Form> | undefined {
  const { sell, buy } = form;
  if (buy === undefined) return undefined;
  const sold = tradedAs(buy, sellers);
  if (sold === undefined) return undefined;
  const base = sell?.base === undefined ? undefined : tokenOf(sell.base, sellers);
  return {
    sell: sold,
    buy: isSellable(buy) ? sell : (base ?? sell),
    amount: output,
    amountOut: '',
    ...NO_PRICES,
  };
}

/** Prices are of a pair and a direction, so none outlives either. */
const NO_PRICES = {
  price: '',
  planPrice: '',
  triggerPrice: '',
  stopPrice: '',
  targetPrice: '',
  stopLeast: '',
  targetLeast: '',
  thenStop: '',
  thenTarget: '',
  trailFrom: '',
} as const satisfies Partial<Form>;

const tokenOf = (id: string, { tokens }: Sellers): ListedToken | undefined =>
  tokens.find(({ contractId }) => contractId === id);

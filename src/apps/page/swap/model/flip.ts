import type { ListedToken } from '../../../../sdk/client/index.js';
import { isSellable, type Form } from './form.js';

/** Tokens of a form, and which of them a router takes. */
export interface Sellers {
  readonly tokens: readonly ListedToken[];
  readonly canSell: (token: ListedToken) => boolean;
}

/**
 * Change of the form to the reverse swap, whose input is this one’s output. Orders sell subnet copies, so the copy of a bought token is sold,
 * and the base of the sold copy is bought in turn. Undefined if no order can sell the bought token.
 */
export function flipped(form: Form, output: string, sellers: Sellers): Partial<Form> | undefined {
  const { sell, buy } = form;
  if (buy === undefined) return undefined;
  const sold = sellableAs(buy, sellers);
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

/** The token itself or a copy of it, whichever an order can sell. */
function sellableAs(token: ListedToken, { tokens, canSell }: Sellers): ListedToken | undefined {
  if (canSell(token)) return token;
  return tokens.find((copy) => copy.base === token.contractId && canSell(copy));
}

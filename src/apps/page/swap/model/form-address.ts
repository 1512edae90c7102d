import type { Form, Kind } from './form.js';
import { validityOf } from './form.js';

type Kept = Pick<Form, 'kind' | 'amount' | 'amountOut' | 'price' | 'planPrice' | 'priceOf'>;

const KINDS: readonly Kind[] = ['now', 'limit', 'exits', 'recurring'];
/** Field of the limit that a kind of order has. */
const LIMITS: Readonly<Partial<Record<Kind, 'price' | 'planPrice'>>> = {
  limit: 'price',
  recurring: 'planPrice',
};
/** Number of characters that are read of an amount or a price: no one types a longer one. */
const MOST_LENGTH = 60;

/**
 * Query with the fields of the form other than its tokens. In the address, it preserves the order when the page is reloaded. It always
 * names the kind, so that a link sets it where the form has another.
 */
export function formQuery(form: Kept): Readonly<Record<string, string>> {
  const { kind, amount, amountOut, priceOf } = form;
  const field = LIMITS[kind];
  const price = field === undefined ? '' : form[field];
  return {
    kind,
    ...(amount !== '' && { amount }),
    ...(amountOut !== '' && { amountOut }),
    ...(price !== '' && { price }),
    ...(price !== '' && priceOf === 'buy' && { priceOf }),
  };
}

/** The part of the form that an address names; the rest of the form keeps its values. */
export function formOf(query: URLSearchParams): Partial<Form> {
  const text = (name: string) => query.get(name)?.slice(0, MOST_LENGTH);
  const kind = KINDS.find((known) => known === query.get('kind'));
  const [amount, amountOut, price] = [text('amount'), text('amountOut'), text('price')];
  return {
    ...(kind !== undefined && { kind, validity: validityOf(kind) }),
    ...((amount ?? amountOut) !== undefined && { amount: amount ?? '', amountOut: amountOut ?? '' }),
    ...(price !== undefined && {
      [LIMITS[kind ?? 'limit'] ?? 'price']: price,
      priceOf: query.get('priceOf') === 'buy' ? 'buy' : 'sell',
    }),
  };
}

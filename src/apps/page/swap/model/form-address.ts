import { fieldText, keptText } from './readings.js';
import { EMPTY_FORM, EVERY, validityOf, type Form, type Kind } from './form.js';

/** Fields of the form that belong to each kind of order, besides its tokens, amounts and terms. */
const FIELDS: Readonly<Record<Kind, readonly (keyof Form)[]>> = {
  now: [],
  limit: ['price', 'priceOf', 'triggerOn', 'triggerSide', 'triggerPrice'],
  bracket: ['price', 'priceOf', 'exitUnit', 'thenTarget', 'thenStop'],
  exits: ['exitUnit', 'targetPrice', 'stopPrice', 'targetLeast', 'stopLeast'],
  trail: ['exitUnit', 'trailPercent', 'trailFrom'],
  recurring: ['planPrice', 'priceOf', 'runs', 'every', 'everyUnit'],
  twap: ['planPrice', 'priceOf', 'parts', 'span', 'spanUnit'],
};
const KINDS = Object.keys(FIELDS) as readonly Kind[];

/** Names in the address of fields that have another name in the form. */
const NAMES: Readonly<Partial<Record<keyof Form, string>>> = { planPrice: 'price' };

/** Values of the fields that are chosen from a list; other fields take any text. */
const CHOICES: Readonly<Partial<Record<keyof Form, readonly string[]>>> = {
  priceOf: ['sell', 'buy'],
  triggerOn: ['none', 'sell', 'buy'],
  triggerSide: ['above', 'below'],
  exitUnit: ['usd', 'buy'],
  everyUnit: Object.keys(EVERY),
  spanUnit: Object.keys(EVERY),
};
/** Number of characters that are read of a field: no one types a longer amount or price. */
const MOST_LENGTH = 60;

/**
 * Query with the fields of the form other than its tokens. In the address, it preserves the order when the page is reloaded. It always
 * names the kind, so that a link sets it where the form has another.
 */
export function formQuery(form: Partial<Form> & Pick<Form, 'kind'>): Readonly<Record<string, string>> {
  const fields = (['amount', 'amountOut', ...FIELDS[form.kind]] as const).flatMap((field) => {
    const typed = form[field];
    const value = typeof typed === 'string' ? keptText(typed) : undefined;
    const isNamed = value !== undefined && value !== EMPTY_FORM[field];
    return isNamed ? [[NAMES[field] ?? field, value] as const] : [];
  });
  return { kind: form.kind, ...Object.fromEntries(fields) };
}

/** The part of the form that an address names; the rest of the form keeps its values. */
export function formOf(query: URLSearchParams): Partial<Form> {
  const kind = KINDS.find((known) => known === query.get('kind'));
  const read = (field: keyof Form): readonly (readonly [keyof Form, string])[] => {
    const text = query.get(NAMES[field] ?? field)?.slice(0, MOST_LENGTH);
    if (text === undefined || CHOICES[field]?.includes(text) === false) return [];
    return [[field, fieldText(text)]];
  };
  const [amount, amountOut] = [read('amount'), read('amountOut')];
  const hasAmount = amount.length + amountOut.length > 0;
  const named = (field: keyof Form) => [[field, EMPTY_FORM[field]] as const, ...read(field)];
  const price = read('price');
  const priced = price.length === 0 ? [] : [...price, ...named('priceOf')];
  return {
    ...(kind !== undefined && { kind, validity: validityOf(kind) }),
    ...(hasAmount && { amount: '', amountOut: '', ...Object.fromEntries([...amount, ...amountOut]) }),
    ...Object.fromEntries(kind === undefined ? priced : FIELDS[kind].flatMap(named)),
    ...Object.fromEntries([...read('slippage'), ...read('maxImpact')]),
  };
}

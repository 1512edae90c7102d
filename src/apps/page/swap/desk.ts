import { useComputed, useSignal, useSignalEffect, type ReadonlySignal } from '@preact/signals';
import { useRef } from 'preact/hooks';
import { baseId } from '../live/base-id.js';
import { currentDollarsOf, dollarsOf } from '../live/dollars.js';
import { useBalances, type Held } from './live/balances.js';
import { useRenamed, type Renamed } from './live/renamed.js';
import { useObstacles } from './live/use-obstacles.js';
import { useQuote, type LiveQuote, type QuoteRequest, type UsedQuote } from './live/use-quote.js';
import { registry } from '../live/registry.js';
import { keep, kept } from '../session/kept.js';
import type { Kept } from '../session/kept-fields.js';
import { useService } from '../session/service.js';
import { balancesOf } from './model/balances.js';
import type { Facts } from './model/facts.js';
import { eachAmount, filled, isExactOut } from './model/boxes.js';
import { EMPTY_FORM, type Form } from './model/form.js';
import { draftOrders, type Drafted } from './model/orders.js';
import { MOST_IMPACT, MOST_SLIPPAGE } from './model/fields.js';
import { sellersOf, type Sellers } from './model/sellable.js';
import { typedAmount, typedPercent } from './model/typed.js';
import { worthsOf } from '../../../sdk/words/worth.js';
import { percentOfFraction } from '../../../sdk/words/promise.js';
import { priceIn, type Market } from '../../../sdk/words/warnings.js';
import { fieldText, keptText } from './model/readings.js';

/** State that the parts of the view share. */
export interface Desk {
  readonly facts: Facts;
  readonly form: ReadonlySignal<Form>;
  /** The form with the amount to sell, which follows from the quote if the visitor typed the amount to buy. */
  readonly filled: ReadonlySignal<Form>;
  readonly change: (part: Partial<Form>) => void;
  readonly held: Held;
  /** Tokens of the form whose deployers name them differently from the registry. */
  readonly renamed: ReadonlySignal<Renamed>;
  /** The tokens that orders can sell, with the wallet's balances. */
  readonly sellers: ReadonlySignal<Sellers>;
  readonly request: ReadonlySignal<QuoteRequest | undefined>;
  readonly live: ReadonlySignal<LiveQuote>;
  readonly quoteAgain: () => void;
  /** Quotes the request at once, and shows the quote. */
  readonly requote: UsedQuote['requote'];
  readonly drafted: ReadonlySignal<Drafted>;
  /** Sentences about what would hold the first order for its owner; see {@link useObstacles}. */
  readonly obstacles: ReadonlySignal<readonly string[]>;
  /** Market price with which orders are compared; undefined without a quote. */
  readonly market: ReadonlySignal<Market | undefined>;
}

/** Creates the state that the parts of the view share. */
export function useDesk(facts: Facts, first: Partial<Form>): Desk {
  const slippage = fieldText(percentOfFraction(String(useService().defaults.slippage)));
  const terms = useRef({ slippage, ...termsOf(kept.peek()) });
  const form = useSignal<Form>({ ...EMPTY_FORM, ...terms.current, ...first });
  useSignalEffect(() => keepTerms(form.value, terms.current));
  const tokens = useComputed(() => tokensOf(form.value));
  const balances = useComputed(() => balancesIn(form.value).join());
  const held = useBalances(balances);
  const sellers = useComputed(() => {
    const known = held.balances.value;
    return sellersOf(facts, registry.value ?? NONE, (id) => known?.get(id) ?? 0n);
  });
  const renamed = useRenamed(tokens);
  const request = useComputed(() => requestOf(form.value));
  const { live, again, requote } = useQuote(request);
  const whole = useComputed(() => filled(form.value, live.value.quote));
  const drafted = useComputed(() =>
    draftOrders(whole.value, { minimumReceived: live.value.quote?.minimumReceived, now: Date.now() }),
  );
  const market = useComputed((): Market | undefined => {
    const { quote } = live.value;
    const { sell, buy } = form.value;
    if (quote === undefined || sell === undefined) return undefined;
    const balance = held.balances.value?.get(sell.contractId);
    const worths = buy && worthsOf(quote, { sell, buy }, currentDollarsOf);
    return { quote, priceOf: priceIn(dollarsOf), balance, worths };
  });
  return {
    facts,
    form,
    filled: whole,
    held,
    renamed,
    sellers,
    request,
    live,
    quoteAgain: again,
    requote,
    drafted,
    obstacles: useObstacles(drafted),
    market,
    change: (part) => (form.value = { ...form.peek(), ...part }),
  };
}

type TermTexts = Pick<Form, 'slippage'> & Partial<Pick<Form, 'maxImpact'>>;

const termsOf = ({ slippage, maxImpact }: Kept): Partial<TermTexts> => ({
  ...(slippage !== undefined && { slippage: fieldText(slippage) }),
  ...(maxImpact !== undefined && { maxImpact: fieldText(maxImpact) }),
});

/** Keeps the tokens and those terms that the visitor changed, for the next visit. */
function keepTerms(form: Form, first: TermTexts): void {
  const { sell, buy, amount, amountOut, slippage, maxImpact } = form;
  const known = kept.peek();
  // Tokens alone may be those that the page proposed.
  const isUsed = amount !== '' || amountOut !== '';
  const pair = isUsed && sell && buy ? { sell: sell.contractId, buy: buy.contractId } : undefined;
  const isValid = (text: string, most: number) => typedPercent(text, most).value !== undefined;
  keep({
    ...(pair !== undefined && { pair }),
    ...((known.slippage !== undefined || slippage !== first.slippage) &&
      isValid(slippage, MOST_SLIPPAGE) && { slippage: keptText(slippage) }),
    ...((known.maxImpact !== undefined || maxImpact !== (first.maxImpact ?? EMPTY_FORM.maxImpact)) &&
      isValid(maxImpact, MOST_IMPACT) && { maxImpact: keptText(maxImpact) }),
  });
}

const NONE = { tokens: [], vaults: [] };

/** Contract ids of the balances of the form's two tokens. */
export const balancesIn = ({ sell, buy }: Form): readonly string[] => {
  const tokens = registry.value?.tokens ?? [];
  return [...new Set([sell, buy].flatMap((token) => (token ? balancesOf(token, tokens) : [])))];
};

const tokensOf = ({ sell, buy }: Form): string =>
  [sell, buy].flatMap((token) => token?.contractId ?? []).join();

function requestOf(form: Form): QuoteRequest | undefined {
  const { sell, buy, amountOut, slippage } = form;
  if (sell === undefined || buy === undefined || baseId(sell) === baseId(buy)) return undefined;
  const isOut = isExactOut(form);
  const { value } = isOut ? typedAmount(amountOut, buy) : eachAmount(form, sell);
  if (value === undefined) return undefined;
  const fraction = typedPercent(slippage, MOST_SLIPPAGE).value ?? '0';
  return {
    tokenIn: sell.contractId,
    tokenOut: buy.contractId,
    ...(isOut ? { amountOut: value } : { amount: value }),
    slippage: Number(fraction),
  };
}

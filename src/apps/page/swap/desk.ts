import { useComputed, useSignal, type ReadonlySignal } from '@preact/signals';
import { priceOf } from '../live/prices.js';
import { tokenOf } from '../live/registry.js';
import { useBalances, type Held } from './live/balances.js';
import { useRenamed, type Renamed } from './live/renamed.js';
import { useQuote, type LiveQuote, type QuoteRequest, type UsedQuote } from './live/use-quote.js';
import { useService } from '../session/service.js';
import type { Facts } from './model/facts.js';
import { filled, isExactOut } from './model/boxes.js';
import { EMPTY_FORM, type Form } from './model/form.js';
import { draftOrders, MOST_SLIPPAGE, type Drafted } from './model/orders.js';
import { typedAmount, typedPercent } from './model/typed.js';
import { percentText } from '../../../sdk/words/promise.js';
import { priceIn, type Market } from '../../../sdk/words/warnings.js';

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
  readonly request: ReadonlySignal<QuoteRequest | undefined>;
  readonly live: ReadonlySignal<LiveQuote>;
  readonly quoteAgain: () => void;
  /** Quotes the request at once, and shows the quote. */
  readonly requote: UsedQuote['requote'];
  readonly drafted: ReadonlySignal<Drafted>;
  /** Market price with which orders are compared; undefined without a quote. */
  readonly market: ReadonlySignal<Market | undefined>;
}

/** Creates the state that the parts of the view share. */
export function useDesk(facts: Facts, first: Partial<Form>): Desk {
  const slippage = percentText(String(useService().defaults.slippage)).slice(0, -1);
  const form = useSignal<Form>({ ...EMPTY_FORM, slippage, ...first });
  const tokens = useComputed(() => tokensOf(form.value));
  const held = useBalances(tokens);
  const renamed = useRenamed(tokens);
  const request = useComputed(() => requestOf(form.value));
  const { live, again, requote } = useQuote(request);
  const whole = useComputed(() => filled(form.value, live.value.quote));
  const drafted = useComputed(() =>
    draftOrders(whole.value, { minimumReceived: live.value.quote?.minimumReceived, now: Date.now() }),
  );
  const market = useComputed((): Market | undefined => {
    const { quote } = live.value;
    const { sell } = form.value;
    if (quote === undefined || sell === undefined) return undefined;
    const balance = held.balances.value?.get(sell.contractId);
    return { quote, priceOf: priceIn(dollarsOf), balance };
  });
  return {
    facts,
    form,
    filled: whole,
    held,
    renamed,
    request,
    live,
    quoteAgain: again,
    requote,
    drafted,
    market,
    change: (part) => (form.value = { ...form.peek(), ...part }),
  };
}

/** Dollar price of a token; for a subnet copy without one, the price of its base. */
export function dollarsOf(token: string): number | undefined {
  const prices = priceOf.value;
  const base = tokenOf.value.get(token)?.base;
  return (prices.get(token) ?? (base === undefined ? undefined : prices.get(base)))?.usd;
}

const tokensOf = ({ sell, buy }: Form): string =>
  [sell, buy].flatMap((token) => token?.contractId ?? []).join();

function requestOf(form: Form): QuoteRequest | undefined {
  const { sell, buy, amount, amountOut, slippage } = form;
  if (sell === undefined || buy === undefined || sell.contractId === buy.contractId) return undefined;
  const isOut = isExactOut(form);
  const { value } = isOut ? typedAmount(amountOut, buy) : typedAmount(amount, sell);
  if (value === undefined) return undefined;
  const fraction = typedPercent(slippage, MOST_SLIPPAGE).value ?? '0';
  return {
    tokenIn: sell.contractId,
    tokenOut: buy.contractId,
    ...(isOut ? { amountOut: value } : { amount: value }),
    slippage: Number(fraction),
  };
}

import { useComputed, type ReadonlySignal } from '@preact/signals';
import { useReading } from '../../live/reading.js';
import { wholeToken } from '../../live/registry.js';
import type { Desk } from '../desk.js';
import { isSellable } from '../model/form.js';
import { changeOf } from '../model/summary.js';
import { quotesNow, shownQuote } from './quotes-now.js';

const EVERY_MS = 30_000;

/**
 * Gain of the form's price if what it buys arrives in the wallet rather than to trade, a fraction: the route then has a hop less. Both are
 * quoted on one state of the market, once the form has a quote. Undefined while it is unknown, and for other forms.
 */
export function useWalletGain({ form, live, request }: Desk): ReadonlySignal<number | undefined> {
  const asked = useComputed(() => {
    const { buy } = form.value;
    const { quote } = live.value;
    const isAsked = buy !== undefined && isSellable(buy) && quote !== undefined && quote.path.length > 0;
    return isAsked && request.value !== undefined ? JSON.stringify(request.value) : undefined;
  });
  const { reading } = useReading(async (client, signal) => {
    const key = asked.value;
    const [query, buy] = [request.peek(), form.peek().buy];
    if (key === undefined || query === undefined || buy === undefined) return undefined;
    const queries = [query, { ...query, tokenOut: wholeToken(buy).contractId }];
    const [traded, whole] = (await quotesNow(client, queries, signal)).map(shownQuote);
    if (traded === undefined || whole === undefined || whole.path.length === 0) return undefined;
    return { key, gain: changeOf(traded, whole) };
  }, EVERY_MS);
  return useComputed(() => {
    const { value } = reading.value;
    return value !== undefined && value.key === asked.value ? value.gain : undefined;
  });
}

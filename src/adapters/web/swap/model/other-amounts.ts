import type { Client, Quote, QuoteQuery } from '../../../../client/index.js';
import { distance } from './rates.js';

/** What another amount of the same token gives. */
export interface OtherAmount {
  readonly amountIn: bigint;
  readonly amountOut: bigint;
  /** How much better the price is than that of the quote, a signed fraction. */
  readonly off: number | undefined;
}

type Request = Pick<QuoteQuery, 'tokenIn' | 'tokenOut' | 'amount'>;

/** Times the amount, as dividend and divisor. */
const TIMES = [
  [1n, 10n],
  [1n, 2n],
  [2n, 1n],
  [10n, 1n],
] as const;

/** What a part or a multiple of the amount gives. Amounts without a route are left out. */
export async function otherAmounts(
  quotes: Client['quotes'],
  { request, best }: { readonly request: Request; readonly best: Quote },
  signal: AbortSignal,
): Promise<readonly OtherAmount[]> {
  const { tokenIn, tokenOut, amount } = request;
  const amounts = TIMES.map(([times, by]) => (BigInt(amount) * times) / by).filter((units) => units > 0n);
  const found = await quotes.getMany(
    amounts.map((units) => ({ tokenIn, tokenOut, amount: units })),
    { signal },
  );
  const [paid, got] = [BigInt(best.amountInExact), BigInt(best.amountOutExact)];
  return found.flatMap((quote, n) => {
    if (!('hops' in quote) || quote.hops.length === 0) return [];
    const amountOut = BigInt(quote.amountOutExact);
    return [{ amountIn: amounts[n]!, amountOut, off: distance(amountOut * paid, got * amounts[n]!) }];
  });
}

import type { Token } from '../../domain/market/registry.js';
import { priceIn, type Market, type Quoted } from '../words/warnings.js';
import { worthsOf } from '../words/worth.js';

/** Sale to compare with the market. */
interface Sale {
  readonly inputToken: string;
  readonly outputToken: string;
  /** Smallest units. */
  readonly amountIn: string;
}

interface RecordedPrice {
  readonly contractId: string;
  readonly usd: number;
  readonly stale: boolean;
}

/** Client that reads the market. */
export interface MarketReader {
  readonly quotes: {
    get(query: {
      readonly tokenIn: string;
      readonly tokenOut: string;
      readonly amount: string;
    }): Promise<(Quoted & { readonly reason?: never }) | { readonly reason: string }>;
  };
  readonly prices: {
    list(): Promise<{ readonly tokens: readonly RecordedPrice[] }>;
  };
}

const NO_ROUTE: Quoted = { amountOutExact: '0', priceImpact: 0, path: [] };

/** Reads the market to compare an order with. What the server refuses to tell is undefined. */
export async function readMarket(
  { quotes, prices }: MarketReader,
  { inputToken, outputToken, amountIn }: Sale,
  tokens: readonly Token[],
): Promise<Omit<Market, 'balance'>> {
  const query = { tokenIn: inputToken, tokenOut: outputToken, amount: amountIn };
  const [quote, list] = await Promise.all([unlessRefused(quotes.get(query)), unlessRefused(prices.list())]);
  const recorded = new Map(list?.tokens.map((price) => [price.contractId, price]));
  const listed = new Map<string, Token>(tokens.map((token) => [token.contractId, token]));
  const priceOf = (token: string) => recorded.get(token) ?? recorded.get(listed.get(token)?.base ?? token);
  const currentOf = (token: string) => {
    const price = priceOf(token);
    return price?.stale === false ? price.usd : undefined;
  };
  // Without a route the order waits, and without a quote that is not known.
  const known = quote?.reason === undefined ? quote : NO_ROUTE;
  const [sell, buy] = [listed.get(inputToken), listed.get(outputToken)];
  const amounts = known && { amountInExact: amountIn, amountOutExact: known.amountOutExact };
  return {
    quote: known,
    priceOf: priceIn((token) => priceOf(token)?.usd),
    worths: amounts && sell && buy && worthsOf(amounts, { sell, buy }, currentOf),
  };
}

async function unlessRefused<T>(answer: Promise<T>): Promise<T | undefined> {
  try {
    return await answer;
  } catch (error) {
    if ((error as { readonly status?: number }).status !== undefined) return undefined;
    throw error;
  }
}

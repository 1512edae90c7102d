import { ClientError, type Client } from '../../../sdk/client/index.js';
import type { Token } from '../../../domain/market/registry.js';
import { priceIn, type Market } from '../../../sdk/words/warnings.js';
import type { Terms } from '../../../sdk/words/order.js';

/** Reads the market to compare an order with. What the server refuses to tell is undefined. */
export async function readMarket(
  client: Pick<Client, 'quotes' | 'prices'>,
  { inputToken, outputToken, amountIn }: Pick<Terms, 'inputToken' | 'outputToken' | 'amountIn'>,
  tokens: readonly Token[],
): Promise<Omit<Market, 'balance'>> {
  const query = { tokenIn: inputToken, tokenOut: outputToken, amount: amountIn };
  const [quote, prices] = await Promise.all([
    unlessRefused(client.quotes.get(query)),
    unlessRefused(client.prices.list()),
  ]);
  const usd = new Map(prices?.tokens.map((price) => [price.contractId, price.usd]));
  const bases = new Map<string, string>(
    tokens.map(({ contractId, base }) => [contractId, base ?? contractId]),
  );
  return { quote, priceOf: priceIn((token) => usd.get(token) ?? usd.get(bases.get(token) ?? token)) };
}

async function unlessRefused<T>(answer: Promise<T>): Promise<T | undefined> {
  try {
    return await answer;
  } catch (error) {
    if (error instanceof ClientError && error.status !== undefined) return undefined;
    throw error;
  }
}

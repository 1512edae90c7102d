import type { Client, Quote } from '../../client/index.js';
import { isRefusal } from '../service/service.js';
import type { TokenTexts } from '../service/token-text.js';
import type { PlannedOrder } from './order-plan.js';

/** What a wallet sells with some orders: all of their amounts, and of orders of which one cancels the others, the largest. */
function soldBy(orders: readonly PlannedOrder[]): bigint {
  const amounts = orders.map(({ amountIn }) => BigInt(amountIn));
  const isOneOf = orders.every(({ metadata }) => metadata?.['oco'] === true);
  return isOneOf ? amounts.reduce((a, b) => (a > b ? a : b)) : amounts.reduce((a, b) => a + b, 0n);
}

/** A sentence where the wallet holds less than it sells. The orders may be placed nevertheless: they wait for the coins. */
export function balanceConcern(
  orders: readonly PlannedOrder[],
  balance: bigint | undefined,
  texts: TokenTexts,
): string | undefined {
  const { inputToken } = orders[0]!;
  const sold = soldBy(orders);
  if (balance === undefined || balance >= sold) return undefined;
  const amount = (units: bigint) => texts.amount(units.toString(), inputToken);
  return `the wallet holds ${amount(balance)}, and ${amount(sold)} are sold: an order waits until the wallet holds its amount`;
}

/** A sentence where an order that is sent at once accepts less than half of what it would get, as at a price of the other direction. */
export async function priceConcern(
  client: Client,
  orders: readonly PlannedOrder[],
  texts: TokenTexts,
): Promise<string | undefined> {
  const order = orders.find((each) => isSentAtOnce(each) && BigInt(each.minAmountOut ?? 0) > 0n);
  if (order === undefined) return undefined;
  const { inputToken, outputToken, amountIn } = order;
  const least = BigInt(order.minAmountOut ?? 0);
  const quote = await quoteOf(client, { tokenIn: inputToken, tokenOut: outputToken, amount: amountIn });
  if (quote === undefined || least * 2n >= BigInt(quote.amountOutExact)) return undefined;
  const amount = (units: string) => texts.amount(units, outputToken);
  return `the market pays ${amount(quote.amountOutExact)}, and the order accepts ${amount(least.toString())}: is its price that of the other direction?`;
}

const isSentAtOnce = ({ conditionToken, validFrom }: PlannedOrder): boolean =>
  conditionToken === '*' && (typeof validFrom !== 'string' || Date.parse(validFrom) <= Date.now());

/** The quote; undefined where the server has none. */
async function quoteOf(
  client: Client,
  query: Parameters<Client['quotes']['get']>[0],
): Promise<Quote | undefined> {
  try {
    return await client.quotes.get(query);
  } catch (error) {
    if (!isRefusal(error)) throw error;
    return undefined;
  }
}

import type { Client, PriceConcern } from '../../../sdk/client/index.js';
import { isRefusal } from '../service/service.js';
import type { TokenTexts } from '../service/token-text.js';
import type { PlannedOrder } from './order-plan.js';

/**
 * Returns the amount that a wallet sells with some orders: the sum of their amounts, or the largest if one cancels the others.
 */
function soldBy(orders: readonly PlannedOrder[]): bigint {
  const amounts = orders.map(({ amountIn }) => BigInt(amountIn));
  const isOneOf = orders.every(({ metadata }) => metadata?.['oco'] === true);
  return isOneOf ? amounts.reduce((a, b) => (a > b ? a : b)) : amounts.reduce((a, b) => a + b, 0n);
}

/** A sentence if the wallet holds less than it sells. The orders may be placed nevertheless: they wait for the coins. */
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

/** A sentence if the price of an order that is sent at once is probably that of the other direction. */
export async function priceConcern(
  client: Client,
  orders: readonly PlannedOrder[],
  texts: TokenTexts,
): Promise<string | undefined> {
  for (const order of orders) {
    const concern = await concernOf(client, order);
    if (concern === undefined) continue;
    const amount = (units: bigint) => texts.amount(units.toString(), order.outputToken);
    const [market, least] = [amount(concern.market), amount(concern.least)];
    return concern.is === 'below'
      ? `the market pays ${market}, and the order accepts ${least}: is its price that of the other direction?`
      : `the market pays ${market}, and the order waits until it pays ${least}: is its price that of the other direction?`;
  }
  return undefined;
}

/** The concern; undefined if the server has no quote. */
async function concernOf(client: Client, order: PlannedOrder): Promise<PriceConcern | undefined> {
  try {
    return await client.orders.priceConcern(order);
  } catch (error) {
    if (!isRefusal(error)) throw error;
    return undefined;
  }
}

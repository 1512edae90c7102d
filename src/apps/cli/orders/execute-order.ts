import { printResult, type JsonOption } from '../result.js';
import { actingAs, openTrading, type TradingOptions } from '../service/trading.js';

/** Sends an order's swap now. */
export async function executeOrder(id: string, options: TradingOptions & JsonOption): Promise<number> {
  const { client } = await openTrading(options);
  const { txid, data: order } = await client.orders.execute(id, actingAs(options));
  return printResult({ txid, order }, options, () => [
    `sent ${txid}`,
    `follow it: sluice orders watch ${id}`,
  ]);
}

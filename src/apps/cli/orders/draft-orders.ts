import type { JsonOption } from '../result.js';
import { openTrading, signingFacts, type TradingOptions } from '../service/trading.js';
import { UsageError } from '../usage-error.js';
import { plannedOrders } from './order-plan.js';
import { withSale, type WantedTerms } from './wanted-output.js';

export interface DraftOptions extends TradingOptions, WantedTerms, JsonOption {
  readonly owner?: string;
}

/** Returns the orders that the options describe, unsigned, with a client and the tokens of the exchange. */
export async function draftOrders(options: DraftOptions) {
  const { tokens } = await signingFacts(options);
  const { client, wallet } = await openTrading(options);
  const owner = options.owner ?? wallet?.address;
  if (owner === undefined) throw new UsageError('--owner: name the address that would place it, or a wallet');
  const terms = await withSale(options, client, tokens);
  const orders = plannedOrders(terms, tokens).map((order) => ({ owner, recipient: owner, ...order }));
  return { client, orders, tokens };
}

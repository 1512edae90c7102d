import type { ContractId } from '../../domain/shared/contract-id.js';
import { worthOf, type Worth } from '../../domain/trade/recorded-trade.js';
import type { Ports, TradedBlock, ValuedBlock } from '../../ports/index.js';

/** Greatest age of the price at which a trade is valued, seconds. */
const PRICE_MAX_AGE = 3_600;

/** Values the trades of a block at the prices recorded when it was mined, an hour before at most. */
export const makeValueBlock =
  ({ prices, registry }: Pick<Ports, 'prices' | 'registry'>) =>
  async (block: TradedBlock): Promise<ValuedBlock> => {
    const { tokens } = registry.current();
    const traded = new Set(block.trades.flatMap(({ tokenIn, tokenOut }) => [tokenIn, tokenOut]));
    const worths = new Map<ContractId, Worth>();
    for (const { contractId, decimals } of tokens) {
      if (!traded.has(contractId)) continue;
      const points = await prices.points(contractId, block.time - PRICE_MAX_AGE, block.time + 1);
      worths.set(contractId, { usd: points.at(-1)?.usd, decimals });
    }
    const trades = block.trades.map((trade) => ({
      ...trade,
      usd: worthOf(trade, (token) => worths.get(token)),
    }));
    return { ...block, trades };
  };

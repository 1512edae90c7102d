import type { ContractId } from '../../domain/shared/contract-id.js';
import { err, ok, type Result } from '../../domain/shared/result.js';
import type { RecordedTrade } from '../../domain/trade/recorded-trade.js';
import type { Ports } from '../../ports/index.js';
import { notPriced, type TokenNotPriced } from '../prices/price-list-cache.js';
import type { PricesCore } from '../prices/prices-core.js';
import type { ReadVolumes } from './read-volumes.js';

/** A page of a token's trades. */
export interface TradePage {
  readonly token: ContractId;
  /** Time from which trades are recorded, Unix seconds; null before the first block. */
  readonly recordedSince: number | null;
  /** Newest first. */
  readonly trades: readonly RecordedTrade[];
  /** Position below which the next page begins; null after the last one. */
  readonly next: number | null;
}

interface Parts {
  readonly prices: Pick<PricesCore, 'list' | 'everPriced'>;
  readonly volumes: Pick<ReadVolumes, 'coverage'>;
}

/** Lists all trades of vaults into or out of a token that was ever priced. Accepts any text as the token. */
export const makeListTrades =
  ({ trades }: Pick<Ports, 'trades'>, { prices, volumes }: Parts) =>
  async (
    text: string,
    { limit, before }: { readonly limit: number; readonly before?: number | undefined },
  ): Promise<Result<TradePage, TokenNotPriced>> => {
    const list = await prices.list();
    const token = prices.everPriced(text);
    if (token === undefined) return err(notPriced(text, list));
    const [coverage, found] = await Promise.all([
      volumes.coverage(),
      trades.list({ token, before, limit: limit + 1 }),
    ]);
    const page = found.slice(0, limit);
    const next = found.length > limit ? page.at(-1)!.position : null;
    return ok({ token, recordedSince: coverage?.first.time ?? null, trades: page, next });
  };

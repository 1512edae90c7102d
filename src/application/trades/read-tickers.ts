import { DAY_SECONDS } from '../../domain/price-series/price.js';
import { ok } from '../../domain/shared/result.js';
import { isCovered, type TradeTotals } from '../../domain/trade/coverage.js';
import { tvlOf } from '../../domain/trade/figures.js';
import { tickerOf, type Ticker } from '../../domain/trade/ticker.js';
import { rulesOf } from '../../domain/vault/kinds.js';
import type { ContractId } from '../../domain/shared/contract-id.js';
import type { ChainRead, Ports } from '../../ports/index.js';
import type { MarketReader } from '../market/market.js';
import type { PricesCore } from '../prices/prices-core.js';
import type { CoreSettings } from '../settings.js';
import type { ReadVolumes } from './read-volumes.js';

interface Parts {
  readonly market: Pick<MarketReader, 'read'>;
  readonly prices: Pick<PricesCore, 'list'>;
  readonly volumes: Pick<ReadVolumes, 'coverage'>;
}

/** Reads the ticker of each vault that trades two tokens, in the order of the registry. */
export const makeReadTickers =
  (
    { trades, clock }: Pick<Ports, 'trades' | 'clock'>,
    { market, prices, volumes }: Parts,
    { reservesMaxAgeMs }: Pick<CoreSettings, 'reservesMaxAgeMs'>,
  ) =>
  async (): ChainRead<readonly Ticker[]> => {
    const read = await market.read(reservesMaxAgeMs);
    if (!read.ok) return read;
    const { registry, reserves, tokens } = read.value;
    const now = Math.floor(clock.now().getTime() / 1000);
    const since = now - DAY_SECONDS;
    const isKnown = isCovered(await volumes.coverage(), since, now, now);
    const totals = isKnown ? byVault(await trades.totals(since)) : undefined;
    const newest = new Map((await trades.newest()).map((trade) => [trade.vault, trade]));
    const list = await prices.list();
    const usdOf = new Map(list.tokens.map(({ token, usd }) => [token, usd]));
    const dollars = (token: ContractId, amount: bigint | undefined) => {
      const [usd, decimals] = [usdOf.get(token), tokens.get(token)?.decimals];
      return amount === undefined || usd === undefined || decimals === undefined
        ? null
        : (Number(amount) / 10 ** decimals) * usd;
    };
    const tickers = registry.vaults.flatMap((vault) => {
      const [a, b] = [tokens.get(vault.tokenA), tokens.get(vault.tokenB)];
      if (rulesOf(vault).isEven || a === undefined || b === undefined || a === b) return [];
      const held = reserves.get(vault.contractId);
      const sides = [dollars(vault.tokenA, held?.reserveA), dollars(vault.tokenB, held?.reserveB)] as const;
      const ticker = tickerOf({
        vault,
        decimals: [a.decimals, b.decimals],
        reserves: held,
        newest: newest.get(vault.contractId),
        totals: totals && (totals.get(vault.contractId) ?? []),
        liquidityUsd: tvlOf(vault, sides),
      });
      return ticker ?? [];
    });
    return ok(tickers);
  };

function byVault(totals: readonly TradeTotals[]): ReadonlyMap<ContractId, readonly TradeTotals[]> {
  const vaults = new Map<ContractId, TradeTotals[]>();
  for (const total of totals) vaults.set(total.vault, [...(vaults.get(total.vault) ?? []), total]);
  return vaults;
}

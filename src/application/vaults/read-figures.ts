import { DAY_SECONDS } from '../../domain/price-series/price.js';
import { ok } from '../../domain/shared/result.js';
import { isCovered } from '../../domain/trade/coverage.js';
import { activityOf, PERIOD_DAYS, tvlOf, type Activity, type Period } from '../../domain/trade/figures.js';
import type { ContractId } from '../../domain/shared/contract-id.js';
import type { Vault } from '../../domain/vault/vault.js';
import type { ChainRead, Ports } from '../../ports/index.js';
import type { PricesCore } from '../prices/prices-core.js';
import type { ReadVolumes } from '../trades/read-volumes.js';
import type { ListedVault, makeListVaults } from './list-vaults.js';

/** Holdings and trades of a vault. */
export interface VaultFigures {
  readonly vault: Vault;
  readonly name: string;
  readonly symbol: string;
  /** Dollars that it holds at recorded prices; null if unknown. */
  readonly tvlUsd: number | null;
  /** By period; null if not every trade of the period is recorded. */
  readonly periods: Readonly<Record<Period, Activity | null>>;
}

/** The figures of all vaults, the one that holds most first. */
export interface AllFigures {
  /** Time from which trades are recorded, Unix seconds; null before the first block. */
  readonly recordedSince: number | null;
  readonly vaults: readonly VaultFigures[];
}

interface Parts {
  readonly listVaults: ReturnType<typeof makeListVaults>;
  readonly prices: Pick<PricesCore, 'list' | 'find'>;
  readonly volumes: Pick<ReadVolumes, 'coverage'>;
}

/** Reads what each vault holds, and what it traded and earned in 24 hours and in seven days. */
export const makeReadFigures =
  ({ trades, clock }: Pick<Ports, 'trades' | 'clock'>, { listVaults, prices, volumes }: Parts) =>
  async (): ChainRead<AllFigures> => {
    const listing = await listVaults();
    if (!listing.ok) return listing;
    const coverage = await volumes.coverage();
    const now = Math.floor(clock.now().getTime() / 1000);
    const traded = async (period: Period) => {
      const since = now - PERIOD_DAYS[period] * DAY_SECONDS;
      if (!isCovered(coverage, since, now, now)) return undefined;
      const sums = new Map<ContractId, { trades: number; usd: number }>();
      for (const { vault, trades: count, usd } of await trades.totals(since)) {
        const sum = sums.get(vault) ?? { trades: 0, usd: 0 };
        sums.set(vault, { trades: sum.trades + count, usd: sum.usd + usd });
      }
      return sums;
    };
    const [day, week] = [await traded('24h'), await traded('7d')];
    const list = await prices.list();
    const usdOf = new Map(list.tokens.map(({ token, usd }) => [token, usd]));

    const figuresOf = (listed: ListedVault): VaultFigures => {
      const { vault, lpToken } = listed;
      const tvlUsd = tvlOf(vault, dollarsOf(listed, usdOf));
      const activity = (sums: typeof day, period: Period) =>
        sums === undefined
          ? null
          : activityOf(vault, sums.get(vault.contractId) ?? { trades: 0, usd: 0 }, tvlUsd, period);
      const periods = { '24h': activity(day, '24h'), '7d': activity(week, '7d') };
      return { vault, name: lpToken.name, symbol: lpToken.symbol, tvlUsd, periods };
    };
    const vaults = listing.value.vaults
      .map(figuresOf)
      .sort(
        (a, b) => (b.tvlUsd ?? -1) - (a.tvlUsd ?? -1) || (a.vault.contractId < b.vault.contractId ? -1 : 1),
      );
    return ok({ recordedSince: coverage?.first.time ?? null, vaults });
  };

/** Dollars of each side of the vault; null if its amount or its price is unknown. */
function dollarsOf(
  { liquidity: [a, b] }: ListedVault,
  usdOf: ReadonlyMap<ContractId, number>,
): readonly [number | null, number | null] {
  const dollars = ({ token, reserve }: ListedVault['liquidity'][number]) => {
    const usd = usdOf.get(token.contractId);
    return reserve === undefined || usd === undefined ? null : (Number(reserve) / 10 ** token.decimals) * usd;
  };
  return [dollars(a), dollars(b)];
}

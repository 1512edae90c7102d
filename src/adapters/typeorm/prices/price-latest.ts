import type { LatestPrice } from '../../../domain/price-series/price.js';
import type { ContractId } from '../../../domain/shared/contract-id.js';
import type { LatestPrices } from '../../../ports/index.js';
import { sql, type Database } from '../database/index.js';
import type { OpenDay } from './price-open-day.js';
import type { PriceTokens } from './price-tokens.js';

interface NewestRow {
  readonly contract_id: ContractId;
  readonly updated_at: number | string;
  readonly usd: number;
  readonly sbtc: number;
  readonly liquidity_usd: number;
  readonly round_trip_loss: number | null;
}

interface RunRow {
  readonly at: number | string;
  readonly btc_usd: number;
}

/** Reads the newest run first, so that a run stored meanwhile makes the prices newer than it, never older. */
export async function latestPrices(
  database: Database,
  openDay: OpenDay,
  tokens: PriceTokens,
): Promise<LatestPrices> {
  const [stored] = await database.read((queries) =>
    queries.select<RunRow>(sql`SELECT at, btc_usd FROM price_runs ORDER BY at DESC LIMIT 1`),
  );
  const { newest } = await openDay.current();
  const rows = await database.read((queries) =>
    queries.select<NewestRow>(sql`SELECT * FROM price_tokens WHERE updated_at IS NOT NULL`),
  );
  const prices = new Map(rows.map((row) => [row.contract_id, fromRow(row)]));
  for (const { token: number, time, ...price } of newest.values()) {
    const token = await tokens.contractOf(number);
    const updatedAt = new Date(time * 1000);
    const known = prices.get(token);
    if (known === undefined || known.updatedAt <= updatedAt)
      prices.set(token, { ...price, token, updatedAt });
  }
  const last = openDay.lastRun;
  const run =
    last !== undefined && last.time >= Number(stored?.at ?? 0)
      ? { at: new Date(last.time * 1000), btcUsd: last.btcUsd }
      : stored && { at: new Date(Number(stored.at) * 1000), btcUsd: stored.btc_usd };
  return { ...(run && { run }), prices: [...prices.values()] };
}

const fromRow = (row: NewestRow): LatestPrice => ({
  token: row.contract_id,
  updatedAt: new Date(Number(row.updated_at) * 1000),
  usd: row.usd,
  sbtc: row.sbtc,
  liquidityUsd: row.liquidity_usd,
  roundTripLoss: row.round_trip_loss,
});

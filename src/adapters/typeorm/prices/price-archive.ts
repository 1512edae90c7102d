import { dayOf, mustBePrice, slotOf, type DaySlots } from '../../../domain/price-series/price.js';
import type { ContractId } from '../../../domain/shared/contract-id.js';
import type { ImportedPrice, ImportOutcome, PriceArchive, PriceCheck } from '../../../ports/index.js';
import { sql, type Database, type Queries } from '../database/index.js';
import { checkDays } from './price-check.js';
import { addToDay, openRunsOf } from './price-days.js';
import { RunsOfDay } from './price-open-day.js';
import type { TokenNumber } from './price-packing.js';
import { btcUsdOf, storedDay } from './price-rows.js';
import { PRICE_LOCK } from './price-store.js';
import { numberTokens, PriceTokens } from './price-tokens.js';

/** An imported price with its token's number and its position in the batch. */
type NumberedPrice = Omit<ImportedPrice, 'token'> & {
  readonly token: TokenNumber;
  readonly position: number;
};

export class TypeOrmPriceArchive implements PriceArchive {
  private readonly tokens: PriceTokens;

  constructor(private readonly database: Database) {
    this.tokens = new PriceTokens(database);
  }

  async importPrices(prices: readonly ImportedPrice[]): Promise<ImportOutcome> {
    prices.forEach(({ time, usd, btcUsd }) => [slotOf(time), mustBePrice(usd), mustBePrice(btcUsd)]);
    const tokens = prices.map(({ token }) => token);
    const known = await this.tokens.numbersOf(tokens);
    return this.database.write(async (queries, lock) => {
      await lock(PRICE_LOCK);
      const numbers = await numberTokens(queries, known, tokens);
      const outcome = { added: 0, known: 0, conflicting: [] };
      for (const [day, ofDay] of byDay(prices, numbers)) await importDay(queries, day, ofDay, outcome);
      return outcome;
    });
  }

  check(progress?: (days: number, ofDays: number) => void): Promise<PriceCheck> {
    return checkDays(this.database, this.tokens, progress);
  }
}

function byDay(
  prices: readonly ImportedPrice[],
  numbers: ReadonlyMap<ContractId, TokenNumber>,
): Map<number, NumberedPrice[]> {
  const days = new Map<number, NumberedPrice[]>();
  for (const [position, price] of prices.entries()) {
    const day = dayOf(price.time);
    const ofDay = days.get(day) ?? [];
    days.set(day, ofDay);
    ofDay.push({ ...price, token: numbers.get(price.token)!, position });
  }
  return days;
}

async function importDay(
  queries: Queries,
  day: number,
  prices: readonly NumberedPrice[],
  outcome: { added: number; known: number; readonly conflicting: number[] },
): Promise<void> {
  const stored = await storedDay(queries, day, [...new Set(prices.map(({ token }) => token))]);
  const open = await openRunsOf(queries, day);
  const btcUsd = await btcUsdOf(queries, day);
  const added = new RunsOfDay(day);
  const at = (token: TokenNumber, slot: number) =>
    [stored, open.usd, added.usd]
      .map((of: ReadonlyMap<TokenNumber, DaySlots>) => of.get(token)?.[slot] ?? 0)
      .find(Boolean);

  for (const { token, time, position, ...price } of prices) {
    const isOtherRun = (btcUsd.get(time) ?? price.btcUsd) !== price.btcUsd;
    const existing = at(token, slotOf(time));
    if (existing !== undefined || isOtherRun) {
      if (!isOtherRun && existing === price.usd) outcome.known++;
      else outcome.conflicting.push(position);
      continue;
    }
    if (!btcUsd.has(time))
      await queries.execute(sql`INSERT INTO price_runs (at, btc_usd) VALUES (${time}, ${price.btcUsd})`);
    btcUsd.set(time, price.btcUsd);
    const sbtc = price.usd / price.btcUsd;
    added.add(time, price.btcUsd, [{ token, usd: price.usd, sbtc, liquidityUsd: 0, roundTripLoss: null }]);
    outcome.added++;
  }
  if (added.usd.size > 0) await addToDay(queries, added);
}

import { candleOf, type Candle } from '../../domain/price-series/candle.js';
import {
  AHEAD_SECONDS,
  clipDay,
  DAY_SECONDS,
  dayOf,
  emptyDay,
  inQuote,
  mustBePrice,
  slotOf,
  type DaySlots,
  type PackedDay,
  type PriceQuote,
  GRID_SECONDS,
  type LatestPrice,
  type PricePoint,
  type PriceRun,
} from '../../domain/price-series/price.js';
import type { ContractId } from '../../domain/shared/contract-id.js';
import { err, ok, type Result } from '../../domain/shared/result.js';
import type {
  AlreadyExists,
  DayOfPrices,
  ImportedPrice,
  ImportOutcome,
  LatestPrices,
  PriceArchive,
  PriceCheck,
  PriceStore,
} from '../../ports/index.js';

type Days = Map<number, DaySlots>;

/**
 * Number of newest prices to keep per token. Exceeds the number of grid points in AHEAD_SECONDS, so prices recorded ahead of time
 * never fill the list.
 */
const KEPT_PRICES = 16;

/** Prices in the memory of this process. Every change is synchronous, so no reader sees a partial one. */
export class InMemoryPriceStore implements PriceStore, PriceArchive {
  private readonly btcUsd: Days = new Map();
  private readonly usd = new Map<ContractId, Days>();
  /** Each token's newest prices, oldest first. */
  private readonly newest = new Map<ContractId, readonly LatestPrice[]>();
  /** Tokens that each run left unpriced, by the run's time. Only of the newest day, and without runs recorded after a later one. */
  private readonly unpriced = new Map<number, PriceRun['unpriced']>();
  private newestTime = -1;

  async record({ at, btcUsd, prices, unpriced }: PriceRun): Promise<Result<void, AlreadyExists>> {
    const time = at.getTime() / 1000;
    [btcUsd, ...[...prices.values()].map(({ usd }) => usd)].forEach(mustBePrice);
    if (this.btcUsdAt(time) !== 0) return err({ kind: 'already-exists' });
    this.putUnpriced(time, unpriced);
    this.putBtcUsd(time, btcUsd);
    for (const [token, price] of prices) {
      slotsOf(this.daysOf(token), time)[slotOf(time)] = price.usd;
      this.forgetAhead(token, time);
      this.putNewest({ ...price, token, updatedAt: new Date(at) });
    }
    return ok();
  }

  async latest(now: Date): Promise<LatestPrices> {
    const prices = [...this.newest.values()].flatMap((known) => {
      const price = known.findLast(({ updatedAt }) => updatedAt <= now);
      return price === undefined ? [] : [structuredClone(price)];
    });
    const time = this.newestUntil(now.getTime() / 1000);
    if (time === undefined) return { prices };
    const unpriced = this.unpriced.get(time);
    const run = { at: new Date(time * 1000), btcUsd: this.btcUsdAt(time) };
    return { run: { ...run, ...(unpriced !== undefined && { unpriced: new Map(unpriced) }) }, prices };
  }

  async points(token: ContractId, from: number, to: number): Promise<readonly PricePoint[]> {
    const points: PricePoint[] = [];
    for (const [day, usd] of this.sortedDays(token)) {
      const btcUsd = this.btcUsd.get(day)!;
      usd.forEach((price, slot) => {
        const time = day * DAY_SECONDS + slot * GRID_SECONDS;
        if (price !== 0 && time >= from && time < to)
          points.push({ time, usd: price, btcUsd: btcUsd[slot]! });
      });
    }
    return points;
  }

  async slots(token: ContractId, quote: PriceQuote, from: number, to: number): Promise<readonly PackedDay[]> {
    return this.sortedDays(token)
      .map(([day, usd]) => {
        const prices = inQuote(usd, this.btcUsd.get(day)!, quote);
        return clipDay({ time: day * DAY_SECONDS, prices: prices.slice() }, from, to);
      })
      .filter(({ prices }) => prices.some(Boolean));
  }

  async days(token: ContractId, quote: PriceQuote, from: number, to: number): Promise<readonly Candle[]> {
    return this.sortedDays(token)
      .filter(([day]) => isWithin(day, from, to))
      .map(([day, usd]) => candleOf(inQuote(usd, this.btcUsd.get(day)!, quote), day * DAY_SECONDS)!);
  }

  async *scan(from: number, to: number): AsyncIterable<DayOfPrices> {
    const days = [...this.btcUsd.keys()].filter((day) => isWithin(day, from, to));
    for (const day of days.sort((a, b) => a - b)) {
      for (const [token, stored] of this.usd) {
        const usd = stored.get(day);
        const btcUsd = this.btcUsd.get(day)!.slice();
        if (usd !== undefined) yield { token, time: day * DAY_SECONDS, usd: usd.slice(), btcUsd };
      }
    }
  }

  async importPrices(prices: readonly ImportedPrice[]): Promise<ImportOutcome> {
    prices.forEach(({ time, usd, btcUsd }) => [slotOf(time), mustBePrice(usd), mustBePrice(btcUsd)]);
    const outcome = { added: 0, known: 0, conflicting: [] as number[] };
    prices.forEach((price, position) => {
      const result = this.importOne(price);
      if (result === 'conflicting') outcome.conflicting.push(position);
      else outcome[result]++;
    });
    return outcome;
  }

  /** Finds no differences, because nothing derived is stored. */
  async check(progress?: (days: number, ofDays: number) => void): Promise<PriceCheck> {
    const days = [...this.usd.values()].flatMap((stored) => [...stored.values()]);
    for (let day = 1; day <= this.btcUsd.size; day++) progress?.(day, this.btcUsd.size);
    const points = days.reduce((sum, slots) => sum + slots.filter((price) => price !== 0).length, 0);
    return { days: days.length, points, differences: [] };
  }

  private importOne({ token, time, usd, btcUsd }: ImportedPrice): keyof ImportOutcome {
    const storedBtcUsd = this.btcUsdAt(time);
    if (storedBtcUsd !== 0 && storedBtcUsd !== btcUsd) return 'conflicting';
    const stored = this.usd.get(token)?.get(dayOf(time))?.[slotOf(time)] ?? 0;
    if (stored !== 0) return stored === usd ? 'known' : 'conflicting';
    this.putBtcUsd(time, btcUsd);
    slotsOf(this.daysOf(token), time)[slotOf(time)] = usd;
    const unknown = { liquidityUsd: 0, roundTripLoss: null };
    this.putNewest({ token, usd, sbtc: usd / btcUsd, ...unknown, updatedAt: new Date(time * 1000) });
    return 'added';
  }

  private btcUsdAt(time: number): number {
    return this.btcUsd.get(dayOf(time))?.[slotOf(time)] ?? 0;
  }

  private putBtcUsd(time: number, btcUsd: number): void {
    slotsOf(this.btcUsd, time)[slotOf(time)] = btcUsd;
    this.newestTime = Math.max(this.newestTime, time);
  }

  private putUnpriced(time: number, unpriced: PriceRun['unpriced']): void {
    if (time <= this.newestTime) return;
    if (dayOf(time) !== dayOf(this.newestTime)) this.unpriced.clear();
    this.unpriced.set(time, unpriced && new Map(unpriced));
  }

  /** The newest grid point at or before the time. */
  private newestUntil(time: number): number | undefined {
    const days = [...this.btcUsd].sort(([a], [b]) => b - a);
    for (const [day, slots] of days) {
      const slot = slots.findLastIndex(
        (price, slot) => price !== 0 && day * DAY_SECONDS + slot * GRID_SECONDS <= time,
      );
      if (slot >= 0) return day * DAY_SECONDS + slot * GRID_SECONDS;
    }
    return undefined;
  }

  /** Drops prices so far after this time that only a clock that was ahead can have recorded them. */
  private forgetAhead(token: ContractId, time: number): void {
    const known = this.newest.get(token) ?? [];
    const isAhead = ({ updatedAt }: LatestPrice) => updatedAt.getTime() / 1000 > time + AHEAD_SECONDS;
    this.newest.set(
      token,
      known.filter((price) => !isAhead(price)),
    );
  }

  private putNewest(price: LatestPrice): void {
    const known = this.newest.get(price.token) ?? [];
    const all = [...known, price].sort((a, b) => a.updatedAt.getTime() - b.updatedAt.getTime());
    this.newest.set(price.token, all.slice(-KEPT_PRICES));
  }

  private daysOf(token: ContractId): Days {
    const days = this.usd.get(token) ?? new Map<number, DaySlots>();
    this.usd.set(token, days);
    return days;
  }

  private sortedDays(token: ContractId): [number, DaySlots][] {
    return [...(this.usd.get(token) ?? [])].sort(([a], [b]) => a - b);
  }
}

const isWithin = (day: number, from: number, to: number): boolean =>
  day * DAY_SECONDS >= from && day * DAY_SECONDS < to;

function slotsOf(days: Days, time: number): DaySlots {
  const slots = days.get(dayOf(time)) ?? emptyDay();
  days.set(dayOf(time), slots);
  return slots;
}

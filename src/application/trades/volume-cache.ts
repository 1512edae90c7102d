import type { DayVolume } from '../../domain/price-series/candle-volumes.js';
import { DAY_SECONDS, dayOf } from '../../domain/price-series/price.js';
import type { ContractId } from '../../domain/shared/contract-id.js';
import type { TradeCoverage } from '../../domain/trade/coverage.js';
import type { TradeStore } from '../../ports/index.js';

/** Greatest number of days with trades to keep, of all tokens together: about ten megabytes. */
const MOST_DAYS = 4_000;

interface Entry {
  /** The blocks that were recorded when the days were read. */
  readonly of: TradeCoverage;
  /** The first day that was read, since the epoch. */
  readonly from: number;
  readonly days: Map<number, DayVolume>;
}

/** The volumes of tokens that were read last. They are read again only after a new block, and then only for the newest two days. */
export class VolumeCache {
  /** Least recently used first. */
  private readonly entries = new Map<string, Entry>();
  private size = 0;

  constructor(private readonly trades: Pick<TradeStore, 'slotVolumes' | 'dayVolumes'>) {}

  /** The token's days with trades from the day on, since the epoch: with their slots, or without. */
  async read(
    token: ContractId,
    kind: 'slots' | 'days',
    from: number,
    coverage: TradeCoverage,
  ): Promise<ReadonlyMap<number, DayVolume>> {
    const key = `${kind} ${token}`;
    const known = this.entries.get(key);
    const isUsable = known !== undefined && known.from <= from && extendsRange(known.of, coverage);
    if (isUsable && known.of.last.hash === coverage.last.hash) {
      this.put(key, known);
      return known.days;
    }
    // Blocks of the day before may still be replaced.
    const open = isUsable ? Math.max(from, dayOf(known.of.last.time) - 1) : from;
    const fresh = await this.load(token, kind, open, dayOf(coverage.last.time) + 1);
    const kept = isUsable ? [...known.days].filter(([day]) => day < open) : [];
    const entry = { of: coverage, from: isUsable ? known.from : from, days: new Map([...kept, ...fresh]) };
    this.put(key, entry);
    return entry.days;
  }

  private async load(
    token: ContractId,
    kind: 'slots' | 'days',
    from: number,
    until: number,
  ): Promise<Map<number, DayVolume>> {
    const window = [from * DAY_SECONDS, until * DAY_SECONDS] as const;
    if (kind === 'days') {
      const days = await this.trades.dayVolumes(token, ...window);
      return new Map([...days].map(([time, usd]) => [dayOf(time), { usd }]));
    }
    const days = await this.trades.slotVolumes(token, ...window);
    return new Map(days.map(({ time, prices: slots }) => [dayOf(time), { usd: 0, slots }]));
  }

  private put(key: string, entry: Entry): void {
    this.size += entry.days.size - (this.entries.get(key)?.days.size ?? 0);
    this.entries.delete(key);
    this.entries.set(key, entry);
    for (const [oldest, { days }] of this.entries) {
      if (this.size <= MOST_DAYS || oldest === key) return;
      this.entries.delete(oldest);
      this.size -= days.size;
    }
  }
}

/** Whether the later range has grown only at its end since the earlier one. */
const extendsRange = (earlier: TradeCoverage, later: TradeCoverage): boolean =>
  earlier.first.height === later.first.height &&
  earlier.first.parentHash === later.first.parentHash &&
  later.last.height >= earlier.last.height;

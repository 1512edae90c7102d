import {
  clipDay,
  DAY_SECONDS,
  dayOf,
  type DaySlots,
  type PackedDay,
} from '../../domain/price-series/price.js';
import type { ContractId } from '../../domain/shared/contract-id.js';
import { err, ok, type Result } from '../../domain/shared/result.js';
import type { TradeCoverage, TradeTotals } from '../../domain/trade/coverage.js';
import { positionOf, type RecordedTrade } from '../../domain/trade/recorded-trade.js';
import { sumOf, totalsOf, volumesOf, wholeDays } from '../../domain/trade/volumes.js';
import type { NotNext, TradeQuery, TradeStore, ValuedBlock } from '../../ports/index.js';

const BLOCKS_KEPT = 1_000;

type DaysOfTokens = Map<ContractId, Map<number, DaySlots>>;

/** Trades in the memory of this process. Every change is synchronous, so no reader sees a partial one. */
export class InMemoryTradeStore implements TradeStore {
  private covered: TradeCoverage | undefined;
  /** Hashes and times of the newest blocks, by height. */
  private blocks = new Map<number, { readonly hash: string; readonly time: number }>();
  /** Oldest first. */
  private trades: RecordedTrade[] = [];
  private packed: DaysOfTokens = new Map();
  /** The packed days. */
  private packedDays = { from: 0, until: 0 };

  async append(block: ValuedBlock): Promise<Result<void, NotNext>> {
    const { height, hash, parentHash, time } = block;
    const last = this.covered?.last;
    if (last !== undefined && (height !== last.height + 1 || parentHash !== last.hash))
      return err({ kind: 'not-next' });
    this.covered = {
      first: this.covered?.first ?? { height, parentHash, time },
      last: { height, hash, time },
      checkedAt: this.covered?.checkedAt ?? 0,
    };
    this.put(block);
    this.blocks.set(height, { hash, time });
    this.blocks.delete(height - BLOCKS_KEPT);
    return ok();
  }

  async prepend(block: ValuedBlock): Promise<Result<void, NotNext>> {
    const { height, hash, parentHash, time } = block;
    const { covered } = this;
    if (covered === undefined || height !== covered.first.height - 1 || hash !== covered.first.parentHash)
      return err({ kind: 'not-next' });
    this.covered = { ...covered, first: { height, parentHash, time } };
    this.put(block);
    if (height > covered.last.height - BLOCKS_KEPT) this.blocks.set(height, { hash, time });
    return ok();
  }

  async dropLast(hash: string): Promise<void> {
    const { covered } = this;
    if (covered?.last.hash !== hash) return;
    const { height, time } = covered.last;
    const before = this.blocks.get(height - 1);
    this.blocks.delete(height);
    if (before === undefined) return this.clear();
    this.covered = { ...covered, last: { height: height - 1, ...before }, checkedAt: 0 };
    this.trades = this.trades.filter(({ blockHeight }) => blockHeight < height);
    this.unpackFrom(dayOf(time));
  }

  async checked(hash: string, at: number): Promise<void> {
    if (this.covered?.last.hash === hash) this.covered = { ...this.covered, checkedAt: at };
  }

  async pack({ until, deleteBefore }: { readonly until: number; readonly deleteBefore: number }) {
    if (this.covered === undefined) return;
    const whole = wholeDays(this.covered, until);
    const isPacked = (day: number) => day >= this.packedDays.from && day < this.packedDays.until;
    const isDue = ({ time }: RecordedTrade) =>
      dayOf(time) >= whole.from && dayOf(time) < whole.until && !isPacked(dayOf(time));
    for (const [token, days] of volumesOf(this.trades.filter(isDue))) {
      const known = this.packed.get(token) ?? new Map<number, DaySlots>();
      this.packed.set(token, known);
      for (const [day, slots] of days) known.set(day, slots.map(Math.fround));
    }
    if (whole.until > whole.from) this.packedDays = whole;
    this.trades = this.trades.filter(
      ({ time }) => !isPacked(dayOf(time)) || (dayOf(time) + 1) * DAY_SECONDS > deleteBefore,
    );
  }

  async coverage(): Promise<TradeCoverage | undefined> {
    return this.covered;
  }

  async list({ token, before = Infinity, limit }: TradeQuery): Promise<readonly RecordedTrade[]> {
    return this.trades
      .filter((trade) => trade.position < before && [trade.tokenIn, trade.tokenOut].includes(token))
      .toReversed()
      .slice(0, limit);
  }

  async slotVolumes(token: ContractId, from: number, to: number): Promise<readonly PackedDay[]> {
    return this.daysOf(token)
      .map(([day, slots]) => clipDay({ time: day * DAY_SECONDS, prices: slots.slice() }, from, to))
      .filter(({ prices }) => prices.some(Boolean));
  }

  async dayVolumes(token: ContractId, from: number, to: number): Promise<ReadonlyMap<number, number>> {
    return new Map(
      this.daysOf(token)
        .map(([day, slots]) => [day * DAY_SECONDS, sumOf(slots)] as const)
        .filter(([time]) => time >= from && time < to),
    );
  }

  async tokenVolumes(since: number): Promise<ReadonlyMap<ContractId, number>> {
    const volumes = new Map<ContractId, number>();
    for (const { tokenIn, tokenOut, usd } of this.since(since))
      for (const token of [tokenIn, tokenOut]) volumes.set(token, (volumes.get(token) ?? 0) + (usd ?? 0));
    return volumes;
  }

  async totals(since: number): Promise<readonly TradeTotals[]> {
    return totalsOf(this.since(since));
  }

  async newest(): Promise<readonly RecordedTrade[]> {
    return [...new Map(this.trades.map((trade) => [trade.vault, trade])).values()];
  }

  private since(time: number): readonly RecordedTrade[] {
    return this.trades.filter((trade) => trade.time >= time);
  }

  private put({ height, time, trades }: ValuedBlock): void {
    const added = trades.map((trade, n) => ({
      ...trade,
      position: positionOf(height, n),
      blockHeight: height,
      time,
    }));
    this.trades = [...this.trades, ...added].sort((a, b) => a.position - b.position);
  }

  /** Slots by day, oldest first: of packed days as packed, of others by their trades. */
  private daysOf(token: ContractId): [number, DaySlots][] {
    const { from, until } = this.packedDays;
    const open = this.trades.filter(({ time }) => dayOf(time) < from || dayOf(time) >= until);
    return [...(this.packed.get(token) ?? []), ...(volumesOf(open).get(token) ?? [])].sort(
      ([a], [b]) => a - b,
    );
  }

  private unpackFrom(day: number): void {
    const { from, until } = this.packedDays;
    this.packedDays = { from, until: Math.max(from, Math.min(until, day)) };
    for (const days of this.packed.values())
      for (const packed of days.keys()) if (packed >= day) days.delete(packed);
  }

  private clear(): void {
    this.covered = undefined;
    this.blocks = new Map();
    this.trades = [];
    this.packed = new Map();
    this.packedDays = { from: 0, until: 0 };
  }
}

import type { PackedDay } from '../domain/price-series/price.js';
import type { ContractId } from '../domain/shared/contract-id.js';
import type { Result } from '../domain/shared/result.js';
import type { TradeCoverage, TradeTotals } from '../domain/trade/coverage.js';
import type { MinedTrade, RecordedTrade, ValuedTrade } from '../domain/trade/recorded-trade.js';
import type { ChainUnreachable } from './chain.js';
import type { ReadsAny, ReadsPrimary } from './reads-from.js';

/** A block's name and place in the chain. Hashes have 64 hex digits. */
export interface NamedBlock {
  readonly height: number;
  readonly hash: string;
  readonly parentHash: string;
  /** Unix seconds. */
  readonly time: number;
}

/** A block with the trades of its transactions, in their order. */
export interface TradedBlock extends NamedBlock {
  readonly trades: readonly MinedTrade[];
}

/** Outcome of reading a block within a number of requests. */
export interface BlockReading {
  /** Number of requests made. */
  readonly requests: number;
  /** `unknown-block`: the index does not have it yet. `unfinished`: the requests did not suffice; the next reading continues. */
  readonly block: Result<TradedBlock | 'unknown-block' | 'unfinished', ChainUnreachable>;
}

/** All trades of vaults in the chain's blocks. */
export interface BlockTrades {
  /** Reads the block at the height with `most` requests or fewer. */
  read(height: number, most: number): Promise<BlockReading>;
}

/** A block to record, with the worth of its trades. */
export interface ValuedBlock extends NamedBlock {
  readonly trades: readonly ValuedTrade[];
}

/** The block neither follows the last recorded one nor precedes the first: another process has recorded it, or the chain has changed. */
export interface NotNext {
  readonly kind: 'not-next';
}

/** Filter and page of recorded trades. */
export interface TradeQuery {
  /** Only trades into or out of this token. */
  readonly token: ContractId;
  /** Only trades at lower positions. */
  readonly before?: number | undefined;
  /** Greatest number of trades. */
  readonly limit: number;
}

/** Recorded trades for anyone. */
export interface TradeReads extends ReadsAny {
  /** The blocks whose trades are recorded; undefined before the first. */
  coverage(): Promise<TradeCoverage | undefined>;
  /** The token's trades, newest first. */
  list(query: TradeQuery): Promise<readonly RecordedTrade[]>;
  /**
   * Dollars traded into or out of the token in each slot of five minutes, by UTC day, oldest first: 0 in a slot without trades.
   * Rounded to single precision once the day is packed. Days without trades are absent. The window is in Unix seconds, without `to`.
   */
  slotVolumes(token: ContractId, from: number, to: number): Promise<readonly PackedDay[]>;
  /** The same by UTC day: dollars by midnight, Unix seconds, for the days that start in the window. */
  dayVolumes(token: ContractId, from: number, to: number): Promise<ReadonlyMap<number, number>>;
  /** Dollars traded into or out of each token since the time, Unix seconds. Tokens without trades are absent. */
  tokenVolumes(since: number): Promise<ReadonlyMap<ContractId, number>>;
  /** Sums of each vault's trades since the time, Unix seconds, by direction. */
  totals(since: number): Promise<readonly TradeTotals[]>;
  /** The newest trade of each vault. */
  newest(): Promise<readonly RecordedTrade[]>;
}

/**
 * Recorded trades of an unbroken range of blocks. Each trade is stored once, however many processes record it. Of packed days only
 * the volumes remain, once the trades are too old to be listed.
 */
export interface TradeStore extends TradeReads, ReadsPrimary {
  readonly readsFrom?: 'primary';
  /** Stores the block after the last one, with its trades, in one transaction. The first block may be any. */
  append(block: ValuedBlock): Promise<Result<void, NotNext>>;
  /** Stores the block before the first one, likewise. */
  prepend(block: ValuedBlock): Promise<Result<void, NotNext>>;
  /**
   * Removes the last block with its trades if it has this hash, since the chain has replaced it. If the block before it is not known,
   * everything is removed; the newest 1,000 blocks are.
   */
  dropLast(hash: string): Promise<void>;
  /** Notes that the last block was the chain's newest at the time, Unix seconds, if it has this hash. */
  checked(hash: string, at: number): Promise<void>;
  /**
   * Packs the volumes of covered UTC days that ended before `until`, and deletes the trades of packed days that ended before
   * `deleteBefore`; both in Unix seconds.
   */
  pack(times: { readonly until: number; readonly deleteBefore: number }): Promise<void>;
}

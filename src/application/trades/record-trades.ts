import { dayOf, DAY_SECONDS } from '../../domain/price-series/price.js';
import { ok } from '../../domain/shared/result.js';
import { PACKED_AFTER_SECONDS, TRADES_KEPT_DAYS } from '../../domain/trade/volumes.js';
import type { ChainRead, Ports, TradeStore } from '../../ports/index.js';
import type { MarketReader } from '../market/market.js';
import { makeValueBlock } from './value-block.js';

/** Result of a look at the chain. */
export interface TradesRecorded {
  /** Blocks that were recorded now, by this process. */
  readonly blocks: number;
  readonly trades: number;
  /** Recorded blocks that the chain has replaced. */
  readonly replaced: number;
  /** Blocks of the chain that are not recorded yet. */
  readonly behind: number;
}

/**
 * Records the trades of new blocks, in order, and of blocks that were missed while no process recorded. Begins with the newest
 * block. Any number of processes may record at once. Call it regularly.
 */
export type RecordTrades = () => ChainRead<TradesRecorded>;

/** Number of requests for each block of the chain, besides those that find new blocks. A block that needs more waits for later ones. */
export const REQUESTS_PER_BLOCK = 5;
/** Greatest number of requests saved up while blocks need fewer. */
const MOST_SAVED = 5 * REQUESTS_PER_BLOCK;
/** Greatest number of blocks per look, so that a look ends. */
const MOST_BLOCKS = 100;
/** Age of a look at the chain by this process that counts as one of the recorder's, ms. */
const LOOK_MAX_AGE_MS = 30_000;
const CHECK_SECONDS = 60;

type Needs = Pick<Ports, 'blockTrades' | 'trades' | 'chain' | 'clock' | 'prices' | 'registry'>;

export function makeRecordTrades(
  ports: Needs,
  { market }: { readonly market: Pick<MarketReader, 'followedHeight'> },
): RecordTrades {
  const { blockTrades, trades, chain, clock } = ports;
  const valueBlock = makeValueBlock(ports);
  /** Requests that may be made, and the height up to which blocks have added to them. */
  let saved = 0;
  let counted: number | undefined;
  let packedDay = -1;

  const newestHeight = async (): ChainRead<number> => {
    const followed = market.followedHeight(LOOK_MAX_AGE_MS);
    if (followed !== undefined) return ok(followed);
    const tip = await chain.tip();
    return tip.ok ? ok(tip.value.height) : tip;
  };

  const packPast = async (time: number): Promise<void> => {
    const until = time - PACKED_AFTER_SECONDS;
    if (dayOf(until) === packedDay) return;
    await trades.pack({ until, deleteBefore: time - TRADES_KEPT_DAYS * DAY_SECONDS });
    packedDay = dayOf(until);
  };

  return async () => {
    const done = { blocks: 0, trades: 0, replaced: 0 };
    if (blockTrades === undefined) return ok({ ...done, behind: 0 });
    const newest = await newestHeight();
    if (!newest.ok) return newest;
    const height = newest.value;
    let coverage = await trades.coverage();
    const since = counted ?? coverage?.last.height ?? height - 1;
    saved += Math.max(0, height - since) * REQUESTS_PER_BLOCK;
    counted = Math.max(height, since);

    while (done.blocks + done.replaced < MOST_BLOCKS) {
      const last = coverage?.last;
      const next = last === undefined ? height : last.height + 1;
      if (next > height) break;
      const { requests, block } = await blockTrades.read(next, saved);
      saved -= requests;
      if (!block.ok) return block;
      if (typeof block.value === 'string') return ok({ ...done, behind: height - next + 1 });
      if (last !== undefined && block.value.parentHash !== last.hash) {
        await trades.dropLast(last.hash);
        saved += REQUESTS_PER_BLOCK;
        done.replaced += 1;
      } else if ((await trades.append(await valueBlock(block.value))).ok) {
        done.blocks += 1;
        done.trades += block.value.trades.length;
      }
      coverage = await trades.coverage();
    }

    const behind = coverage === undefined ? 0 : Math.max(0, height - coverage.last.height);
    if (coverage !== undefined && behind === 0) {
      saved = Math.min(saved, MOST_SAVED);
      await noteLook(
        trades,
        coverage.last.hash,
        height === coverage.last.height,
        coverage.checkedAt,
        clock.now(),
      );
    }
    if (coverage !== undefined) await packPast(coverage.last.time);
    return ok({ ...done, behind });
  };
}

/** Notes that no block is missing, once a minute at most. */
async function noteLook(
  trades: Pick<TradeStore, 'checked'>,
  hash: string,
  isNewest: boolean,
  checkedAt: number,
  now: Date,
): Promise<void> {
  const at = Math.floor(now.getTime() / 1000);
  if (isNewest && at - checkedAt >= CHECK_SECONDS) await trades.checked(hash, at);
}

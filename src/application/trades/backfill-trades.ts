import { dayOf, DAY_SECONDS } from '../../domain/price-series/price.js';
import { err, ok, type Result } from '../../domain/shared/result.js';
import { PACKED_AFTER_SECONDS, TRADES_KEPT_DAYS } from '../../domain/trade/volumes.js';
import type { ChainUnreachable, Ports } from '../../ports/index.js';
import { makeValueBlock } from './value-block.js';

/** Outcome of one step backwards. */
export type BackfillStep =
  | { readonly kind: 'recorded'; readonly height: number; readonly time: Date; readonly trades: number }
  /** The block was the chain's first. */
  | { readonly kind: 'at-start' };

/**
 * Reason why no step is possible. `nothing-recorded`: a recorder must have recorded a block, from which the steps begin.
 * `no-block-trades`: this program reads no trades. `chain-differs`: the block below the first recorded one is not its parent.
 */
export type BackfillError =
  | { readonly kind: 'nothing-recorded' | 'no-block-trades' }
  | { readonly kind: 'chain-differs'; readonly height: number }
  | ChainUnreachable;

/** Greatest number of requests for one block of the past. The request allowance spaces them out. */
const MOST_REQUESTS = 500;

/**
 * Records the trades of the block before the first recorded one, beside recorders that follow the chain. Interrupted at any time, the
 * next step continues. Trades that are too old to be listed become volumes at once.
 */
export const makeBackfillTrades = (
  ports: Pick<Ports, 'blockTrades' | 'trades' | 'prices' | 'registry'>,
): (() => Promise<Result<BackfillStep, BackfillError>>) => {
  const { blockTrades, trades } = ports;
  const valueBlock = makeValueBlock(ports);

  return async () => {
    if (blockTrades === undefined) return err({ kind: 'no-block-trades' });
    const coverage = await trades.coverage();
    if (coverage === undefined) return err({ kind: 'nothing-recorded' });
    const { first, last } = coverage;
    const height = first.height - 1;
    if (height < 1) return ok({ kind: 'at-start' });
    const { block } = await blockTrades.read(height, MOST_REQUESTS);
    if (!block.ok) return block;
    if (typeof block.value === 'string')
      return err({
        kind: 'chain-unreachable',
        reason: `the index does not return block ${height} as a whole`,
      });
    if (block.value.hash !== first.parentHash) return err({ kind: 'chain-differs', height });
    const valued = await valueBlock(block.value);
    // If another process has just stored it, nothing is left to do.
    await trades.prepend(valued);
    if (dayOf(valued.time) !== dayOf(first.time))
      await trades.pack({
        until: last.time - PACKED_AFTER_SECONDS,
        deleteBefore: last.time - TRADES_KEPT_DAYS * DAY_SECONDS,
      });
    return ok({
      kind: 'recorded',
      height,
      time: new Date(valued.time * 1000),
      trades: valued.trades.length,
    });
  };
};

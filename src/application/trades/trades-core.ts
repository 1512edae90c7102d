import type { Ports } from '../../ports/index.js';
import type { MarketReader } from '../market/market.js';
import { makeBackfillTrades } from './backfill-trades.js';
import { makeRecordTrades } from './record-trades.js';

type Needs = Pick<Ports, 'blockTrades' | 'trades' | 'chain' | 'clock' | 'prices' | 'registry'>;

/** Wires the use cases about trades. */
export const makeTrades = (ports: Needs, parts: { readonly market: MarketReader }) =>
  ({
    record: makeRecordTrades(ports, parts),
    backfill: makeBackfillTrades(ports),
  }) as const;

/** Trades of the vaults, whoever made them. */
export type TradesCore = ReturnType<typeof makeTrades>;

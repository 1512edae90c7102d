import type { Ports } from '../../ports/index.js';
import type { MarketReader } from '../market/market.js';
import type { PricesCore } from '../prices/prices-core.js';
import type { CoreSettings } from '../settings.js';
import { makeBackfillTrades } from './backfill-trades.js';
import { makeListTrades } from './list-trades.js';
import { makeReadTickers } from './read-tickers.js';
import type { ReadVolumes } from './read-volumes.js';
import { makeRecordTrades } from './record-trades.js';

type Needs = Pick<Ports, 'blockTrades' | 'trades' | 'chain' | 'clock' | 'prices' | 'registry'>;

interface Parts {
  readonly market: MarketReader;
  readonly prices: PricesCore;
  readonly volumes: ReadVolumes;
}

/** Wires the use cases about trades. */
export const makeTrades = (ports: Needs, parts: Parts, settings: Pick<CoreSettings, 'reservesMaxAgeMs'>) =>
  ({
    list: makeListTrades(ports, parts),
    tickers: makeReadTickers(ports, parts, settings),
    record: makeRecordTrades(ports, parts),
    backfill: makeBackfillTrades(ports),
  }) as const;

/** All trades of the vaults, from any wallet. */
export type TradesCore = ReturnType<typeof makeTrades>;

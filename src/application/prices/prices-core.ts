import type { Ports } from '../../ports/index.js';
import type { ReadTokenFacts } from '../metadata/token-facts-cache.js';
import { makeAskOracle, type AskOracle } from './ask-oracle.js';
import { makeBtcReadings } from './btc-readings.js';
import {
  makeFindPrice,
  makePriceListCache,
  type FindPrice,
  type PriceListCache,
} from './price-list-cache.js';
import { makeReadPriceHealth, type ReadPriceHealth } from './price-health.js';
import { makeReadHistory, type ReadHistory } from './read-history.js';
import { makeRecordPrices, type RecordPrices } from './record-prices.js';
import { makeRecordingLog } from './recording-log.js';

/** Token prices, current and historical. */
export interface PricesCore extends Pick<PriceListCache, 'list' | 'current' | 'refresh'> {
  readonly find: FindPrice;
  readonly history: ReadHistory;
  readonly record: RecordPrices;
  readonly health: ReadPriceHealth;
  readonly oracle: AskOracle;
}

type PricesPorts = Pick<Ports, 'btcSources' | 'chain' | 'clock' | 'liquidity' | 'prices' | 'registry'>;

/** Wires the price use cases around one shared list and one shared set of BTC readings. */
export function makePrices(ports: PricesPorts, readFacts: ReadTokenFacts): PricesCore {
  const cache = makePriceListCache(ports, readFacts);
  const readings = makeBtcReadings(ports);
  const log = makeRecordingLog(ports);
  return {
    list: cache.list,
    current: cache.current,
    refresh: cache.refresh,
    find: makeFindPrice(cache),
    history: makeReadHistory(ports, cache),
    record: makeRecordPrices(ports, readings, log),
    health: makeReadPriceHealth(ports, cache, log),
    oracle: makeAskOracle(ports, readings, cache),
  };
}

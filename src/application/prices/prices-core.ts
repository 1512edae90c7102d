import type { Ports } from '../../ports/index.js';
import type { CheckClock } from '../market/chain-clock.js';
import type { MarketReader } from '../market/market.js';
import type { ReadTokenFacts } from '../metadata/token-facts-cache.js';
import type { CoreSettings } from '../settings.js';
import type { ReadVolumes } from '../trades/read-volumes.js';
import { makeAskOracle, makeBtcReadings } from './oracle.js';
import { makeReadPriceHealth, makeRecordingLog } from './price-health.js';
import { makeFindPrice, makePriceListCache } from './price-list-cache.js';
import { makeReadHistory } from './read-history.js';
import { makeReadPricesAt } from './read-prices-at.js';
import { makeRecordPrices } from './record-prices.js';

type PricesPorts = Pick<
  Ports,
  'blocks' | 'btcSources' | 'callersReads' | 'chain' | 'clock' | 'liquidity' | 'prices' | 'registry'
>;

interface Parts {
  readonly market: MarketReader;
  readonly readFacts: ReadTokenFacts;
  readonly checkClock: CheckClock;
  readonly volumes: ReadVolumes;
}

/** Wires the price use cases around one shared list and one shared set of BTC readings. */
export function makePrices(
  ports: PricesPorts,
  { market, readFacts, checkClock, volumes }: Parts,
  settings: Pick<CoreSettings, 'minPricedShare'>,
) {
  // The list is read from the primary, because it also decides what is due.
  const cache = makePriceListCache(ports, { readFacts, volumes });
  const past = { clock: ports.clock, prices: (ports.callersReads ?? ports).prices };
  const readings = makeBtcReadings(ports);
  const log = makeRecordingLog(ports);
  return {
    list: cache.list,
    current: cache.current,
    refresh: cache.refresh,
    find: makeFindPrice(cache),
    everPriced: cache.everPriced,
    history: makeReadHistory(past, cache, volumes),
    at: makeReadPricesAt(past, cache),
    record: makeRecordPrices(ports, readings, { log, market, checkClock }),
    health: makeReadPriceHealth(ports, { cache, log }, settings),
    oracle: makeAskOracle(ports, readings, cache),
  } as const;
}

/** Token prices, current and historical. */
export type PricesCore = ReturnType<typeof makePrices>;

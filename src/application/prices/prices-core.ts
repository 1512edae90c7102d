import type { Ports } from '../../ports/index.js';
import type { ReadTokenFacts } from '../metadata/fact-board.js';
import { makeAskOracle, type AskOracle } from './ask-oracle.js';
import { makeBtcReadings } from './btc-readings.js';
import { makeFindPrice, type FindPrice } from './find-price.js';
import { makePriceBoard, type PriceBoard } from './price-board.js';
import { makeReadPriceHealth, type ReadPriceHealth } from './price-health.js';
import { makeReadHistory, type ReadHistory } from './read-history.js';
import { makeRecordPrices, type RecordPrices } from './record-prices.js';
import { makeRecordingLog } from './recording-log.js';

/** What tokens cost, now and in the past. */
export interface PricesCore extends Pick<PriceBoard, 'list' | 'current' | 'refresh'> {
  readonly find: FindPrice;
  readonly history: ReadHistory;
  readonly record: RecordPrices;
  readonly health: ReadPriceHealth;
  readonly oracle: AskOracle;
}

type PricesPorts = Pick<Ports, 'btcSources' | 'chain' | 'clock' | 'liquidity' | 'prices' | 'registry'>;

/** Wires them: one list, one set of readings of the BTC sources, for all. */
export function makePrices(ports: PricesPorts, readFacts: ReadTokenFacts): PricesCore {
  const board = makePriceBoard(ports, readFacts);
  const readings = makeBtcReadings(ports);
  const log = makeRecordingLog(ports);
  return {
    list: board.list,
    current: board.current,
    refresh: board.refresh,
    find: makeFindPrice(board),
    history: makeReadHistory(ports, board),
    record: makeRecordPrices(ports, readings, log),
    health: makeReadPriceHealth(ports, board, log),
    oracle: makeAskOracle(ports, readings, board),
  };
}

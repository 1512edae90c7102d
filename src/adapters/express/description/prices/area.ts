import { GRID_SECONDS } from '../../../../domain/price-series/price.js';
import { plainErrorBody } from '../../error-responses.js';
import type { AreaDescription } from '../model.js';
import { HISTORY } from './history.js';
import { PRICE_READS, PRICE_SERVICE } from './reads.js';
import { PRICE_SCHEMAS } from './schemas.js';

/** Current and historical prices. */
export const PRICES: AreaDescription = {
  name: 'prices',
  mount: '/prices',
  title: 'Prices: current and historical',
  about: [
    `What the pools would really pay, recorded every ${GRID_SECONDS / 60} minutes: one dollar of sBTC is routed into each token and back. Public: no key, any origin.`,
    'Polling faster than once a minute gains nothing. sbtc of sBTC itself is exactly 1; a subnet copy has the price of its base. A price that is not known is null or 404, never 0.',
    'Prices before 16 October 2026 were stored to 9 decimal places and have no roundTripLoss; until February 2026 history is hourly at best and covers about 11 tokens.',
  ],
  schemas: PRICE_SCHEMAS,
  errorSchema: 'Error',
  errorBody: plainErrorBody,
  operations: [...PRICE_READS, HISTORY, ...PRICE_SERVICE],
};

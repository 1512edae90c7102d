import { dollars, plainNumber } from '../../../sdk/words/numbers.js';
import { nameFor } from '../live/token-names.js';
import type { Pair, Unit } from './model/lines.js';

/** Unit of the chart's prices. */
export const unitWords = (pair: Pair, unit: Unit): string => (unit === 'usd' ? 'dollars' : nameFor(pair.buy));

/** A price of the chart with its unit: `$0.55`, or `0.55 USDd`. */
export const priceText = (price: number, pair: Pair, unit: Unit): string =>
  unit === 'usd' ? dollars(price) : `${plainNumber(price)} ${nameFor(pair.buy)}`;

import { dollars, plainNumber } from '../../../sdk/words/numbers.js';
import { baseId } from '../live/base-id.js';
import { tokenOf } from '../live/registry.js';
import { nameFor } from '../live/token-names.js';
import type { Pair, Unit } from './model/lines.js';

/** Name of the token itself, also for its copy: both have one price. */
export const baseName = (token: Pair['sell']): string => nameFor(tokenOf.value.get(baseId(token)) ?? token);

/** Unit of the chart's prices. */
export const unitWords = (pair: Pair, unit: Unit): string =>
  unit === 'usd' ? 'dollars' : baseName(pair.buy);

/** A price of the chart with its unit: `$0.55`, or `0.55 USDd`. */
export const priceText = (price: number, pair: Pair, unit: Unit): string =>
  unit === 'usd' ? dollars(price) : `${plainNumber(price)} ${baseName(pair.buy)}`;

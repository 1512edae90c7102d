import { computed } from '@preact/signals';
import { dollarsOf } from '../live/dollars.js';
import { priceOf } from '../live/prices.js';
import { tokenOf } from '../live/registry.js';
import { listedWords } from '../live/token-names.js';
import type { PriceFacts } from './order-price.js';

/** Listed tokens and their prices now, with which orders are compared. */
export const priceFacts = computed((): PriceFacts => {
  const [tokens, words] = [tokenOf.value, listedWords.value];
  void priceOf.value;
  return { words, decimalsOf: (id) => tokens.get(id)?.decimals, usdOf: dollarsOf };
});

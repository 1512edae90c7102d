import type { Clause } from '../clause.js';
import { apiKeyErrors } from './api-key-errors.js';
import { apiKeys } from './api-keys.js';
import { crossOrigin } from './cors.js';
import { forgiving } from './forgiving.js';
import { keyLimits } from './key-limits.js';
import { laterOn } from './later.js';
import { legacyLimit } from './legacy-limit.js';
import { legacy } from './legacy.js';
import { metadataReads } from './metadata-reads.js';
import { metadataSaves } from './metadata-saves.js';
import { orderChanges } from './orders-changes.js';
import { orderKinds } from './order-kinds.js';
import { orderList } from './orders-list.js';
import { orderRecord } from './orders-record.js';
import { orderSearch } from './orders-search.js';
import { outages } from './outages.js';
import { priceHistory } from './history.js';
import { prices } from './prices.js';
import { publicReads } from './public-reads.js';
import { quotes } from './quotes.js';
import { streams } from './streams.js';
import { vaultListing } from './vaults.js';
import { webhooks } from './webhooks.js';

/** All clauses of the contract, in the order of a run. Those that use up a limit or change the exchange come last. */
export const CLAUSES: readonly Clause[] = [
  ...orderList,
  ...orderRecord,
  ...orderSearch,
  ...orderChanges,
  ...orderKinds,
  ...publicReads,
  ...quotes,
  ...apiKeys,
  ...apiKeyErrors,
  ...prices,
  ...priceHistory,
  ...legacy,
  ...metadataReads,
  ...metadataSaves,
  ...vaultListing,
  ...crossOrigin,
  ...forgiving,
  ...streams,
  ...webhooks,
  ...keyLimits,
  ...legacyLimit,
  ...outages,
  ...laterOn,
];

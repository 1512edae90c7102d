import type { InexactReason } from '../../domain/order/report/execution-report.js';
import type { AbortCause } from '../../domain/order/report/outcome.js';

/** Words for the reasons why figures of the parent block are inexact. */
export const INEXACT_WORDS: Readonly<Record<InexactReason, string>> = {
  'earlier-transactions':
    'a transaction before the swap in its block may have changed a vault that connects the tokens',
  'unknown-transactions': 'the index does not say what came before the swap in its block',
  'quotes-missing':
    'a vault that only its contract can quote has not quoted every amount at the parent block',
  'registry-changed': 'a vault of the swap’s route is no longer routed',
  unread: 'vaults could not be read as of the parent block',
  'route-differs':
    'the swap paid another amount than its route gave at the parent block, for no known reason',
};

/** Words for the causes of aborts. */
export const ABORT_WORDS: Readonly<Record<AbortCause, string>> = {
  'post-condition': 'the swap would have paid less than its minimum, or moved more than it may',
  contract: 'a contract returned an error',
  other: 'anything else, such as a signature that another transaction had used',
};

import { change, rows } from './row.js';
import { shown } from './shown.js';

/** Rows of the core's errors about alerts. */
export const ALERT_ERRORS = rows({
  'too-many-alerts': change(422, {
    sentence: ({ limit }) => `The wallet has ${limit} alerts, the most it may have; delete one first`,
    cause: 'the wallet has 50 alerts, fired ones included',
    remedy: 'Delete an alert first, such as one that has fired.',
    details: ({ limit }) => ({ limit }),
  }),
  'alert-not-found': change(404, {
    sentence: 'Alert not found',
    cause: 'the wallet has no such alert',
    remedy: 'List the wallet’s alerts, and sign with the wallet that created this one.',
    details: ({ alertId }) => ({ alertId: shown(alertId) }),
    hint: 'remedy',
  }),
});

import { MAX_ALERTS } from '../../../../domain/alert/alert.js';
import { valueOrThrow } from '../../errors/errors.js';
import { operation } from '../../operation/operation.js';
import { requireProofInHeaders } from '../../requests/wallet-proof.js';
import { outcomes } from '../../schema/outcomes.js';
import { always, list, object } from '../../schema/schema.js';
import {
  byOwner,
  KEY_HEADERS,
  KEY_OR_OWNER_READ,
  KEY_OR_OWNER_READ_ERRORS,
  type OwnedError,
} from '../owned/owner-operation.js';
import { ALERT, type AlertManagement, type AlertParts } from './alert-shape.js';

export const listAlerts = operation({
  id: 'listAlerts',
  ...KEY_OR_OWNER_READ,
  path: '/api/v1/alerts',
  summary: 'List the wallet’s alerts, newest first, including those that have fired',
  signedFields: { action: always('list_alerts') },
  response: {
    description: 'The alerts.',
    headers: KEY_HEADERS,
    schema: object({
      status: always('success'),
      alerts: list(ALERT.ref(), 'the alerts', { maxItems: MAX_ALERTS }),
    }),
  },
  errors: [...KEY_OR_OWNER_READ_ERRORS, ...outcomes<OwnedError<AlertManagement['list']>>()([])],
  curl: '"$BASE/swap/api/v1/alerts" -H @headers.txt',
  sign: 'action=list_alerts',
  handle: (parts: AlertParts, call) =>
    byOwner(parts, call, requireProofInHeaders, async (proof) => {
      const found = valueOrThrow(await parts.alerts.list(proof));
      return { status: 'success' as const, alerts: found.map((alert) => ALERT.write(alert)) };
    }),
});

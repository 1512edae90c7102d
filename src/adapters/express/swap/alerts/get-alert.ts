import { valueOrThrow } from '../../errors/errors.js';
import { operation } from '../../operation/operation.js';
import { requireProofInHeaders } from '../../requests/wallet-proof.js';
import { outcomes } from '../../schema/outcomes.js';
import { always } from '../../schema/schema.js';
import {
  byOwner,
  KEY_HEADERS,
  KEY_OR_OWNER_READ,
  KEY_OR_OWNER_READ_ERRORS,
  type OwnedError,
} from '../owned/owner-operation.js';
import {
  ALERT_IN_MESSAGE,
  ALERT_IN_PATH,
  ONE_ALERT,
  oneAlert,
  type AlertManagement,
  type AlertParts,
} from './alert-shape.js';

export const getAlert = operation({
  id: 'getAlert',
  ...KEY_OR_OWNER_READ,
  path: '/api/v1/alerts/{alertId}',
  summary: 'Read one alert',
  signedFields: { action: always('get_alert'), ...ALERT_IN_MESSAGE },
  params: ALERT_IN_PATH,
  response: { description: 'The alert.', headers: KEY_HEADERS, schema: ONE_ALERT },
  errors: [
    ...KEY_OR_OWNER_READ_ERRORS,
    ...outcomes<OwnedError<AlertManagement['find']>>()(['alert-not-found']),
  ],
  curl: '"$BASE/swap/api/v1/alerts/$ALERT_ID" -H @headers.txt',
  sign: 'action=get_alert alertId=$ALERT_ID',
  handle: (parts: AlertParts, call) =>
    byOwner(parts, call, requireProofInHeaders, async (proof) =>
      oneAlert(valueOrThrow(await parts.alerts.find(call.params.alertId, proof))),
    ),
});

import { valueOrThrow } from '../../errors/errors.js';
import { operation } from '../../operation/operation.js';
import { BY_BODY, requireProofInBody } from '../../requests/wallet-proof.js';
import { outcomes } from '../../schema/outcomes.js';
import { always } from '../../schema/schema.js';
import {
  byOwner,
  KEY_HEADERS,
  KEY_OR_OWNER_CHANGE,
  KEY_OR_OWNER_CHANGE_ERRORS,
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

export const rearmAlert = operation({
  id: 'rearmAlert',
  ...KEY_OR_OWNER_CHANGE,
  method: 'post',
  path: '/api/v1/alerts/{alertId}/rearm',
  summary: 'Arm an alert again that has fired',
  rules: [
    'It is armed at once if it is known not to be true now. Otherwise, and always for a balance, it is clearing until a look finds it untrue. One that has not fired stays as it is.',
  ],
  signedFields: { action: always('rearm_alert'), ...ALERT_IN_MESSAGE },
  params: ALERT_IN_PATH,
  response: { description: 'The alert as it is now.', headers: KEY_HEADERS, schema: ONE_ALERT },
  errors: [
    ...KEY_OR_OWNER_CHANGE_ERRORS,
    ...outcomes<OwnedError<AlertManagement['rearm']>>()(['alert-not-found']),
  ],
  curl: `-X POST "$BASE/swap/api/v1/alerts/$ALERT_ID/rearm" ${BY_BODY}`,
  sign: 'action=rearm_alert alertId=$ALERT_ID',
  handle: (parts: AlertParts, call) =>
    byOwner(parts, call, requireProofInBody, async (proof) =>
      oneAlert(valueOrThrow(await parts.alerts.rearm(call.params.alertId, proof))),
    ),
});

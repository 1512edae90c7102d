import { valueOrThrow } from '../../errors/errors.js';
import { operation } from '../../operation/operation.js';
import { BY_BODY, requireProofInBody } from '../../requests/wallet-proof.js';
import { outcomes } from '../../schema/outcomes.js';
import { always, object, text } from '../../schema/schema.js';
import {
  byOwner,
  KEY_HEADERS,
  KEY_OR_OWNER_CHANGE,
  KEY_OR_OWNER_CHANGE_ERRORS,
  type OwnedError,
} from '../owned/owner-operation.js';
import { ALERT_IN_MESSAGE, ALERT_IN_PATH, type AlertManagement, type AlertParts } from './alert-shape.js';

export const deleteAlert = operation({
  id: 'deleteAlert',
  ...KEY_OR_OWNER_CHANGE,
  method: 'delete',
  path: '/api/v1/alerts/{alertId}',
  summary: 'Delete an alert',
  signedFields: { action: always('delete_alert'), ...ALERT_IN_MESSAGE },
  params: ALERT_IN_PATH,
  response: {
    description: 'Deleted; what it has fired is still delivered to webhooks.',
    headers: KEY_HEADERS,
    schema: object({ status: always('success'), message: text('says so') }),
  },
  errors: [
    ...KEY_OR_OWNER_CHANGE_ERRORS,
    ...outcomes<OwnedError<AlertManagement['remove']>>()(['alert-not-found']),
  ],
  curl: `-X DELETE "$BASE/swap/api/v1/alerts/$ALERT_ID" ${BY_BODY}`,
  sign: 'action=delete_alert alertId=$ALERT_ID',
  handle: (parts: AlertParts, call) =>
    byOwner(parts, call, requireProofInBody, async (proof) => {
      const { id } = valueOrThrow(await parts.alerts.remove(call.params.alertId, proof));
      return { status: 'success' as const, message: `Alert ${id} has been deleted` };
    }),
});

import { MAX_ALERTS } from '../../../../domain/alert/alert.js';
import { valueOrThrow } from '../../errors/errors.js';
import { operation } from '../../operation/operation.js';
import { ADDRESS_QUOTA, ROW_BYTES } from '../../requests/stored-per-address.js';
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
import { ALERT_TERMS, ONE_ALERT, oneAlert, type AlertManagement, type AlertParts } from './alert-shape.js';

export const createAlert = operation({
  id: 'createAlert',
  ...KEY_OR_OWNER_CHANGE,
  method: 'post',
  path: '/api/v1/alerts',
  summary: 'Create an alert: it notifies its owner once when something becomes true',
  rules: [
    'The event alert.fired is posted to those webhooks of the wallet that ask for it or for all types and for no strategyId, and is sent on GET /alerts/stream. Its data.alert is the alert as it fired.',
    'An alert fires once, and again only after it is armed again. One that is true when it is created fires at the next look, within half a minute.',
    'price and move look at recorded prices, each five minutes, and pass the guards of triggers: a stale or thin price, one with less liquidity than SLUICE_MIN_LIQUIDITY_USD, or one that fewer runs in a row hold than confirm a trailing stop, two by default, fires nothing.',
    'move compares the newest price with every earlier one within seconds, each as far as these runs hold it.',
    'balance reads the wallet’s own balance as of the newest block, at most ten balances a minute for all alerts of a server, in turn.',
    `A wallet has up to ${MAX_ALERTS} alerts, fired ones included.`,
  ],
  signedFields: { action: always('create_alert'), ...ALERT_TERMS },
  response: { description: 'The alert.', headers: KEY_HEADERS, schema: ONE_ALERT },
  errors: [
    ...KEY_OR_OWNER_CHANGE_ERRORS,
    ...outcomes<OwnedError<AlertManagement['create']>>()(['too-many-alerts']),
    ADDRESS_QUOTA,
  ],
  curl: `-X POST "$BASE/swap/api/v1/alerts" ${BY_BODY}`,
  sign: 'action=create_alert kind=price token=.stx direction=above price=99.5 note=moon',
  handle: (parts: AlertParts, call) =>
    byOwner(parts, call, requireProofInBody, async (proof) => {
      const work = async () => valueOrThrow(await parts.alerts.create(proof));
      return oneAlert(await parts.stored.during(call.req, { bytes: ROW_BYTES }, work));
    }),
});

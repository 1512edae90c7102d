import type { Core } from '../../../../application/core.js';
import { ALERT_STATES, MAX_ALERTS, type Alert } from '../../../../domain/alert/alert.js';
import { ALERT_KIND_NAMES, MAX_NOTE, MOVE_BPS, MOVE_SECONDS } from '../../../../domain/alert/condition.js';
import { contractId, HEX_ID } from '../../schema/common-schemas.js';
import { always, object, oneOf, orNull, text, time, whole, type WireOf } from '../../schema/schema.js';
import { field, fields, named, optional, within } from '../../schema/shape.js';
import type { StoredPerAddress } from '../../requests/stored-per-address.js';
import type { KeyParts } from '../access/key-request.js';

/** The use cases of alerts that this area serves. */
export type AlertManagement = Pick<Core['alerts'], 'create' | 'list' | 'find' | 'rearm' | 'remove'>;

/** Parts that an operation on alerts needs. */
export interface AlertParts extends KeyParts {
  readonly alerts: AlertManagement;
  readonly stored: StoredPerAddress;
}

/** Path parameter of every operation on one alert. */
export const ALERT_IN_PATH = { alertId: HEX_ID };
export const ALERT_IN_MESSAGE = { alertId: text('as in the path') };

/** Terms of an alert, as in requests and responses. */
export const ALERT_TERMS = {
  kind: oneOf(
    ALERT_KIND_NAMES,
    'price: it reaches price; move: it rises or falls by bps within seconds; stale: it is older than 15 minutes; thin: small trades move it; balance: the wallet’s own reaches amount',
  ),
  token: contractId('the token that is watched'),
  direction: oneOf(
    ['above', 'below'],
    'at or above the bound, or at or below it; absent if the kind is neither price nor balance',
  ),
  price: text('the bound, a decimal number above 0 with up to 18 decimals; absent if the kind is not price', {
    pattern: '^(0|[1-9][0-9]{0,38})(\\.[0-9]{1,18})?$',
    'x-unit': 'baseAsset per token',
  }),
  baseAsset: text(
    'unit of the price, a contract id or USD; USD when absent, and absent if the kind is not price',
  ),
  bps: whole('basis points of the earlier price, 500 is 5%; absent if the kind is not move', MOVE_BPS),
  seconds: whole('time within which it moves, in whole five-minute runs; absent if the kind is not move', {
    ...MOVE_SECONDS,
    'x-unit': 'seconds',
  }),
  amount: text('the bound in the token’s smallest units; absent if the kind is not balance', {
    pattern: '^(0|[1-9][0-9]{0,38})$',
  }),
  note: text('text for the owner, without effect; absent if there is none', { maxLength: MAX_NOTE }),
};

export const ALERT = named(
  'Alert',
  fields<Alert>()(
    {
      id: HEX_ID,
      ...within(({ condition }: Alert) => condition, {
        kind: ALERT_TERMS.kind,
        token: ALERT_TERMS.token,
        direction: optional(ALERT_TERMS.direction),
        price: optional(ALERT_TERMS.price),
        baseAsset: optional(ALERT_TERMS.baseAsset),
        bps: optional(ALERT_TERMS.bps),
        seconds: optional(ALERT_TERMS.seconds),
        amount: optional(ALERT_TERMS.amount),
      }),
      note: optional(ALERT_TERMS.note),
      state: oneOf(
        ALERT_STATES,
        'armed: fires when it is true; clearing: was armed again while it was true, and is armed as soon as it is not; fired: until it is armed again',
      ),
      createdAt: time('time of creation'),
      firedAt: field(orNull(time('last time that it fired; null for never')), ({ firing }) => firing?.at),
      value: field(
        orNull(
          text(
            'what it last fired at: a price, signed basis points of a move, or smallest units; null for stale and thin',
          ),
        ),
        ({ firing }) => firing?.value,
      ),
    },
    { description: `an alert; an owner has up to ${MAX_ALERTS}` },
  ),
);

/** An alert as JSON. Times are ISO 8601. */
export type AlertResponse = WireOf<typeof ALERT>;

/** The body of responses about one alert. */
export const ONE_ALERT = object({ status: always('success'), alert: ALERT.ref() });

export const oneAlert = (alert: Alert): WireOf<typeof ONE_ALERT> => ({
  status: 'success',
  alert: ALERT.write(alert),
});

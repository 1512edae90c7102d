import type { TimerAuthorization } from '../../../../application/orders/cancel-after.js';
import type { Core } from '../../../../application/core.js';
import { CANCEL_AFTER_SECONDS, type CancelTimer } from '../../../../domain/cancel-timer/cancel-timer.js';
import { fieldsOf } from '../../../../domain/shared/fields.js';
import { valueOrThrow } from '../../errors/errors.js';
import type { Call } from '../../operation/declaration.js';
import { operation } from '../../operation/operation.js';
import { RATE_HEADERS } from '../../operation/rate-headers.js';
import { asObject, BODY_BYTES } from '../../requests/json-body.js';
import {
  MISSING_AUTHENTICATION,
  MISSING_HEADERS,
  proofInHeaders,
  PROOF_REFUSALS,
  READ_REFUSALS,
  unproven,
} from '../../requests/wallet-proof.js';
import { outcomes, type ErrorOf } from '../../schema/outcomes.js';
import { NOT_AN_OBJECT } from './place-order.js';
import { always, flag, object, oneOf, orNull, time, whole, type WireOf } from '../../schema/schema.js';
import { field, fields, named } from '../../schema/shape.js';
import { asKey, KEY_ERRORS, type KeyParts } from '../access/key-request.js';
import { apiKeyOf } from '../../requests/api-key-header.js';

/** Parts that an operation on timers needs. */
export interface CancelAfterParts extends KeyParts {
  readonly orders: Pick<Core['orders'], 'cancelAfter'>;
}

export const CANCEL_TIMER = named(
  'CancelTimer',
  fields<CancelTimer>()(
    {
      scope: field(
        oneOf(
          ['owner', 'key'],
          'owner: all open orders of the wallet; key: those that the API key may cancel',
        ),
        ({ scope }) => (scope.keyId === undefined ? ('owner' as const) : ('key' as const)),
      ),
      seconds: field(
        orNull(whole('seconds from a renewal to the end; null while it is not armed')),
        ({ armed }) => armed?.seconds,
      ),
      firesAt: field(
        orNull(time('time at which the open orders end unless it is renewed; null while it is not armed')),
        ({ armed }) => armed?.firesAt,
      ),
      firedAt: field(orNull(time('last time that it fired; null for never')), ({ fired }) => fired?.at),
      isEnding: field(
        flag('whether orders that it fired for may still be open, or have a swap in flight'),
        ({ fired }) => fired?.isEnding ?? false,
      ),
    },
    { description: 'a timer that ends open orders unless it is renewed: a dead man’s switch' },
  ),
);

const BODY = object({ status: always('success'), data: CANCEL_TIMER.ref() });

/** The body of the responses about a timer. */
export type CancelTimerResponse = WireOf<typeof BODY>;

const PATH = { path: '/api/v1/orders/cancel-after', access: ['api-key', 'wallet-headers'] } as const;
const { min, max } = CANCEL_AFTER_SECONDS;
const SECONDS = whole(`0 to disarm it, or ${min} to ${max}`, { minimum: 0, maximum: max });
const RULES = [
  'A wallet’s timer ends all open orders of the wallet; an API key’s, for which the key needs the permission cancel, those that the key may cancel. They run apart from each other.',
  'Orders that the timer ends are cancelled for the reason cancel-after. It ends those that were placed before it fired, at most two seconds late while a server runs, and at the next start otherwise.',
  'An order whose swap is in flight is left to the swap; if the swap is dropped, the order ends then.',
];
const ERRORS = [MISSING_AUTHENTICATION, MISSING_HEADERS, ...KEY_ERRORS];

/** Does the work with the proof of the request's API key, or else its wallet. */
async function asProven(
  parts: CancelAfterParts,
  call: Pick<Call<never, unknown>, 'req' | 'res'>,
  work: (authorization: TimerAuthorization) => ReturnType<Core['orders']['cancelAfter']['disarm']>,
  action: 'cancel' | 'read' = 'cancel',
): Promise<CancelTimerResponse> {
  const written = async (authorization: TimerAuthorization) => ({
    status: 'success' as const,
    data: CANCEL_TIMER.write(valueOrThrow(await work(authorization))),
  });
  const apiKey = apiKeyOf(call.req);
  if (apiKey !== undefined)
    return asKey(parts, { ...call, action }, apiKey, (key) =>
      written({ by: 'api-key', key, fields: fieldsOf(call.req.body) }),
    );
  const proof = proofInHeaders(call.req);
  if (!proof.ok) throw unproven(proof.error);
  return written(proof.value);
}

export const cancelAfter = operation({
  id: 'cancelAfter',
  ...PATH,
  replicated: 'changes',
  priority: 'urgent',
  limitedAs: 'cancels',
  method: 'post',
  summary: 'End all open orders after a time unless this is called again: a dead man’s switch',
  rules: [
    ...RULES,
    'Each call begins the time again. A call that comes after the time ran out does not keep the orders: they end, and the timer is armed for those placed later.',
    'A wallet signs the same seconds as in the body.',
  ],
  signedFields: { action: always('cancel_after'), seconds: whole('as in the body') },
  body: { description: 'The time.', schema: object({ seconds: SECONDS }), maxBytes: BODY_BYTES },
  response: { description: 'The timer as it is now.', schema: BODY, headers: RATE_HEADERS },
  errors: [
    NOT_AN_OBJECT,
    ...ERRORS,
    ...outcomes<ErrorOf<Core['orders']['cancelAfter']['set']>>()([
      ...PROOF_REFUSALS,
      'permission-denied',
      'invalid-fields',
    ]),
  ],
  curl: `-X POST "$BASE/swap/api/v1/orders/cancel-after" -H @headers.txt -H 'Content-Type: application/json' -d '{"seconds":60}'`,
  sign: 'action=cancel_after seconds=60',
  handle: (parts: CancelAfterParts, call) => {
    const body = asObject(call.req.body);
    return asProven(parts, call, (authorization) => parts.orders.cancelAfter.set({ body, authorization }));
  },
});

export const disarmCancelAfter = operation({
  id: 'disarmCancelAfter',
  ...PATH,
  replicated: 'changes',
  priority: 'urgent',
  limitedAs: 'cancels',
  method: 'delete',
  summary: 'Disarm the timer that ends all open orders, as 0 seconds do',
  rules: ['If its time has run out already, the orders end nevertheless.'],
  signedFields: { action: always('disarm_cancel_after') },
  response: { description: 'The timer as it is now.', schema: BODY, headers: RATE_HEADERS },
  errors: [
    ...ERRORS,
    ...outcomes<ErrorOf<Core['orders']['cancelAfter']['disarm']>>()([
      ...PROOF_REFUSALS,
      'permission-denied',
      'invalid-fields',
    ]),
  ],
  curl: '-X DELETE "$BASE/swap/api/v1/orders/cancel-after" -H @headers.txt',
  sign: 'action=disarm_cancel_after',
  handle: (parts: CancelAfterParts, call) =>
    asProven(parts, call, (authorization) => parts.orders.cancelAfter.disarm(authorization)),
});

export const readCancelAfter = operation({
  id: 'readCancelAfter',
  ...PATH,
  limitedAs: 'reads',
  summary: 'Read the timer that ends all open orders',
  signedFields: { action: always('read_cancel_after') },
  response: { description: 'The timer; not armed if there is none.', schema: BODY, headers: RATE_HEADERS },
  errors: [
    ...ERRORS,
    ...outcomes<
      Exclude<ErrorOf<Core['orders']['cancelAfter']['read']>, { kind: 'signature-already-used' }>
    >()([...READ_REFUSALS, 'permission-denied', 'invalid-fields']),
  ],
  curl: '"$BASE/swap/api/v1/orders/cancel-after" -H @headers.txt',
  sign: 'action=read_cancel_after',
  handle: (parts: CancelAfterParts, call) =>
    asProven(parts, call, (authorization) => parts.orders.cancelAfter.read(authorization), 'read'),
});

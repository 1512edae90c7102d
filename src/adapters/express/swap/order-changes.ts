import type { Request, RequestHandler, Response } from 'express';
import type { KeyCaller } from '../../../application/api-keys/authenticate-key.js';
import type { Core } from '../../../application/core.js';
import type { Authorization } from '../../../application/authorization/caller.js';
import { isClientRef } from '../../../application/orders/find-order.js';
import type { KeyAction } from '../../../domain/api-key/usage.js';
import type { Clock } from '../../../ports/index.js';
import { problemFrom } from '../error-responses.js';
import { valueOrThrow } from '../errors.js';
import { respondOnce } from '../idempotency.js';
import { rateHeaders } from '../rate-headers.js';
import { FailedKeys } from './failed-keys.js';
import { toResponse } from './order-response.js';
import { readWalletHeaders, unproven } from './wallet-headers.js';

type ChangeCore = Pick<Core, 'orders' | 'apiKeys' | 'idempotency'>;

interface OwnerRequest {
  readonly action: KeyAction;
  /** How the path names the order, as it was sent. */
  readonly ref: string;
  readonly req: Request;
  readonly res: Response;
}

/** What only an order's owner may do, by wallet or by key. */
export function orderChanges(core: ChangeCore, clock: Clock): Readonly<Record<KeyAction, RequestHandler>> {
  const failedKeys = new FailedKeys(clock);
  const handler =
    (action: KeyAction): RequestHandler =>
    async (req, res) => {
      const asked: OwnerRequest = { action, ref: req.params['ref'] as string, req, res };
      const apiKey = shownKey(req);
      res.json(await (apiKey === undefined ? byWallet(core, asked) : byKey(core, failedKeys, apiKey, asked)));
    };
  return { execute: handler('execute'), cancel: handler('cancel') };
}

async function byWallet(core: ChangeCore, asked: OwnerRequest): Promise<object> {
  const proof = readWalletHeaders(asked.req);
  if (proof.ok) return change(core, asked, proof.value);
  await mustBeKnown(core, asked);
  throw unproven(proof.error);
}

async function byKey(
  core: ChangeCore,
  failedKeys: FailedKeys,
  apiKey: string,
  asked: OwnerRequest,
): Promise<object> {
  await mustBeKnown(core, asked);
  const admitted = await core.apiKeys.authenticate(apiKey);
  if (admitted.ok) {
    const key = admitted.value;
    return onRecord(core, key, asked, () => change(core, asked, { by: 'api-key', key }));
  }
  if (admitted.error.kind === 'rate-limit-exceeded') {
    return onRecord(core, admitted.error.caller, asked, async () => valueOrThrow(admitted));
  }
  failedKeys.count(asked.req.ip ?? '');
  return valueOrThrow(admitted);
}

/** An unknown order is said to be unknown before anyone is asked who they are. A client's own id tells only then. */
async function mustBeKnown({ orders }: ChangeCore, { ref }: OwnerRequest): Promise<void> {
  if (!isClientRef(ref)) valueOrThrow(await orders.get(ref));
}

/** What the order's state and the market say: answers, and not obstacles on the way to one. */
const KEPT_STATUSES = [400, 409, 422];

function change(core: ChangeCore, asked: OwnerRequest, authorization: Authorization): Promise<object> {
  const { callerOf, runOnce } = core.idempotency;
  const { action, ref, req } = asked;
  const request = {
    operation: `${req.method} /orders/{uuid}/${action}`,
    caller: () => callerOf(authorization),
    payload: ref,
    keptStatuses: KEPT_STATUSES,
  };
  return respondOnce(runOnce, asked, request, () => changeNow(core, asked, authorization));
}

async function changeNow(
  { orders }: ChangeCore,
  { action, ref }: OwnerRequest,
  authorization: Authorization,
): Promise<object> {
  if (action === 'cancel') {
    const order = valueOrThrow(await orders.cancel({ ref, authorization }));
    return { status: 'success', data: toResponse(order) };
  }
  const { txid, order } = valueOrThrow(await orders.execute({ ref, authorization }));
  return { status: 'success', txid, data: toResponse(order) };
}

/** Tells the caller where its key stands, and keeps what came of the request for the key's owner. */
async function onRecord(
  { apiKeys }: ChangeCore,
  caller: KeyCaller,
  { action, req, res }: OwnerRequest,
  work: () => Promise<object>,
): Promise<object> {
  res.set(rateHeaders(caller.standing));
  const request = { action, method: req.method, endpoint: req.originalUrl.split('?', 1)[0]! };
  try {
    const body = await work();
    apiKeys.activity.record(caller, { ...request, statusCode: 200, success: true });
    return body;
  } catch (thrown) {
    const { status: statusCode, error: errorMessage } = problemFrom(thrown);
    apiKeys.activity.record(caller, { ...request, statusCode, success: false, errorMessage });
    throw thrown;
  }
}

const BEARER = /^bearer\s+(.*)$/i;

/** The API key that the request shows, if any, whatever it looks like. */
const shownKey = (req: Request): string | undefined =>
  req.get('x-api-key') || BEARER.exec(req.get('authorization') ?? '')?.[1] || undefined;

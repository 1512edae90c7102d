import { Router, type Request, type RequestHandler } from 'express';
import type { Core } from '../../../application/core.js';
import { checkDepth } from '../../../domain/order/draft-fields.js';
import type { JsonObject } from '../../../domain/shared/json.js';
import type { Clock } from '../../../ports/index.js';
import { sendTagged } from '../caching.js';
import { crossOrigin, type Origins } from '../cross-origin.js';
import { valueOrThrow } from '../errors.js';
import { respondOnce } from '../idempotency.js';
import { asObject, jsonBody } from '../json-body.js';
import { route } from '../methods.js';
import { HttpError } from '../problem.js';
import { streamJsonArray } from '../stream-json.js';
import { writeCursor } from './order-cursor.js';
import { orderChanges } from './order-changes.js';
import { evaluationResponse, eventResponse, toResponse } from './order-response.js';
import { readListRequest, type ListRequest } from './orders-requests.js';

export const LIST_CACHING = 's-maxage=10, stale-while-revalidate=30';
/** Kept, but asked for anew each time: an order changes when the chain does. */
export const ORDER_CACHING = 'no-cache';

type Orders = Core['orders'];

/** Orders: create, read, execute, cancel. */
export function ordersController(
  core: Pick<Core, 'orders' | 'apiKeys' | 'idempotency'>,
  { clock, corsOrigins }: { readonly clock: Clock; readonly corsOrigins: Origins },
): Router {
  const { orders } = core;
  const { execute, cancel } = orderChanges(core, clock);
  const router = Router();
  const readable = [crossOrigin(corsOrigins)];
  route(router, '/orders', { get: list(orders) }, readable);
  route(router, '/orders/new', { post: [...jsonBody(), place(core)] });
  route(router, '/orders/:ref', { get: get(orders) }, readable);
  route(router, '/orders/:ref/events', { get: listEvents(orders) }, readable);
  route(router, '/orders/:ref/execute', { post: execute });
  route(router, '/orders/:ref/cancel', { patch: cancel });
  return router;
}

/** How the path names the order, as it was sent. */
const refOf = (req: Request): string => req.params['ref'] as string;

/** That the uuid or the client order id is taken: said only once the order's signature was found to be good. */
const KEPT_STATUSES = [409];

const place =
  ({ orders, idempotency }: Pick<Core, 'orders' | 'idempotency'>): RequestHandler =>
  async (req, res) => {
    const payload = asObject(req.body);
    const request = {
      operation: 'POST /orders/new',
      caller: () => ownerIn(payload),
      payload,
      keptStatuses: KEPT_STATUSES,
    };
    const body = await respondOnce(idempotency.runOnce, { req, res }, request, async () => {
      const order = valueOrThrow(await orders.place(payload));
      return { status: 'success', data: toResponse(order) };
    });
    res.json(body);
  };

/** Undefined in a body that is no order, which nobody needs to keep an answer to; one nested too deep has no hash. */
const ownerIn = (body: ReturnType<typeof asObject>): string | undefined =>
  typeof body['owner'] === 'string' && checkDepth(body as JsonObject).ok ? body['owner'] : undefined;

const get =
  (orders: Orders): RequestHandler =>
  async (req, res) => {
    const order = valueOrThrow(await orders.get(refOf(req)));
    const evaluated = await orders.evaluate(order);
    const evaluation = evaluated && evaluationResponse(evaluated);
    const shown = toResponse(order);
    const body = { status: 'success', data: { ...shown, ...(evaluation && { evaluation }) } };
    // That the order was looked at once more is no news; what was found would be.
    const essence = evaluation && { ...shown, evaluation: { ...evaluation, at: undefined } };
    sendTagged(res.set('Cache-Control', ORDER_CACHING), body, essence);
  };

const listEvents =
  (orders: Orders): RequestHandler =>
  async (req, res) => {
    const events = valueOrThrow(await orders.events(refOf(req)));
    res.json({ status: 'success', data: events.map(eventResponse) });
  };

const list =
  (orders: Orders): RequestHandler =>
  async (req, res) => {
    const request = readListRequest(req.query);
    try {
      if (request.paged) {
        const page = await listPage(orders, request);
        sendTagged(res.set('Cache-Control', LIST_CACHING), page);
      } else {
        const found = valueOrThrow(orders.stream(request.filter));
        res.set('Cache-Control', LIST_CACHING);
        await streamJsonArray(res, found, toResponse);
      }
    } catch (error) {
      if (error instanceof HttpError || res.headersSent) throw error;
      throw new HttpError(
        { status: 500, error: 'Failed to fetch orders', code: 'internal' },
        { cause: error },
      );
    }
  };

async function listPage(
  orders: Orders,
  { input, page }: Extract<ListRequest, { paged: true }>,
): Promise<object> {
  const { orders: found, total, totalIsLowerBound, next } = valueOrThrow(await orders.list(input));
  const { limit } = input;
  return {
    status: 'success',
    data: found.map(toResponse),
    pagination: {
      total,
      ...(totalIsLowerBound && { totalIsLowerBound }),
      page,
      limit,
      totalPages: Math.ceil(total / limit),
      hasNextPage: next !== undefined,
      hasPrevPage: page > 1,
      ...(next !== undefined && { nextCursor: writeCursor({ after: next, page: page + 1 }, input) }),
    },
  };
}

import { Router, type Request, type RequestHandler } from 'express';
import type { Core } from '../../../application/core.js';
import type { Clock } from '../../../ports/index.js';
import { crossOrigin, type Origins } from '../cross-origin.js';
import { valueOf } from '../errors.js';
import { asObject, jsonBody } from '../json-body.js';
import { route } from '../methods.js';
import { Refusal } from '../problem.js';
import { streamJsonArray } from '../stream-json.js';
import { orderChanges } from './order-changes.js';
import { eventResponse, toResponse } from './order-response.js';
import { readListRequest, type ListRequest } from './orders-requests.js';

const LIST_CACHING = 's-maxage=10, stale-while-revalidate=30';

type Orders = Core['orders'];

/** Orders: create, read, execute, cancel. */
export function ordersController(
  core: Pick<Core, 'orders' | 'apiKeys'>,
  { clock, corsOrigins }: { readonly clock: Clock; readonly corsOrigins: Origins },
): Router {
  const { orders } = core;
  const { execute, cancel } = orderChanges(core, clock);
  const router = Router();
  const readable = [crossOrigin(corsOrigins)];
  route(router, '/orders', { get: list(orders) }, readable);
  route(router, '/orders/new', { post: [...jsonBody(), place(orders)] });
  route(router, '/orders/:ref', { get: get(orders) }, readable);
  route(router, '/orders/:ref/events', { get: listEvents(orders) }, readable);
  route(router, '/orders/:ref/execute', { post: execute });
  route(router, '/orders/:ref/cancel', { patch: cancel });
  return router;
}

/** How the path names the order, as it was sent. */
const refOf = (req: Request): string => req.params['ref'] as string;

const place =
  (orders: Orders): RequestHandler =>
  async (req, res) => {
    const order = valueOf(await orders.place(asObject(req.body)));
    res.json({ status: 'success', data: toResponse(order) });
  };

const get =
  (orders: Orders): RequestHandler =>
  async (req, res) => {
    const order = valueOf(await orders.get(refOf(req)));
    res.json({ status: 'success', data: toResponse(order) });
  };

const listEvents =
  (orders: Orders): RequestHandler =>
  async (req, res) => {
    const events = valueOf(await orders.events(refOf(req)));
    res.json({ status: 'success', data: events.map(eventResponse) });
  };

const list =
  (orders: Orders): RequestHandler =>
  async (req, res) => {
    const request = readListRequest(req.query);
    try {
      if (request.paged) res.set('Cache-Control', LIST_CACHING).json(await listPage(orders, request));
      else {
        const found = valueOf(orders.stream(request.owner === undefined ? {} : { owner: request.owner }));
        res.set('Cache-Control', LIST_CACHING);
        await streamJsonArray(res, found, toResponse);
      }
    } catch (error) {
      if (error instanceof Refusal || res.headersSent) throw error;
      throw new Refusal({ status: 500, error: 'Failed to fetch orders', code: 'internal' }, { cause: error });
    }
  };

async function listPage(orders: Orders, { input }: Extract<ListRequest, { paged: true }>): Promise<object> {
  const { page, limit } = input;
  const found = valueOf(await orders.list(input));
  const totalPages = Math.ceil(found.total / limit);
  return {
    status: 'success',
    data: found.orders.map(toResponse),
    pagination: {
      total: found.total,
      page,
      limit,
      totalPages,
      hasNextPage: page < totalPages,
      hasPrevPage: page > 1,
    },
  };
}

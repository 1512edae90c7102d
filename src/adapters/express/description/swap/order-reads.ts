import { LABEL_LENGTH } from '../../../../domain/order/draft-fields.js';
import { ORDER_STATUSES } from '../../../../domain/order/order.js';
import { LIST_CACHING, ORDER_CACHING } from '../../swap/orders-controller.js';
import { address } from '../../operation/common-schemas.js';
import type { OperationDescription, Parameter } from '../../operation/model.js';
import { ANY, badParameter, INTERNAL, MALFORMED_PATH, outcome, errorCase } from '../../operation/outcomes.js';
import { inPath, inQuery } from '../../operation/parameter-list.js';
import { always, list, object, oneOf, ref, text, whole } from '../../operation/schema.js';

const LIST_PARAMETERS: readonly Parameter[] = [
  inQuery('owner', address('only this address’s orders')),
  inQuery('strategyId', text('only orders of this plan', { minLength: 1, maxLength: LABEL_LENGTH })),
  inQuery('page', whole('number of the page', { minimum: 1, maximum: 10 ** 14 - 1, default: 1 })),
  inQuery('limit', whole('orders a page', { minimum: 1, maximum: 50, default: 10 })),
  inQuery('cursor', text('nextCursor of the page before, of the same sort; not together with page')),
  inQuery(
    'sortBy',
    oneOf(['createdAt', 'status'], `status sorts in the order ${ORDER_STATUSES.join(', ')}`, {
      default: 'createdAt',
    }),
  ),
  inQuery(
    'sortOrder',
    oneOf(['asc', 'desc'], 'ties go by createdAt, then uuid, in the same direction', { default: 'desc' }),
  ),
  inQuery('status', oneOf(['all', ...ORDER_STATUSES], 'open also means broadcasted', { default: 'all' })),
  inQuery(
    'search',
    text(
      'part of uuid, owner, inputToken, outputToken, conditionToken or txid, in any case; matched literally',
    ),
  ),
];

const badListParameter = (name: string, rule: string) =>
  badParameter(`Invalid ${name} parameter: ${rule}`, `${name} breaks its rule`);

const LIST_ORDERS: OperationDescription = {
  id: 'listOrders',
  method: 'get',
  path: '/api/v1/orders',
  summary: 'List orders',
  rules: [
    'With page, limit or cursor the answer is one page. Without all three it is every order (of owner and strategyId, where given) in one streamed answer, unsorted and without pagination; every other parameter is then ignored.',
    'A cursor stays quick however deep it leads, and orders placed meanwhile neither repeat nor hide others.',
  ],
  access: ['anyone'],
  parameters: LIST_PARAMETERS,
  responses: [
    {
      status: 200,
      description: 'The orders.',
      schema: object(
        {
          status: always('success'),
          data: list(ref('Order'), 'the orders'),
          pagination: ref('Pagination', 'with page, limit or cursor'),
        },
        { optional: ['pagination'] },
      ),
      caching: LIST_CACHING,
      tagged: true,
    },
  ],
  errors: [
    badParameter('Invalid page parameter', 'page is no whole number of 1 or more'),
    badParameter('Invalid limit parameter (1-50)', 'limit is no whole number from 1 to 50'),
    badParameter('Invalid cursor parameter: …', 'cursor is none, is of another sort, or stands beside page'),
    badListParameter('sortBy', 'must be createdAt or status'),
    badListParameter('sortOrder', 'must be asc or desc'),
    badListParameter('status', '…'),
    badListParameter('search', 'must be one text'),
    badListParameter('strategyId', 'must be one text of 1 to 200 characters'),
    badListParameter('owner', 'must be one address'),
    outcome({ kind: 'invalid-owner', reason: ANY }, 'owner is no address of this network'),
    errorCase(500, 'internal', 'Failed to fetch orders', 'the orders could not be read'),
  ],
  curl: '"$BASE/swap/api/v1/orders?limit=5&status=open"',
};

const UUID_IN_PATH = inPath('uuid', text('the order’s uuid, in any case', { format: 'uuid' }));
const NOT_FOUND = outcome({ kind: 'order-not-found' }, 'no order has this uuid');

const GET_ORDER: OperationDescription = {
  id: 'getOrder',
  method: 'get',
  path: '/api/v1/orders/{uuid}',
  summary: 'Look at one order',
  access: ['anyone'],
  parameters: [UUID_IN_PATH],
  responses: [
    {
      status: 200,
      description: 'The order.',
      schema: object({ status: always('success'), data: ref('Order') }),
      caching: ORDER_CACHING,
      tagged: true,
    },
  ],
  errors: [MALFORMED_PATH, NOT_FOUND, INTERNAL],
  curl: '"$BASE/swap/api/v1/orders/$UUID"',
};

const LIST_EVENTS: OperationDescription = {
  id: 'listOrderEvents',
  method: 'get',
  path: '/api/v1/orders/{uuid}/events',
  summary: 'Everything that happened to an order, oldest first',
  access: ['anyone'],
  parameters: [UUID_IN_PATH],
  responses: [
    {
      status: 200,
      description: 'The order’s log.',
      schema: object({ status: always('success'), data: list(ref('OrderEvent'), 'the events') }),
      caching: 'no-store',
    },
  ],
  errors: [MALFORMED_PATH, NOT_FOUND, INTERNAL],
  curl: '"$BASE/swap/api/v1/orders/$UUID/events"',
};

export const ORDER_READS: readonly OperationDescription[] = [LIST_ORDERS, GET_ORDER, LIST_EVENTS];

import { clausesOf, type Clause } from '../clause.js';
import { firstEvent } from '../client/http.js';
import { answers, demand, recordOf, same } from '../expect.js';
import {
  ADDRESS,
  ID,
  ISO,
  LIST,
  NUMBER,
  OBJECT,
  oneOf,
  TEXT,
  TXID,
  UNITS,
  WHOLE,
  fieldClauses,
} from '../fields.js';
import { cancelledOrder, dataOf, executedOrder, manualOrder, triggerOrder } from '../orders.js';
import type { World } from '../world.js';

const clause = clausesOf('orders');
const STATUS = oneOf('open', 'broadcasted', 'confirmed', 'failed', 'cancelled');

const ALWAYS = {
  uuid: TEXT,
  owner: ADDRESS,
  inputToken: ID,
  outputToken: ID,
  amountIn: UNITS,
  recipient: ADDRESS,
  router: ID,
  status: STATUS,
  createdAt: ISO,
};

const CONDITION = {
  conditionToken: TEXT,
  targetPrice: TEXT,
  direction: oneOf('gt', 'lt'),
  baseAsset: TEXT,
  validFrom: ISO,
  validTo: ISO,
  strategyId: TEXT,
  strategyType: TEXT,
  strategyPosition: WHOLE,
  strategySize: WHOLE,
};

const SENT = {
  status: oneOf('confirmed'),
  txid: TXID,
  broadcastedAt: ISO,
  confirmedAt: ISO,
  blockHeight: WHOLE,
  blockTime: WHOLE,
};
const QUOTE = { amountIn: NUMBER, amountOut: NUMBER, timestamp: ISO, slippage: NUMBER, path: LIST };

const read = async (world: World, uuid: string) => dataOf(await world.swap(`/orders/${uuid}`));
const quoteOf = async (world: World) =>
  recordOf(recordOf((await executedOrder(world)).order['metadata'], 'metadata')['quote'], 'metadata.quote');

export const orderRecord: readonly Clause[] = [
  ...fieldClauses(
    'orders',
    'order',
    ALWAYS,
    async (world) => [
      await read(world, (await manualOrder(world)).uuid),
      await read(world, (await triggerOrder(world)).uuid),
    ],
    'owner',
  ),
  ...fieldClauses(
    'orders',
    'order with a trigger',
    CONDITION,
    async (world) => [await read(world, (await triggerOrder(world)).uuid)],
    'owner',
  ),
  clause(
    'an order without trigger and window has none of their fields',
    async (world) => {
      const order = await read(world, (await manualOrder(world)).uuid);
      const names = ['conditionToken', 'targetPrice', 'direction', 'baseAsset', 'validFrom', 'validTo'];
      same(
        names.filter((name) => order[name] !== undefined),
        [],
        'fields',
      );
    },
    'owner',
  ),
  ...fieldClauses(
    'orders',
    'cancelled order',
    { status: oneOf('cancelled'), cancelledAt: ISO },
    async (world) => [await read(world, (await cancelledOrder(world)).uuid)],
    'owner',
  ),
  ...fieldClauses(
    'orders',
    'confirmed order',
    SENT,
    async (world) => [(await executedOrder(world)).order],
    'owner',
    'swap',
  ),
  clause(
    'blockTime is Unix seconds',
    async (world) => {
      const { blockTime } = (await executedOrder(world)).order;
      const seconds = world.now() / 1000;
      demand(Math.abs(seconds - Number(blockTime)) < 86_400, `about ${Math.round(seconds)}`, blockTime);
    },
    'owner',
    'swap',
  ),
  ...fieldClauses(
    'orders',
    'metadata of an executed order',
    { quote: OBJECT },
    async (world) => [recordOf((await executedOrder(world)).order['metadata'], 'metadata')],
    'owner',
    'swap',
  ),
  ...fieldClauses(
    'orders',
    'metadata.quote',
    QUOTE,
    async (world) => [await quoteOf(world)],
    'owner',
    'swap',
  ),
  clause(
    "GET /orders/{uuid} is { status: 'success', data: order }, without authentication",
    async (world) => {
      const { uuid } = await manualOrder(world);
      const answer = await world.swap(`/orders/${uuid}`);
      answers(answer, 200);
      same(recordOf(answer.body, 'body')['status'], 'success', 'status');
      same(dataOf(answer)['uuid'], uuid, 'uuid');
    },
    'owner',
  ),
  clause('an unknown uuid is 404 "Not found"', async (world) => {
    answers(await world.swap('/orders/00000000-0000-4000-8000-000000000000'), 404, 'Not found');
  }),
  clause('error bodies are { error, timestamp }', async (world) => {
    const { body } = await world.swap('/orders/00000000-0000-4000-8000-000000000000');
    const { error, timestamp } = recordOf(body, 'body');
    same([typeof error, typeof timestamp], ['string', 'string'], 'types of error, timestamp');
  }),
  ...(
    [
      '/orders/{uuid}',
      '/orders?limit=50&owner={owner}',
      '/orders?owner={owner}',
      '/orders/{uuid}/events',
    ] as const
  ).map((path) =>
    clause(
      `the signature is in no response of GET ${path}`,
      async (world) => {
        const { uuid } = await manualOrder(world);
        const at = path.replace('{uuid}', uuid).replace('{owner}', world.owner.address);
        const { text } = await world.swap(at);
        demand(
          !/signature|[0-9a-f]{130}/i.test(text),
          'no signature',
          /.{0,20}(signature|[0-9a-f]{130})/i.exec(text)?.[0],
        );
      },
      'owner',
    ),
  ),
  clause(
    'the signature is in no event of a stream',
    async (world) => {
      const { uuid } = await manualOrder(world);
      const { text } = await firstEvent(`${world.bases.swap}/orders/${uuid}/stream`);
      demand(!/signature|[0-9a-f]{130}/i.test(text), 'no signature', 'a signature');
    },
    'owner',
  ),
];

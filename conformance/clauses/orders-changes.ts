import { clausesOf, type Clause } from '../clause.js';
import { createKey, fullKey, revokedKey } from '../api-keys.js';
import { answers, demand, recordOf, same } from '../expect.js';
import {
  cancel,
  cancelledOrder,
  change,
  changeByKey,
  dataOf,
  executedOrder,
  foreignOrder,
  manualOrder,
  place,
  post,
  signedOrder,
} from '../orders.js';
import { newWallet } from '../client/wallet.js';

const clause = clausesOf('orders');

export const orderChanges: readonly Clause[] = [
  clause(
    "POST /orders/new is { status: 'success', data: order }, open",
    async (world) => {
      const order = signedOrder(world);
      const answer = await post(world, order);
      world.undoLater(() => cancel(world, order.uuid));
      answers(answer, 200);
      same(recordOf(answer.body, 'body')['status'], 'success', 'status');
      same([dataOf(answer)['uuid'], dataOf(answer)['status']], [order.uuid, 'open'], 'uuid, status');
    },
    'owner',
  ),
  clause(
    'POST /orders/new relies on the order’s signature: another wallet’s is refused',
    async (world) => {
      const { signature } = signedOrder(world, {}, newWallet(world.chain));
      answers(await post(world, signedOrder(world, { signature })), 400);
    },
    'owner',
  ),
  clause(
    'POST /orders/new ignores API keys, also unknown ones',
    async (world) => {
      const order = signedOrder(world);
      answers(await post(world, order, { headers: { 'x-api-key': 'no-key' } }), 200);
      world.undoLater(() => cancel(world, order.uuid));
    },
    'owner',
  ),
  clause(
    'the same order twice is stored once: a retry is safe',
    async (world) => {
      const order = signedOrder(world);
      answers(await post(world, order), 200);
      world.undoLater(() => cancel(world, order.uuid));
      const again = await post(world, order);
      answers(again, 200);
      same(dataOf(again)['uuid'], order.uuid, 'uuid');
    },
    'owner',
  ),
  clause(
    'an order without the router field is taken by the signature’s router',
    async (world) => {
      const { router, ...order } = signedOrder(world);
      const answer = await post(world, order);
      answers(answer, 200);
      world.undoLater(() => cancel(world, order.uuid));
      same(dataOf(answer)['router'], router, 'router');
    },
    'owner',
  ),
  clause(
    'recipient, amountIn and tokens are those that were sent',
    async (world) => {
      const order = await manualOrder(world);
      const { trade, owner } = world;
      const sent = [owner.address, trade.amountIn, trade.inputToken, trade.outputToken];
      same([order['recipient'], order['amountIn'], order['inputToken'], order['outputToken']], sent);
    },
    'owner',
  ),
  clause(
    'PATCH /orders/{uuid}/cancel by the owner’s wallet: open to cancelled',
    async (world) => {
      same((await cancelledOrder(world))['status'], 'cancelled', 'status');
    },
    'owner',
  ),
  clause(
    'PATCH /orders/{uuid}/cancel by a key with the permission cancel',
    async (world) => {
      const [{ uuid }, { secret }] = [await place(world), await fullKey(world)];
      const answer = await changeByKey(world, 'cancel', uuid, secret);
      answers(answer, 200);
      same(dataOf(answer)['status'], 'cancelled', 'status');
    },
    'owner',
  ),
  ...(['execute', 'cancel'] as const).map((action) =>
    clause(
      `a key without the permission ${action} is refused: 403`,
      async (world) => {
        const other = action === 'execute' ? 'cancel' : 'execute';
        const { secret } = await createKey(world, { permissions: [other] });
        answers(await changeByKey(world, action, (await manualOrder(world)).uuid, secret), 403);
      },
      'owner',
    ),
  ),
  clause(
    'a key works only on orders of the wallet that created it: 403',
    async (world) => {
      const [{ uuid }, { secret }] = [await foreignOrder(world), await fullKey(world)];
      answers(await changeByKey(world, 'cancel', uuid, secret), 403);
    },
    'owner',
  ),
  clause(
    'a revoked key changes nothing: 401',
    async (world) => {
      const { secret } = await revokedKey(world);
      answers(await changeByKey(world, 'cancel', (await manualOrder(world)).uuid, secret), 401);
    },
    'owner',
  ),
  clause(
    'an unknown key changes nothing: 401',
    async (world) => {
      const unknown = (await fullKey(world)).secret.replace(/[0-9a-f]{64}$/, '0'.repeat(64));
      answers(await changeByKey(world, 'cancel', (await manualOrder(world)).uuid, unknown), 401);
    },
    'owner',
  ),
  clause(
    'a change without key and signature is refused: 401',
    async (world) => {
      const { uuid } = await manualOrder(world);
      answers(await world.swap(`/orders/${uuid}/cancel`, { method: 'PATCH' }), 401);
      same(dataOf(await world.swap(`/orders/${uuid}`))['status'], 'open', 'status');
    },
    'owner',
  ),
  clause(
    'another wallet may neither execute nor cancel: 403',
    async (world) => {
      const { uuid } = await manualOrder(world);
      const wallet = newWallet(world.chain);
      answers(await change(world, 'execute', uuid, wallet), 403);
      answers(await change(world, 'cancel', uuid, wallet), 403);
    },
    'owner',
  ),
  clause(
    'a change of an unknown order is 404 "Not found"',
    async (world) => {
      answers(await cancel(world, '00000000-0000-4000-8000-000000000000'), 404, 'Not found');
    },
    'owner',
  ),
  clause(
    'POST /orders/{uuid}/execute sends the order: open to broadcasted, with txid',
    async (world) => {
      const { answer } = await executedOrder(world);
      const data = dataOf(answer);
      demand(['broadcasted', 'confirmed'].includes(String(data['status'])), 'broadcasted', data['status']);
      same(recordOf(answer.body, 'body')['txid'], data['txid'], 'txid');
    },
    'owner',
    'swap',
  ),
  clause(
    'a broadcasted order is confirmed by the chain',
    async (world) => {
      same((await executedOrder(world)).order['status'], 'confirmed', 'status');
    },
    'owner',
    'swap',
  ),
  clause(
    'an order that is not open cannot be executed: 400',
    async (world) => {
      answers(await change(world, 'execute', (await cancelledOrder(world)).uuid, world.owner), 400);
    },
    'owner',
  ),
];

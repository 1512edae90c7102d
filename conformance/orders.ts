import { randomUUID } from 'node:crypto';
import { answers, recordOf } from './expect.js';
import type { Answer, Sent } from './client/http.js';
import { newWallet, signedHeaders, signOrder, type Wallet } from './client/wallet.js';
import type { World } from './world.js';

export type Order = Record<string, unknown> & { readonly uuid: string };

/** A signed order of the wallet that is not yet placed; manual unless the fields say otherwise. */
export function signedOrder(world: World, fields: object = {}, wallet = world.owner): Order {
  const { inputToken, outputToken, amountIn, router, version } = world.trade;
  const order = {
    uuid: randomUUID() as string,
    owner: wallet.address,
    recipient: wallet.address,
    inputToken,
    outputToken,
    amountIn,
    router,
  };
  return { ...order, signature: signOrder(order, version, world.chain, wallet), ...fields };
}

export const post = (world: World, order: object, sent: Sent = {}): Promise<Answer> =>
  world.swap('/orders/new', { json: order, ...sent });

/** Places an order and returns it as the server responds. The run cancels it at its end. */
export async function place(world: World, fields: object = {}, wallet = world.owner): Promise<Order> {
  const order = signedOrder(world, fields, wallet);
  const answer = await post(world, order);
  answers(answer, 200);
  world.undoLater(() => cancel(world, order.uuid, wallet));
  return dataOf(answer) as Order;
}

/** The `data` of a response's body. */
export const dataOf = ({ body }: Answer): Record<string, unknown> =>
  recordOf(recordOf(body, 'body')['data'], 'data');

type Action = 'execute' | 'cancel';
const METHODS = { execute: 'POST', cancel: 'PATCH' } as const;

/** Executes or cancels an order, authorised by the wallet's signature. */
export function change(
  world: World,
  action: Action,
  uuid: string,
  wallet: Wallet,
  fields: object = {},
): Promise<Answer> {
  const message = { action: `${action}_order`, uuid, timestamp: world.now(), nonce: randomUUID(), ...fields };
  return world.swap(`/orders/${uuid}/${action}`, {
    method: METHODS[action],
    headers: signedHeaders(message, wallet),
  });
}

export const cancel = (world: World, uuid: string, wallet = world.owner) =>
  change(world, 'cancel', uuid, wallet);

/** Executes or cancels an order, authorised by an API key. */
export const changeByKey = (world: World, action: Action, uuid: string, key: string): Promise<Answer> =>
  world.swap(`/orders/${uuid}/${action}`, { method: METHODS[action], headers: { 'x-api-key': key } });

/** A trigger of the run's sample orders that no market reaches. */
const FAR = '1000000000';
export const TRIGGER = { targetPrice: FAR, direction: 'gt' } as const;

/** A manual order that stays open until the end of the run. */
export const manualOrder = (world: World): Promise<Order> => world.once(placeManual);
const placeManual = (world: World) => place(world);

/** An order with a trigger that no market reaches, a time window and a plan. */
export const triggerOrder = (world: World): Promise<Order> => world.once(placeTrigger);
const placeTrigger = (world: World) =>
  place(world, {
    ...TRIGGER,
    conditionToken: world.trade.outputToken,
    baseAsset: 'USD',
    validFrom: new Date(world.now() + 3_600_000).toISOString(),
    validTo: new Date(world.now() + 7_200_000).toISOString(),
    strategyId: `conformance-${randomUUID()}`,
    strategyType: 'dca',
    strategyPosition: 1,
    strategySize: 2,
  });

export const cancelledOrder = (world: World): Promise<Order> => world.once(placeAndCancel);
async function placeAndCancel(world: World): Promise<Order> {
  const { uuid } = await place(world);
  const answer = await cancel(world, uuid);
  answers(answer, 200);
  return dataOf(answer) as Order;
}

/** An order of another wallet. It can be placed but never runs, because that wallet holds nothing. */
export const foreignOrder = (world: World): Promise<Order & { readonly wallet: Wallet }> =>
  world.once(placeForeign);
async function placeForeign(world: World) {
  const wallet = newWallet(world.chain);
  return { ...(await place(world, {}, wallet)), wallet };
}

/** An executed order: the response to the call, the order right after it, and the order once it has settled. */
export const executedOrder = (world: World) => world.once(execute);
async function execute(world: World) {
  const { uuid } = await place(world);
  const answer = await change(world, 'execute', uuid, world.owner);
  answers(answer, 200);
  const sent = await world.swap(`/orders/${uuid}`);
  const confirmed = await settled(world, uuid);
  return { uuid, answer, sent: dataOf(sent), order: confirmed };
}

const SETTLES_WITHIN_MS = 15 * 60_000;
const PAUSE_MS = 200;

async function settled(world: World, uuid: string): Promise<Record<string, unknown>> {
  const until = Date.now() + SETTLES_WITHIN_MS;
  for (;;) {
    const order = dataOf(await world.swap(`/orders/${uuid}`));
    if (order['status'] === 'confirmed' || order['status'] === 'failed') return order;
    if (Date.now() > until) return order;
    await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
  }
}

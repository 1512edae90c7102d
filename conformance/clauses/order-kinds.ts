import { createHash, randomUUID } from 'node:crypto';
import { message } from '../api-keys.js';
import { clausesOf, type Clause } from '../clause.js';
import type { Answer } from '../client/http.js';
import { newWallet, signedBody, signedHeaders, signText } from '../client/wallet.js';
import { answers, demand, recordOf, same } from '../expect.js';
import { cancel, dataOf, post, signedOrder, TRIGGER, type Order } from '../orders.js';
import type { World } from '../world.js';

const clause = clausesOf('orders');

/** A signed order that the owner's wallet has signed the terms of, too. */
function withTerms(world: World, fields: object = {}, wallet = world.owner): Order {
  const order = signedOrder(world, fields, wallet);
  return { ...order, termsSignature: signTerms(order, wallet) };
}

function signTerms({ signature: _, ...covered }: Record<string, unknown>, wallet: World['owner']): string {
  const hash = createHash('sha256').update(canonical(covered)).digest('hex');
  return signText(`sluice-terms:${hash}`, wallet);
}

/** RFC 8785, for terms of plain text, numbers and objects. */
const canonical = (value: object): string =>
  JSON.stringify(value, (_name, inner: unknown) =>
    typeof inner === 'object' && inner !== null
      ? Object.fromEntries(Object.entries(inner).sort(([a], [b]) => (a < b ? -1 : 1)))
      : inner,
  );

async function placed(world: World, order: Order): Promise<Record<string, unknown>> {
  const answer = await post(world, order);
  answers(answer, 200);
  world.undoLater(() => cancel(world, order.uuid));
  return dataOf(answer);
}

const amend = (world: World, order: Order, changes: object): Promise<Answer> => {
  const { signature: _, termsSignature: _1, ...placedTerms } = order as Record<string, unknown>;
  const terms = { ...placedTerms, revision: 1, ...changes };
  const json = { ...terms, termsSignature: signTerms(terms, world.owner) };
  return world.swap(`/orders/${order.uuid}`, { method: 'PATCH', json });
};

const trailing = (world: World) => ({
  conditionToken: world.trade.outputToken,
  direction: 'lt',
  trail: { bps: 9_000 },
  slippage: 0.01,
  validFrom: new Date(world.now() + 3_600_000).toISOString(),
});

const plan = (world: World, strategyType: string) => ({
  conditionToken: '*',
  targetPrice: '0',
  direction: 'gt',
  validFrom: new Date(world.now() + 3_600_000).toISOString(),
  strategyId: `conformance-${randomUUID()}`,
  strategyType,
  strategyPosition: 1,
  strategySize: 2,
});

const cancelAfter = (world: World, seconds: number) => {
  const headers = signedHeaders(message(world, 'cancel_after', { seconds }), newWallet(world.chain));
  return world.swap('/orders/cancel-after', { method: 'POST', json: { seconds }, headers });
};

const createAlert = (world: World, fields: object) =>
  world.swap('/alerts', {
    method: 'POST',
    ...signedBody(
      message(world, 'create_alert', {
        kind: 'price',
        token: world.trade.outputToken,
        direction: 'above',
        ...fields,
      }),
      newWallet(world.chain),
    ),
  });

const forged = (world: World) => signedOrder(world, {}, newWallet(world.chain))['signature'];

const replay = (world: World, order: Order) => {
  const { uuid: _, signature: _1, ...unsigned } = order;
  const from = new Date(world.now() - 3_600_000).toISOString();
  return world.swap(`/orders/replay?from=${from}`, { json: unsigned });
};

export const orderKinds: readonly Clause[] = [
  clause(
    'POST /orders/rehearse accepts what could be placed, and stores nothing',
    async (world) => {
      const order = signedOrder(world);
      const answer = await world.swap('/orders/rehearse', { json: order });
      answers(answer, 200);
      same(dataOf(answer)['isAccepted'], true, 'isAccepted');
      answers(await world.swap(`/orders/${order.uuid}`), 404);
    },
    'owner',
  ),
  clause(
    'POST /orders/rehearse is 200 with refused for an order that would be refused',
    async (world) => {
      const answer = await world.swap('/orders/rehearse', {
        json: { ...signedOrder(world), signature: forged(world) },
      });
      answers(answer, 200);
      same(dataOf(answer)['isAccepted'], false, 'isAccepted');
      recordOf(dataOf(answer)['refused'], 'refused');
    },
    'owner',
  ),
  clause(
    'POST /orders/replay counts the recorded runs of a span',
    async (world) => {
      const fields = { ...TRIGGER, conditionToken: world.trade.outputToken, baseAsset: 'USD' };
      const answer = await replay(world, signedOrder(world, fields));
      answers(answer, 200);
      demand(typeof dataOf(answer)['runs'] === 'number', 'runs: a number', dataOf(answer)['runs']);
    },
    'owner',
  ),
  clause(
    'POST /orders/replay refuses an order without a price: 400',
    async (world) => answers(await replay(world, signedOrder(world)), 400),
    'owner',
  ),
  clause(
    'a trailing order is kept with its trail',
    async (world) => {
      const order = await placed(world, withTerms(world, trailing(world)));
      same([order['trail'], order['status']], [{ bps: 9_000 }, 'open'], 'trail, status');
    },
    'owner',
  ),
  clause(
    'a trailing order whose terms are not signed is refused: 400',
    async (world) => answers(await post(world, signedOrder(world, trailing(world))), 400),
    'owner',
  ),
  ...(
    [
      ['dca', 'recurring'],
      ['twap', 'twap'],
    ] as const
  ).map(([type, kind]) =>
    clause(
      `an order of a plan of strategyType ${type} has the kind ${kind} and the role slice`,
      async (world) => {
        const order = await placed(world, signedOrder(world, plan(world, type)));
        same([order['kind'], order['role']], [kind, 'slice'], 'kind, role');
      },
      'owner',
    ),
  ),
  clause(
    'an order whose window ends before it begins is refused: 400',
    async (world) => {
      const validTo = new Date(world.now() + 1_800_000).toISOString();
      answers(await post(world, signedOrder(world, { ...plan(world, 'twap'), validTo })), 400);
    },
    'owner',
  ),
  clause(
    'an exit without its entry is refused: 400',
    async (world) => {
      const strategy = { strategyId: `conformance-${randomUUID()}`, strategyType: 'bracket' };
      answers(
        await post(world, withTerms(world, { ...strategy, minAmountOut: '1', after: randomUUID() })),
        400,
      );
    },
    'owner',
  ),
  clause(
    'PATCH /orders/{uuid} replaces terms that the owner signs under a higher revision',
    async (world) => {
      const order = withTerms(world, { minAmountOut: '1' });
      await placed(world, order);
      const answer = await amend(world, order, { minAmountOut: '2' });
      answers(answer, 200);
      same([dataOf(answer)['minAmountOut'], dataOf(answer)['revision']], ['2', 1], 'minAmountOut, revision');
      answers(await amend(world, order, { minAmountOut: '3' }), 409);
    },
    'owner',
  ),
  clause(
    'PATCH /orders/{uuid} changes no recipient: 400',
    async (world) => {
      const order = withTerms(world);
      await placed(world, order);
      answers(await amend(world, order, { recipient: newWallet(world.chain).address }), 400);
    },
    'owner',
  ),
  clause(
    'an order with replaces is stored as the other one is cancelled',
    async (world) => {
      const old = await placed(world, withTerms(world));
      await placed(world, withTerms(world, { replaces: old['handle'] }));
      const { status, cancelReason } = dataOf(await world.swap(`/orders/${String(old['handle'])}`));
      same([status, cancelReason], ['cancelled', 'replaced'], 'status, cancelReason');
    },
    'owner',
  ),
  clause(
    'an order that replaces an unknown one is not stored',
    async (world) => {
      const order = withTerms(world, { replaces: randomUUID() });
      const { status } = await post(world, order);
      demand(status >= 400 && status < 500, 'a refusal', status);
      answers(await world.swap(`/orders/${order.uuid}`), 404);
    },
    'owner',
  ),
  clause(
    'POST /orders/cancel-after arms a timer of the wallet',
    async (world) => {
      const answer = await cancelAfter(world, 60);
      answers(answer, 200);
      same(dataOf(answer)['seconds'], 60, 'seconds');
    },
    'owner',
  ),
  clause(
    'POST /orders/cancel-after refuses less than five seconds: 400',
    async (world) => {
      answers(await cancelAfter(world, 1), 400);
    },
    'owner',
  ),
  clause(
    'POST /alerts stores an alert of the wallet',
    async (world) => {
      const answer = await createAlert(world, { price: '1000000000' });
      answers(answer, 200);
      same(recordOf(recordOf(answer.body, 'body')['alert'], 'alert')['price'], '1000000000', 'price');
    },
    'owner',
  ),
  clause(
    'POST /alerts refuses a message without a price: 401 "Invalid message content"',
    async (world) => {
      answers(await createAlert(world, {}), 401, 'Invalid message content');
    },
    'owner',
  ),
];

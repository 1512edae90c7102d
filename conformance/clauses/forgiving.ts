import { clausesOf, type Clause } from '../clause.js';
import { answers, header, recordOf, same } from '../expect.js';
import { cancel, place, post, signedOrder, TRIGGER } from '../orders.js';
import { aToken } from './prices.js';
import { rowsOf } from './orders-list.js';

const clause = clausesOf('input');
const HOUR_MS = 3_600_000;

export const forgiving: readonly Clause[] = [
  ...['owner=', 'status=', 'search=', 'sortBy=', 'sortOrder=', 'page=', 'limit='].map((empty) =>
    clause(`GET /orders?limit=1&${empty}: an empty parameter counts as absent`, async (world) => {
      const query = empty === 'limit=' ? `page=1&${empty}` : `limit=1&${empty}`;
      answers(await world.swap(`/orders?${query}`), 200);
    }),
  ),
  ...['tokens=', 'sparkline='].map((empty) =>
    clause(`GET /prices?${empty}: an empty parameter counts as absent`, async (world) => {
      const [one, other] = [await world.prices('/prices'), await world.prices(`/prices?${empty}`)];
      answers(other, 200);
      same(recordOf(other.body, 'body')['count'], recordOf(one.body, 'body')['count'], 'count');
    }),
  ),
  clause('an empty interval, quote, from, to and limit of history count as absent', async (world) => {
    const path = `/prices/${await aToken(world)}/history`;
    const answer = await world.prices(`${path}?interval=&quote=&from=&to=&limit=`);
    answers(answer, 200);
    same(answer.body, (await world.prices(path)).body, 'body');
  }),
  ...['symbols=', 'minPrice=', 'minConfidence=', 'limit=', 'token=', 'details='].map((empty) =>
    clause(`the legacy GET /prices?${empty}: an empty parameter counts as absent`, async (world) =>
      answers(await world.legacy(`/prices?${empty}`), 200),
    ),
  ),
  clause('GET /metadata/list?principal=: an empty parameter counts as absent', async (world) =>
    answers(await world.metadata('/metadata/list?principal='), 200),
  ),
  clause('a time without a zone is UTC', async (world) => {
    const path = `/prices/${await aToken(world)}/history?interval=1d&`;
    const plain = await world.prices(`${path}from=2026-01-01T00:00:00&to=2026-02-01T00:00:00`);
    answers(plain, 200);
    same(
      plain.body,
      (await world.prices(`${path}from=2026-01-01T00:00:00Z&to=2026-02-01T00:00:00Z`)).body,
      'body',
    );
  }),
  clause('Unix seconds may have a fraction', async (world) => {
    const to = world.now() / 1000;
    answers(
      await world.prices(`/prices/${await aToken(world)}/history?from=${to - 3600.5}&to=${to + 0.25}`),
      200,
    );
  }),
  clause('a read takes parameters that it does not know, and says that it ignored them', async (world) => {
    const read = await world.swap('/orders?limit=1&utm_source=mail&_=1');
    answers(read, 200);
    header(read, 'x-sluice-ignored', /utm_source/);
    answers(await world.prices('/prices?utm_source=mail&_=1'), 200);
    answers(await world.legacy('/prices?utm_source=mail&_=1'), 200);
  }),
  clause(
    'the times of an order may lack a zone: UTC',
    async (world) => {
      const now = world.now();
      const plain = (ms: number) => new Date(now + ms).toISOString().replace('Z', '');
      const { validFrom, validTo } = await place(world, {
        ...TRIGGER,
        conditionToken: world.trade.outputToken,
        validFrom: plain(HOUR_MS),
        validTo: plain(2 * HOUR_MS),
      });
      same(Date.parse(String(validFrom)) - now, HOUR_MS, 'time until validFrom in milliseconds');
      same(Date.parse(String(validTo)) - Date.parse(String(validFrom)), HOUR_MS, 'window in milliseconds');
    },
    'owner',
  ),
  clause(
    '0x before an order’s signature is taken',
    async (world) => {
      const order = signedOrder(world);
      answers(await post(world, { ...order, signature: `0x${String(order['signature'])}` }), 200);
      world.undoLater(() => cancel(world, order.uuid));
    },
    'owner',
  ),
  clause(
    'a field of an order that nothing resembles is kept and comes back',
    async (world) => {
      const order = await place(world, { basketColour: 'blue' });
      same(order['basketColour'], 'blue', 'basketColour');
      const { body } = await world.swap(`/orders/${order.uuid}`);
      same(recordOf(recordOf(body, 'body')['data'], 'data')['basketColour'], 'blue', 'basketColour');
    },
    'owner',
  ),
  clause(
    'owner in the address of a page finds its orders',
    async (world) => {
      await place(world);
      const answer = await world.swap(`/orders?owner=${world.owner.address}&page=1&limit=1&status=&search=`);
      answers(answer, 200);
      same(rowsOf(answer).length, 1, 'rows');
    },
    'owner',
  ),
];

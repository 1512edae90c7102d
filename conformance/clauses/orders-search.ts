import { clausesOf, type Clause } from '../clause.js';
import { answers, demand } from '../expect.js';
import { executedOrder, manualOrder, triggerOrder } from '../orders.js';
import type { World } from '../world.js';
import { rowsOf } from './orders-list.js';

const clause = clausesOf('orders');

async function search(world: World, term: string) {
  const answer = await world.swap(`/orders?limit=50&search=${encodeURIComponent(term)}`);
  answers(answer, 200);
  return rowsOf(answer);
}

/** Name under which public reads show the order: its handle, if it has one. */
const shownAs = ({ uuid, handle }: Record<string, unknown>): string => String(handle ?? uuid);
const isAmong = (rows: readonly Record<string, unknown>[], order: Record<string, unknown>) =>
  rows.some((row) => row['uuid'] === shownAs(order));

const finds = (says: string, term: (world: World) => Promise<string>): Clause =>
  clause(
    `search finds orders by ${says}`,
    async (world) => {
      const order = await triggerOrder(world);
      const found = await search(world, await term(world));
      demand(
        isAmong(found, order),
        'the order that was placed',
        found.map(({ uuid }) => uuid),
      );
    },
    'owner',
  );

const ofOrder = (field: string) => async (world: World) => String((await triggerOrder(world))[field]);

const taken = (term: string, what: string): Clause =>
  clause(`search takes ${what}: ${JSON.stringify(term)}`, async (world) => void (await search(world, term)));

export const orderSearch: readonly Clause[] = [
  finds('uuid', async (world) => shownAs(await triggerOrder(world))),
  finds('a part of the uuid', async (world) => shownAs(await triggerOrder(world)).slice(2, 13)),
  finds('owner', ofOrder('owner')),
  finds('inputToken', ofOrder('inputToken')),
  finds('outputToken', ofOrder('outputToken')),
  finds('conditionToken', ofOrder('conditionToken')),
  finds('text in another case', async (world) => (await ofOrder('owner')(world)).toLowerCase()),
  finds('one character', async (world) => (await ofOrder('owner')(world)).slice(-1)),
  finds('two characters', async (world) => (await ofOrder('owner')(world)).slice(-2)),
  clause(
    'search finds orders by txid',
    async (world) => {
      const { order } = await executedOrder(world);
      const found = await search(world, String(order['txid']).replace(/^0x/, '').slice(4, 40));
      demand(
        isAmong(found, order),
        'the order that was sent',
        found.map(({ uuid }) => uuid),
      );
    },
    'owner',
    'swap',
  ),
  clause(
    'search finds nothing where no field contains the text',
    async (world) => {
      await manualOrder(world);
      const found = await search(world, 'no-order-contains-this');
      demand(found.length === 0, 'no order', found.length);
    },
    'owner',
  ),
  taken('a', 'a single letter'),
  taken('7', 'a single digit'),
  taken('st', 'two letters'),
  taken('.', 'punctuation'),
  taken('%', 'a wildcard of SQL as plain text'),
  taken('_', 'a wildcard of SQL as plain text'),
  taken(' ', 'a blank'),
  taken('a b', 'words'),
  taken("'", 'a quote'),
  taken('é', 'letters beyond ASCII'),
  clause('a wildcard of SQL has no special meaning in a search', async (world) => {
    const found = await search(world, '%_%');
    demand(found.length === 0, 'no order', found.length);
  }),
];

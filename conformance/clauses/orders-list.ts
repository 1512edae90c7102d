import { clausesOf, Skipped, type Clause } from '../clause.js';
import type { Answer } from '../client/http.js';
import { answers, caching, demand, isRecord, recordOf, recordsOf, same } from '../expect.js';
import { FLAG, fieldClauses, WHOLE } from '../fields.js';
import { cancelledOrder, manualOrder, triggerOrder } from '../orders.js';
import type { World } from '../world.js';

const clause = clausesOf('orders');

export const rowsOf = ({ body }: Answer) => recordsOf(recordOf(body, 'body')['data'], 'data');
const paginationOf = ({ body }: Answer) => recordOf(recordOf(body, 'body')['pagination'], 'pagination');
const column = (answer: Answer, name: string) => rowsOf(answer).map((row) => row[name]);

async function page(world: World, query: string): Promise<Answer> {
  const answer = await world.swap(`/orders?${query}`);
  answers(answer, 200);
  return answer;
}

/** Places three orders of the owner: two open, one cancelled. */
async function threeOrders(world: World): Promise<string> {
  await manualOrder(world);
  await triggerOrder(world);
  await cancelledOrder(world);
  return `owner=${world.owner.address}`;
}

const STATUSES = ['open', 'broadcasted', 'confirmed', 'failed', 'cancelled'];

const isSorted = (values: readonly unknown[], rank: (value: unknown) => number) =>
  values.every((value, index) => index === 0 || rank(values[index - 1]) <= rank(value));
const timeOf = (value: unknown) => Date.parse(String(value));

const refuses = (query: string, error: string): Clause =>
  clause(`GET /orders?${query} is 400 "${error}"`, async (world) =>
    answers(await world.swap(`/orders?${query}`), 400, error),
  );

const takes = (query: string): Clause =>
  clause(`GET /orders?${query} is taken`, async (world) => void (await page(world, query)));

const BAD_PAGE = 'Invalid page parameter';
const BAD_LIMIT = 'Invalid limit parameter (1-50)';

export const orderList: readonly Clause[] = [
  clause("GET /orders is { status: 'success', data: [order], pagination } on a page", async (world) => {
    const { body } = await page(world, 'limit=1');
    same(recordOf(body, 'body')['status'], 'success', 'status');
  }),
  ...fieldClauses(
    'orders',
    'pagination',
    { total: WHOLE, page: WHOLE, limit: WHOLE, totalPages: WHOLE, hasNextPage: FLAG, hasPrevPage: FLAG },
    async (world) => [paginationOf(await page(world, 'limit=1'))],
  ),
  clause('pagination counts pages by limit and says which have neighbours', async (world) => {
    const { total, totalPages, hasNextPage, hasPrevPage } = paginationOf(await page(world, 'limit=1&page=1'));
    same(totalPages, total, 'totalPages of pages of one');
    same([hasPrevPage, hasNextPage], [false, Number(total) > 1], 'hasPrevPage, hasNextPage');
  }),
  clause('pagination starts when page alone is sent, with 10 rows a page', async (world) => {
    const { page: number, limit } = paginationOf(await page(world, 'page=1'));
    same([number, limit], [1, 10], 'page, limit');
  }),
  clause('pagination starts when limit alone is sent, on page 1', async (world) => {
    const { page: number, limit } = paginationOf(await page(world, 'limit=5'));
    same([number, limit], [1, 5], 'page, limit');
  }),
  takes('limit=50'),
  refuses('limit=0', BAD_LIMIT),
  refuses('limit=51', BAD_LIMIT),
  refuses('limit=ten', BAD_LIMIT),
  refuses('limit=1.5', BAD_LIMIT),
  refuses('page=0', BAD_PAGE),
  refuses('page=-1', BAD_PAGE),
  refuses('page=first', BAD_PAGE),
  clause('without page and limit there is no pagination object', async (world) => {
    const { body } = await page(world, `owner=${world.stranger.address}`);
    demand(isRecord(body) && body['pagination'] === undefined, 'no pagination', body);
    same(body['data'], [], 'data of a wallet without orders');
  }),
  clause(
    'without page and limit every order of owner comes, whatever status, search and sorting say',
    async (world) => {
      const owner = await threeOrders(world);
      const plain = column(await page(world, owner), 'uuid').sort();
      const query = `${owner}&status=failed&search=zzzz&sortBy=status&sortOrder=asc`;
      same(column(await page(world, query), 'uuid').sort(), plain, 'uuids');
    },
    'owner',
  ),
  clause(
    'owner: only the orders of this address',
    async (world) => {
      const owner = await threeOrders(world);
      const owners = new Set(column(await page(world, `${owner}&limit=50`), 'owner'));
      same([...owners], [world.owner.address], 'owners');
    },
    'owner',
  ),
  clause('sorting is by createdAt, newest first, by default', async (world) => {
    const times = column(await page(world, 'limit=50'), 'createdAt');
    demand(
      isSorted(times, (at) => -timeOf(at)),
      'createdAt falling',
      times,
    );
  }),
  clause('sortOrder=asc: oldest first', async (world) => {
    const times = column(await page(world, 'limit=50&sortBy=createdAt&sortOrder=asc'), 'createdAt');
    demand(isSorted(times, timeOf), 'createdAt rising', times);
  }),
  ...(['asc', 'desc'] as const).map((order) =>
    clause(`sortBy=status&sortOrder=${order}: from open to cancelled, or back`, async (world) => {
      const statuses = column(await page(world, `limit=50&sortBy=status&sortOrder=${order}`), 'status');
      const sign = order === 'asc' ? 1 : -1;
      demand(
        isSorted(statuses, (status) => sign * STATUSES.indexOf(String(status))),
        'in order',
        statuses,
      );
    }),
  ),
  takes('limit=1&status=all'),
  ...STATUSES.map((status) =>
    clause(
      `status=${status}: only such orders${status === 'open' ? ', and broadcasted ones' : ''}`,
      async (world) => {
        const allowed = status === 'open' ? ['open', 'broadcasted'] : [status];
        const found = column(await page(world, `limit=50&status=${status}`), 'status');
        demand(
          found.every((each) => allowed.includes(String(each))),
          allowed.join(' or '),
          found,
        );
      },
    ),
  ),
  clause('Cache-Control of GET /orders: s-maxage=10, stale-while-revalidate=30', async (world) => {
    caching(await page(world, 'limit=1'), 's-maxage=10', 'stale-while-revalidate=30');
  }),
  clause('hasNextPage leads to the next page, without an order twice', async (world) => {
    const first = await page(world, 'limit=1&page=1');
    if (paginationOf(first)['hasNextPage'] !== true) throw new Skipped('fewer than two orders');
    const second = await page(world, 'limit=1&page=2');
    same(paginationOf(second)['hasPrevPage'], true, 'hasPrevPage of page 2');
    demand(
      column(first, 'uuid')[0] !== column(second, 'uuid')[0],
      'another order',
      column(second, 'uuid')[0],
    );
  }),
];

import { clausesOf, type Clause } from '../clause.js';
import { answers, caching, demand, recordOf, recordsOf, same } from '../expect.js';
import { FLAG, ID, LIST, NUMBER, OBJECT, oneOf, TEXT, WHOLE, fieldClauses } from '../fields.js';
import type { World } from '../world.js';

const clause = clausesOf('quote');

/** The two tokens of a vault, and an amount of the first. */
const pair = (world: World) => world.once(findPair);
async function findPair(world: World) {
  const { body } = await world.vaults('/api/v0/vaults');
  const vaults = recordsOf(recordOf(recordOf(body, 'body')['data'], 'data')['vaults'], 'vaults');
  for (const vault of vaults) {
    const [one, other] = recordsOf(vault['liquidity'], 'liquidity');
    const amount = Math.floor(Number(one?.['reserves']) / 1000);
    if (one === undefined || other === undefined || !(amount > 0)) continue;
    const found = { tokenIn: String(one['contractId']), tokenOut: String(other['contractId']), amount };
    const answer = await ask(world, found);
    if (answer.status === 200 && Number(dataOf(answer.body)['amountOut']) > 0) return found;
  }
  throw new Error('no vault of the listing has a route');
}

type Query = Readonly<Record<string, string | number>>;

const ask = (world: World, query: Query) =>
  world.swap(
    `/quote?${Object.entries(query)
      .map(([name, value]) => `${name}=${encodeURIComponent(value)}`)
      .join('&')}`,
  );
const dataOf = (body: unknown) => recordOf(recordOf(body, 'body')['data'], 'data');

const quote = (world: World) => world.once(askOnce);
async function askOnce(world: World) {
  const answer = await ask(world, await pair(world));
  answers(answer, 200);
  return answer;
}
const data = async (world: World) => dataOf((await quote(world)).body);
const hops = async (world: World) => recordsOf((await data(world))['hops'], 'hops');

const INVALID_AMOUNT = 'Invalid amount parameter. Must be a positive integer.';
const UNKNOWN = 'SP000000000000000000002Q6VF78.no-such-token';

const missing = (name: string): Clause =>
  clause(`without ${name}: 400 "Missing ${name} parameter"`, async (world) => {
    const query = Object.entries(await pair(world)).filter(([each]) => each !== name);
    answers(await ask(world, Object.fromEntries(query)), 400, new RegExp(`^Missing ${name} parameter`));
  });

const badAmount = (amount: string): Clause =>
  clause(`amount=${amount} is 400 "${INVALID_AMOUNT}"`, async (world) =>
    answers(await ask(world, { ...(await pair(world)), amount }), 400, INVALID_AMOUNT),
  );

const empty = (says: string, query: (world: World) => Promise<Query>): Clause =>
  clause(`${says}: 200 with path [], hops [], amountIn 0, amountOut 0`, async (world) => {
    const answer = await ask(world, await query(world));
    answers(answer, 200);
    const { path, hops: route, amountIn, amountOut } = dataOf(answer.body);
    same([path, route, amountIn, amountOut], [[], [], 0, 0], 'path, hops, amountIn, amountOut');
  });

export const quotes: readonly Clause[] = [
  clause('GET /quote is { success: true, data: route quote }', async (world) => {
    same(recordOf((await quote(world)).body, 'body')['success'], true, 'success');
  }),
  ...fieldClauses(
    'quote',
    'route quote',
    { path: LIST, hops: LIST, amountIn: NUMBER, amountOut: NUMBER },
    async (world) => [await data(world)],
  ),
  ...fieldClauses('quote', 'path entry', { contractId: ID, symbol: TEXT, decimals: WHOLE }, async (world) =>
    recordsOf((await data(world))['path'], 'path'),
  ),
  ...fieldClauses(
    'quote',
    'hop',
    { vault: OBJECT, tokenIn: OBJECT, tokenOut: OBJECT, opcode: WHOLE, quote: OBJECT },
    hops,
  ),
  ...fieldClauses(
    'quote',
    'hop.vault',
    { contractId: ID, name: TEXT, protocol: TEXT, fee: NUMBER, reserves: OBJECT },
    async (world) => (await hops(world)).map((hop) => recordOf(hop['vault'], 'vault')),
  ),
  ...fieldClauses('quote', 'hop.quote', { amountIn: NUMBER, amountOut: NUMBER }, async (world) =>
    (await hops(world)).map((hop) => recordOf(hop['quote'], 'quote')),
  ),
  ...fieldClauses('quote', 'hop over a pool', { opcode: oneOf(0, 1, 5, 6) }, hops),
  clause('path leads from tokenIn to tokenOut, a token more than hops', async (world) => {
    const { tokenIn, tokenOut } = await pair(world);
    const path = recordsOf((await data(world))['path'], 'path').map(({ contractId }) => contractId);
    same([path[0], path.at(-1)], [tokenIn, tokenOut], 'ends of the path');
    same(path.length, (await hops(world)).length + 1, 'length of the path');
  }),
  clause('hops carry amounts on: the first takes amountIn, the last gives amountOut', async (world) => {
    const amounts = (await hops(world)).map((hop) => recordOf(hop['quote'], 'quote'));
    const { amountIn, amountOut } = await data(world);
    same([amounts[0]?.['amountIn'], amounts.at(-1)?.['amountOut']], [amountIn, amountOut], 'amounts');
    same(amountIn, (await pair(world)).amount, 'amountIn');
  }),
  clause('a route has up to 4 hops', async (world) => {
    const found = (await hops(world)).length;
    demand(found >= 1 && found <= 4, '1 to 4 hops', found);
  }),
  missing('tokenIn'),
  missing('tokenOut'),
  missing('amount'),
  ...['0', '-1', '1.5', '1e6', 'many', '0x10'].map(badAmount),
  empty('an unknown token', async (world) => ({ ...(await pair(world)), tokenOut: UNKNOWN })),
  empty('a token for itself', async (world) => {
    const { tokenIn, amount } = await pair(world);
    return { tokenIn, tokenOut: tokenIn, amount };
  }),
  clause('a quote reserves nothing: asked twice at one moment it is the same', async (world) => {
    const query = await pair(world);
    const [one, other] = await Promise.all([ask(world, query), ask(world, query)]);
    same(dataOf(one.body)['amountOut'], dataOf(other.body)['amountOut'], 'amountOut');
  }),
  clause('caching of a quote: browsers 30 s, a CDN 300 s and 600 s stale', async (world) =>
    caching(await quote(world), 'max-age=30', 's-maxage=300', 'stale-while-revalidate=600'),
  ),
  clause('error bodies are { error, timestamp }', async (world) => {
    const { error, timestamp } = recordOf((await world.swap('/quote')).body, 'body');
    same([typeof error, typeof timestamp], ['string', 'string'], 'types of error, timestamp');
  }),
  ...fieldClauses('quote', 'body', { success: FLAG, data: OBJECT }, async (world) => [
    recordOf((await quote(world)).body, 'body'),
  ]),
];

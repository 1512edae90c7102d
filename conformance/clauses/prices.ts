import { clausesOf, type Clause } from '../clause.js';
import { call, type Answer } from '../client/http.js';
import { answers, demand, header, recordOf, recordsOf, same } from '../expect.js';
import { FLAG, ID, ISO, LIST, NUMBER, OBJECT, oneOf, orNull, TEXT, WHOLE, fieldClauses } from '../fields.js';
import type { World } from '../world.js';

const clause = clausesOf('prices');

export const NEVER_PRICED = 'SP000000000000000000002Q6VF78.no-such-token';
const CLOSES = 42;
const STALE_AFTER_MS = 15 * 60_000;

const TOKEN = {
  contractId: ID,
  symbol: TEXT,
  name: TEXT,
  'image?': TEXT,
  decimals: WHOLE,
  'type?': oneOf('SUBNET'),
  'base?': ID,
  usd: NUMBER,
  sbtc: NUMBER,
  change: OBJECT,
  liquidityUsd: NUMBER,
  roundTripLoss: orNull(NUMBER),
  thin: FLAG,
  updatedAt: ISO,
  stale: FLAG,
};

async function ask(world: World, path: string): Promise<Answer> {
  const answer = await world.prices(path);
  answers(answer, 200);
  return answer;
}

const list = (world: World) => world.once(askForList);
const askForList = (world: World) => ask(world, '/prices');
const envelope = async (world: World) => recordOf((await list(world)).body, 'body');
export const tokensOf = ({ body }: Answer) => recordsOf(recordOf(body, 'body')['tokens'], 'tokens');
export const pricedTokens = async (world: World) => tokensOf(await list(world));
/** Contract id of the most liquid token. */
export const aToken = async (world: World): Promise<string> => {
  const [first] = await pricedTokens(world);
  demand(first !== undefined, 'a priced token', 'none');
  return String(first['contractId']);
};
const single = async (world: World) =>
  recordOf((await ask(world, `/prices/${await aToken(world)}`)).body, 'body');

const every = (
  says: string,
  expected: string,
  holds: (token: Record<string, unknown>, btcUsd: number) => boolean,
): Clause =>
  clause(says, async (world) => {
    const btcUsd = Number((await envelope(world))['btcUsd']);
    const wrong = (await pricedTokens(world)).find((token) => !holds(token, btcUsd));
    demand(wrong === undefined, expected, wrong);
  });

const near = (one: number, other: number) => Math.abs(one - other) <= 1e-6 * Math.abs(other);

export const prices: readonly Clause[] = [
  ...fieldClauses(
    'prices',
    'list',
    { btcUsd: NUMBER, updatedAt: ISO, count: WHOLE, tokens: LIST },
    async (world) => [await envelope(world)],
  ),
  clause('count is the number of tokens', async (world) => {
    same((await envelope(world))['count'], (await pricedTokens(world)).length, 'count');
  }),
  ...fieldClauses('prices', 'token price', TOKEN, pricedTokens),
  ...fieldClauses(
    'prices',
    'change',
    Object.fromEntries(['1h', '24h', '7d', '30d'].map((period) => [period, orNull(NUMBER)])),
    async (world) => (await pricedTokens(world)).map((token) => recordOf(token['change'], 'change')),
  ),
  clause('the list is sorted by liquidity, highest first', async (world) => {
    const held = (await pricedTokens(world)).map((token) => Number(token['liquidityUsd']));
    demand(
      held.every((each, index) => index === 0 || (held[index - 1] ?? 0) >= each),
      'falling liquidityUsd',
      held,
    );
  }),
  every('sbtc is the price in sBTC', 'sbtc = usd / btcUsd', ({ usd, sbtc }, btcUsd) =>
    near(Number(sbtc), Number(usd) / btcUsd),
  ),
  every(
    'thin is true when roundTripLoss is over 25',
    'thin = roundTripLoss > 25',
    ({ thin, roundTripLoss }) => roundTripLoss === null || thin === Number(roundTripLoss) > 25,
  ),
  every('a price of the last 15 minutes is not stale', 'stale = false', ({ stale, updatedAt }) =>
    Date.now() - Date.parse(String(updatedAt)) < STALE_AFTER_MS ? stale === false : true,
  ),
  clause('a subnet copy shares the price of its base', async (world) => {
    const tokens = await pricedTokens(world);
    const usdOf = new Map(tokens.map(({ contractId, usd }) => [contractId, usd]));
    const wrong = tokens.find(
      ({ type, base, usd }) => type === 'SUBNET' && usdOf.has(base) && usdOf.get(base) !== usd,
    );
    demand(wrong === undefined, 'the price of the base', wrong);
  }),
  clause('tokens=: only the contract ids that are named', async (world) => {
    const ids = (await pricedTokens(world)).slice(0, 2).map(({ contractId }) => String(contractId));
    const found = tokensOf(await ask(world, `/prices?tokens=${ids.join(',')}`));
    same(found.map(({ contractId }) => contractId).sort(), ids.sort(), 'contract ids');
  }),
  clause('the list has no sparkline unless it is requested', async (world) => {
    const wrong = (await pricedTokens(world)).find(({ sparkline }) => sparkline !== undefined);
    demand(wrong === undefined, 'no sparkline', wrong);
  }),
  clause('sparkline=1 adds 42 closes to each token', async (world) => {
    const lengths = tokensOf(await ask(world, '/prices?sparkline=1')).map(({ sparkline }) =>
      Array.isArray(sparkline) ? sparkline.length : sparkline,
    );
    same([...new Set(lengths)], [CLOSES], 'lengths of sparklines');
  }),
  ...fieldClauses('prices', 'single token price', TOKEN, async (world) => [await single(world)]),
  clause('GET /prices/{contractId} has a sparkline of 42 closes', async (world) => {
    const { sparkline } = await single(world);
    same(Array.isArray(sparkline) && sparkline.length, CLOSES, 'length of the sparkline');
  }),
  clause('GET /prices/{contractId} of a token that was never priced is 404 with a message', async (world) => {
    answers(await world.prices(`/prices/${NEVER_PRICED}`), 404, /./);
  }),
  clause('prices are public: any credential is ignored', async (world) => {
    const headers = {
      'x-api-key': 'of-some-gateway',
      authorization: 'Bearer eyJhbGciOiJub25lIn0.eyJzdWIiOiIxIn0.',
    };
    answers(await world.prices('/prices', { headers }), 200);
  }),
  ...fieldClauses(
    'prices',
    'health',
    { ok: FLAG, lastRecordedAt: ISO, ageSeconds: NUMBER, tokensPriced: WHOLE },
    async (world) => [recordOf((await world.prices('/health')).body, 'body')],
  ),
  clause('GET /health is 200 while the last recording is at most 15 minutes old', async (world) => {
    const answer = await world.prices('/health');
    const { ageSeconds } = recordOf(answer.body, 'body');
    same(
      answer.status,
      Number(ageSeconds) > 900 ? 503 : 200,
      `status at an age of ${Number(ageSeconds)} seconds`,
    );
  }),
  clause('current prices may be cached: they are shared, and change every five minutes', async (world) => {
    header(await list(world), 'cache-control', /(max-age|s-maxage)=[1-9]/);
  }),
  clause('/llms.txt on the host of prices describes the API', async (world) => {
    const answer = await call(`${world.bases.prices.replace(/\/api\/v1$/, '')}/llms.txt`);
    answers(answer, 200);
    demand(answer.text.includes('/prices'), 'text that names /prices', answer.text);
  }),
];

import { clausesOf, type Clause } from '../clause.js';
import { call, type Answer } from '../client/http.js';
import { answers, caching, demand, recordOf, recordsOf, same } from '../expect.js';
import { ID, NUMBER, OBJECT, TEXT, WHOLE, fieldClauses } from '../fields.js';
import type { World } from '../world.js';
import { aToken, NEVER_PRICED, pricedTokens } from './prices.js';

const clause = clausesOf('legacy');

async function ask(world: World, path: string): Promise<Answer> {
  const answer = await world.legacy(path);
  answers(answer, 200);
  return answer;
}

const list = (world: World) => world.once(askForList);
const askForList = (world: World) => ask(world, '/prices?limit=100');
export const recordsIn = ({ body }: Answer) => recordsOf(recordOf(body, 'body')['data'], 'data');
const records = async (world: World) => recordsIn(await list(world));
const metadataOf = ({ body }: Answer) => recordOf(recordOf(body, 'body')['metadata'], 'metadata');
const single = async (world: World, query = '') =>
  recordOf(
    recordOf((await ask(world, `/prices/${await aToken(world)}${query}`)).body, 'body')['data'],
    'data',
  );

const RECORD = {
  tokenId: ID,
  symbol: TEXT,
  name: TEXT,
  decimals: WHOLE,
  'image?': TEXT,
  usdPrice: NUMBER,
  sbtcRatio: NUMBER,
  confidence: NUMBER,
  totalLiquidity: NUMBER,
  lastUpdated: WHOLE,
};

/** The legacy records, each with the price that it repeats. */
async function pairs(world: World) {
  const priced = new Map((await pricedTokens(world)).map((token) => [token['contractId'], token]));
  return (await records(world)).flatMap((record) => {
    const price = priced.get(record['tokenId']);
    return price === undefined || Date.parse(String(price['updatedAt'])) !== record['lastUpdated']
      ? []
      : [{ record, price }];
  });
}

const repeats = (
  says: string,
  expected: (price: Record<string, unknown>) => unknown,
  field: string,
): Clause =>
  clause(`${field} is ${says}`, async (world) => {
    for (const { record, price } of await pairs(world))
      same(record[field], expected(price), `${field} of ${String(record['tokenId'])}`);
  });

const near = (one: unknown, other: number) => Math.abs(Number(one) - other) < 1e-9;

/** A clause about a health endpoint. It is at the host's /api, not below its /api/v1. */
const health = (path: string): Clause =>
  clause(`GET /api/health${path} responds`, async (world) => {
    const { status, body } = await call(`${world.bases.legacy.replace(/\/v1$/, '')}/health${path}`);
    demand(status === 200 || status === 503, '200 or 503', status);
    recordOf(body, 'body');
  });

export const legacy: readonly Clause[] = [
  clause("GET /prices is { status: 'success', data, metadata }", async (world) => {
    same(recordOf((await list(world)).body, 'body')['status'], 'success', 'status');
  }),
  ...fieldClauses('legacy', 'metadata', { processingTimeMs: NUMBER }, async (world) => [
    metadataOf(await list(world)),
  ]),
  ...fieldClauses('legacy', 'record', RECORD, records),
  ...fieldClauses('legacy', 'single record', RECORD, async (world) => [await single(world)]),
  repeats('the usd of the prices service', ({ usd }) => usd, 'usdPrice'),
  repeats('the sbtc of the prices service', ({ sbtc }) => sbtc, 'sbtcRatio'),
  repeats('liquidityUsd of the prices service', ({ liquidityUsd }) => liquidityUsd, 'totalLiquidity'),
  repeats('updatedAt in Unix milliseconds', ({ updatedAt }) => Date.parse(String(updatedAt)), 'lastUpdated'),
  clause('confidence is 1 - roundTripLoss / 100, or 1 where there is none', async (world) => {
    for (const { record, price } of await pairs(world)) {
      const loss = price['roundTripLoss'];
      const expected = loss === null ? 1 : Math.min(1, Math.max(0, 1 - Number(loss) / 100));
      demand(near(record['confidence'], expected), `confidence ${expected}`, record['confidence']);
    }
  }),
  clause('limit: as many records at most', async (world) => {
    same(recordsIn(await ask(world, '/prices?limit=1')).length, 1, 'records');
  }),
  clause('token: the records of this token', async (world) => {
    const token = await aToken(world);
    same(
      recordsIn(await ask(world, `/prices?token=${token}`)).map(({ tokenId }) => tokenId),
      [token],
      'tokenIds',
    );
  }),
  clause('minPrice: records at or above it', async (world) => {
    const found = recordsIn(await ask(world, '/prices?minPrice=10')).map(({ usdPrice }) => Number(usdPrice));
    demand(found.length > 0 && found.every((usd) => usd >= 10), 'prices of 10 and more', found);
  }),
  clause('minConfidence: records at or above it', async (world) => {
    const found = recordsIn(await ask(world, '/prices?minConfidence=0.5')).map(({ confidence }) =>
      Number(confidence),
    );
    demand(
      found.every((each) => each >= 0.5),
      'confidence of 0.5 and more',
      found,
    );
  }),
  clause('symbols: records of these symbols', async (world) => {
    const [first] = await pricedTokens(world);
    const found = recordsIn(
      await ask(world, `/prices?symbols=${encodeURIComponent(String(first?.['symbol']))}`),
    );
    demand(
      found.length > 0 && found.every(({ symbol }) => symbol === first?.['symbol']),
      'this symbol',
      found,
    );
  }),
  clause('details=true adds graphStats to the metadata of a list', async (world) => {
    recordOf(metadataOf(await ask(world, '/prices?limit=1&details=true'))['graphStats'], 'graphStats');
  }),
  ...fieldClauses(
    'legacy',
    'single record with details=true',
    { calculationDetails: OBJECT },
    async (world) => [await single(world, '?details=true')],
  ),
  clause('a contract id without a period is 400 Bad Request', async (world) =>
    answers(await world.legacy('/prices/no-contract-id'), 400, 'Bad Request'),
  ),
  clause('an unknown token is 404 Not Found', async (world) =>
    answers(await world.legacy(`/prices/${NEVER_PRICED}`), 404, 'Not Found'),
  ),
  clause("errors are { status: 'error', error, message }", async (world) => {
    const { status, message } = recordOf((await world.legacy('/prices/no-contract-id')).body, 'body');
    same([status, typeof message], ['error', 'string'], 'status, type of message');
  }),
  clause('responses are cached for about 30 seconds', async (world) =>
    caching(await list(world), 'max-age=30'),
  ),
  health(''),
  health('/btc-oracle'),
  health('/cache'),
];

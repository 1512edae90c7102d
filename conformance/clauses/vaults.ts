import { clausesOf, type Clause } from '../clause.js';
import { answers, recordOf, recordsOf, same } from '../expect.js';
import { FLAG, ID, LIST, NUMBER, OBJECT, TEXT, WHOLE, fieldClauses } from '../fields.js';
import type { World } from '../world.js';

const clause = clausesOf('vaults');
const PATH = '/api/v0/vaults';

const DESCRIBED = {
  contractId: ID,
  name: TEXT,
  symbol: TEXT,
  identifier: TEXT,
  description: TEXT,
  image: TEXT,
  decimals: WHOLE,
};

const listing = (world: World) => world.once(ask);
async function ask(world: World) {
  const answer = await world.vaults(PATH, { headers: { 'content-type': 'application/json' } });
  answers(answer, 200);
  return recordOf(answer.body, 'body');
}
const data = async (world: World) => recordOf((await listing(world))['data'], 'data');
const vaults = async (world: World) => recordsOf((await data(world))['vaults'], 'vaults');

export const vaultListing: readonly Clause[] = [
  ...fieldClauses('vaults', 'body', { success: FLAG, data: OBJECT }, async (world) => [await listing(world)]),
  ...fieldClauses('vaults', 'data', { vaults: LIST, tokens: LIST }, async (world) => [await data(world)]),
  ...fieldClauses(
    'vaults',
    'vault',
    {
      ...DESCRIBED,
      fee: NUMBER,
      liquidity: LIST,
      supply: NUMBER,
      'externalPoolId?': TEXT,
      'engineContractId?': TEXT,
    },
    vaults,
  ),
  ...fieldClauses('vaults', 'liquidity item', { ...DESCRIBED, reserves: NUMBER }, async (world) =>
    (await vaults(world)).flatMap((vault) => recordsOf(vault['liquidity'], 'liquidity')),
  ),
  ...fieldClauses('vaults', 'token', DESCRIBED, async (world) =>
    recordsOf((await data(world))['tokens'], 'tokens'),
  ),
  clause('a listing is { success: true }', async (world) =>
    same((await listing(world))['success'], true, 'success'),
  ),
  ...['POST', 'PUT', 'PATCH', 'DELETE'].map((method) =>
    clause(`${method} /api/v0/vaults is 405`, async (world) =>
      answers(await world.vaults(PATH, { method }), 405),
    ),
  ),
];

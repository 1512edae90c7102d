import { clausesOf, type Clause } from '../clause.js';
import { demand, header } from '../expect.js';
import type { World } from '../world.js';
import { aToken } from './prices.js';

const clause = clausesOf('cors');
const ORIGIN = 'https://a-page-of-anyone.example';
const HEADERS = { origin: ORIGIN };

type Path = (world: World) => Promise<string>;
const at =
  (path: string): Path =>
  async () =>
    path;
const ofToken =
  (suffix = ''): Path =>
  async (world) =>
    `/prices/${await aToken(world)}${suffix}`;

const open = (area: 'prices' | 'legacy', path: Path, says: string): Clause =>
  clause(`${says} may be read by a page of any origin`, async (world) => {
    header(await world[area](await path(world), { headers: HEADERS }), 'access-control-allow-origin', '*');
  });

export const crossOrigin: readonly Clause[] = [
  open('prices', at('/prices'), 'GET /prices'),
  open('prices', ofToken(), 'GET /prices/{contractId}'),
  open('prices', ofToken('/history'), 'GET /prices/{contractId}/history'),
  open('prices', at('/health'), 'GET /health of prices'),
  open('prices', at('/prices/SP000000000000000000002Q6VF78.no-such-token'), 'a 404 of prices'),
  open('legacy', at('/prices'), 'the legacy GET /prices'),
  open('legacy', ofToken(), 'the legacy GET /prices/{contractId}'),
  clause(
    'metadata is for the operator’s own sites: a page of another origin may not read it',
    async (world) => {
      const { headers } = await world.metadata('/metadata/list', { headers: HEADERS });
      const allowed = headers.get('access-control-allow-origin');
      demand(allowed !== '*' && allowed !== ORIGIN, 'no access for this origin', allowed);
    },
  ),
];

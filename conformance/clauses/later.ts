import { clausesOf, type Clause } from '../clause.js';
import { call } from '../client/http.js';
import { demand, recordOf, recordsOf, same } from '../expect.js';
import type { World } from '../world.js';

const clause = clausesOf('prices');

const later = (world: World) => world.once(move);
/** Address of the prices area of the same exchange, twenty minutes later. */
async function move(world: World): Promise<string> {
  return (await world.controls.later?.()) ?? world.bases.prices;
}

export const laterOn: readonly Clause[] = [
  clause(
    'GET /health is 503 when the last recording is more than 15 minutes old',
    async (world) => {
      same((await call(`${await later(world)}/health`)).status, 503, 'status');
    },
    'later',
  ),
  clause(
    'a price is stale once updatedAt is more than 15 minutes old',
    async (world) => {
      const { body } = await call(`${await later(world)}/prices`);
      const tokens = recordsOf(recordOf(body, 'body')['tokens'], 'tokens');
      demand(tokens.length > 0 && tokens.every(({ stale }) => stale === true), 'stale prices', tokens[0]);
    },
    'later',
  ),
];

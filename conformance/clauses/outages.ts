import { clausesOf, type Clause } from '../clause.js';
import type { Answer } from '../client/http.js';
import { demand, header, matches, recordOf, same } from '../expect.js';
import { contractOf, save } from '../records.js';
import type { World } from '../world.js';

const clause = clausesOf('outage');

type Call = (world: World) => Promise<Answer>;
const CALLS: Readonly<Record<string, Call>> = {
  orders: (world) => world.swap('/orders?limit=1'),
  order: (world) => world.swap('/orders/00000000-0000-4000-8000-000000000000'),
  record: (world) => world.metadata('/metadata/SP000000000000000000002Q6VF78.no-such-token'),
  list: (world) => world.metadata('/metadata/list?principal=SP000000000000000000002Q6VF78'),
};

/** Responses to the calls while the storage fails. */
const failed = (world: World) => world.once(fail);
async function fail(world: World): Promise<Readonly<Record<string, Answer>>> {
  const made: Record<string, Answer> = {};
  await world.controls.storageOutage?.(async () => {
    for (const [name, make] of Object.entries(CALLS)) made[name] = await make(world);
    if (world.keys.deployer !== undefined)
      made['save'] = await save(world, contractOf(world), { name: 'A token' });
  });
  return made;
}

const answersWith = (call: string, says: string, error: RegExp, ...needs: readonly 'deployer'[]): Clause =>
  clause(
    `while the storage fails, ${says} is 503 or 500 with the text ${error.source.replace(/[\^$\\]/g, '')}`,
    async (world) => {
      const answer = (await failed(world))[call];
      demand(answer !== undefined && [500, 503].includes(answer.status), '503 or 500', answer?.status);
      const { error: text, code } = recordOf(answer.body, 'body');
      matches(text, error, 'error');
      if (answer.status === 503) {
        header(answer, 'retry-after', /^\d+$/);
        demand(typeof code === 'string', 'a code that names the cause', code);
      }
    },
    'storageOutage',
    ...needs,
  );

export const outages: readonly Clause[] = [
  answersWith('orders', 'GET /orders', /^Failed to fetch orders$/),
  answersWith('order', 'GET /orders/{uuid}', /^Failed to fetch order/),
  answersWith('record', 'GET /metadata/{contractId}', /^Failed to fetch token metadata$/),
  answersWith('list', 'GET /metadata/list', /^Failed to list tokens$/),
  answersWith('save', 'POST /metadata/{contractId}', /^Failed to save metadata: /, 'deployer'),
  ...(['record', 'list'] as const).map((call) =>
    clause(
      `while the storage fails, metadata’s ${call} says success: false`,
      async (world) => same(recordOf((await failed(world))[call]?.body, 'body')['success'], false, 'success'),
      'storageOutage',
    ),
  ),
  clause(
    'after an outage the same calls work again',
    async (world) => {
      await failed(world);
      demand((await world.swap('/orders?limit=1')).status === 200, '200', 'an error');
    },
    'storageOutage',
  ),
];

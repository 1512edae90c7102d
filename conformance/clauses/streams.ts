import { clausesOf, type Clause } from '../clause.js';
import { call, firstEvent } from '../client/http.js';
import { answers, demand, header, isRecord, recordOf, same } from '../expect.js';
import { manualOrder } from '../orders.js';
import { aToken } from './prices.js';

const clause = clausesOf('streams');

const KB = 1024;

export const streams: readonly Clause[] = [
  clause(
    'GET /orders/{uuid}/stream begins with a snapshot of the order',
    async (world) => {
      const { uuid } = await manualOrder(world);
      const { event, headers } = await firstEvent(`${world.bases.swap}/orders/${uuid}/stream`);
      same(event, 'snapshot', 'event');
      demand(
        headers.get('content-type')?.startsWith('text/event-stream') === true,
        'an event stream',
        headers.get('content-type'),
      );
    },
    'owner',
  ),
  clause(
    'a stream resumes from its last id, also by ?after=',
    async (world) => {
      const { uuid } = await manualOrder(world);
      const url = `${world.bases.swap}/orders/${uuid}/stream`;
      const { text } = await firstEvent(url, {}, /\nid: \S+\n/);
      const id = /^id: (\S+)$/m.exec(text)?.[1] ?? '';
      const status = await openOnly(`${url}?after=${encodeURIComponent(id)}`);
      same(status, 200, 'status');
    },
    'owner',
  ),
  clause('GET /prices/stream sends prices with btcUsd', async (world) => {
    const answer = await firstEvent(`${world.bases.prices}/prices/stream?tokens=${await aToken(world)}`);
    answers(answer, 200);
    const data = recordOf(answer.data, 'data');
    demand(typeof data['btcUsd'] === 'number', 'btcUsd: a number', data);
    demand(Array.isArray(data['tokens'] ?? data['prices']), 'a list of prices', data);
  }),
  clause('GET /prices/at is 400 without tokens and times, and names them', async (world) => {
    const { status, text } = await world.prices('/prices/at');
    same(status, 400, 'status');
    demand(/tokens|times/.test(text), 'the names of the parameters', text);
  }),
  ...(['swap', 'prices', 'legacy', 'metadata'] as const).map((area) =>
    clause(`llms.txt of the area ${area} has less than 30 KB`, async (world) => {
      const answer = await call(`${world.bases[area].replace(/\/api\/v1$/, '')}/llms.txt`);
      answers(answer, 200);
      header(answer, 'content-type', /^text\/plain/);
      demand(answer.text.length < 30 * KB, 'less than 30 KB', `${Math.round(answer.text.length / KB)} KB`);
    }),
  ),
  clause('GET /devnet publishes a deployer’s key where it publishes keys', async (world) => {
    const { status, body } = await call(`${new URL(world.bases.swap).origin}/devnet`);
    if (status === 404) return;
    same(status, 200, 'status');
    demand(
      isRecord(body) && typeof recordOf(body['deployer'], 'deployer')['privateKey'] === 'string',
      'a key',
      body,
    );
  }),
];

/** The status of a stream's response. The stream is closed as soon as the status is known. */
async function openOnly(url: string): Promise<number> {
  const stop = new AbortController();
  try {
    return (await fetch(url, { signal: stop.signal })).status;
  } finally {
    stop.abort();
  }
}

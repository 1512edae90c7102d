import { ClientError } from './client-error.js';
import type { Connection } from './connection.js';
import { isObject } from './request-json.js';
import type { StreamRoute } from './route.js';
import { dataOf, eventsOf, requireNotAborted, type FollowOptions, type Stream } from './stream.js';
import type { PriceList, PricesEvent } from './wire/prices.js';

const FOLLOW: StreamRoute<'followPrices'> = { area: 'prices', method: 'GET', path: '/api/v1/prices/stream' };
const POLL_MS = 30_000;

/** The newest prices at once, and after each run: over a stream, and by polling while there is none. */
export async function* followPrices(
  connection: Connection,
  tokens: string | undefined,
  options: FollowOptions,
  list: () => Promise<PriceList>,
): AsyncGenerator<PricesEvent, void, undefined> {
  let newest = '';
  const isNew = ({ at }: PricesEvent) => {
    const later = at > newest;
    if (later) newest = at;
    return later;
  };
  const stream: Stream = {
    ...options,
    route: FOLLOW,
    query: { tokens },
    lastId: () => undefined,
    isReady: () => true,
  };
  for (;;) {
    const events = eventsOf(connection, stream);
    let forMs = 0;
    try {
      for (;;) {
        const { done, value } = await events.next();
        if (done) {
          ({ forMs } = value);
          break;
        }
        const update = value.event === 'prices' ? updateOf(dataOf(value)) : undefined;
        if (update !== undefined && isNew(update)) yield update;
      }
    } finally {
      await events.return({ forMs });
    }
    const until = connection.system.now() + forMs;
    do {
      const update = await look(list, options);
      if (update !== undefined && isNew(update)) yield update;
      await connection.system.pause(options.pollMs ?? POLL_MS, options.signal);
      requireNotAborted(options.signal);
    } while (connection.system.now() < until);
  }
}

/** The prices of the last run; undefined before the first, and while the service cannot be reached. */
async function look(
  list: () => Promise<PriceList>,
  { onTrouble }: FollowOptions,
): Promise<PricesEvent | undefined> {
  try {
    const { updatedAt, tokens } = await list();
    return updatedAt === null ? undefined : { at: updatedAt, prices: tokens };
  } catch (error) {
    if (!(error instanceof ClientError) || !error.retryable) throw error;
    onTrouble?.(error);
    return undefined;
  }
}

function updateOf(data: unknown): PricesEvent {
  if (isObject(data) && typeof data['at'] === 'string' && Array.isArray(data['prices']))
    return data as unknown as PricesEvent;
  throw new ClientError('An event of the stream has another form', { code: 'unexpected-shape', status: 200 });
}

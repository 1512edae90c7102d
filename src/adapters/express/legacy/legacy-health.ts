import type { OracleHealth, SourceReading } from '../../../application/prices/oracle.js';
import type { PriceHealth } from '../../../application/prices/price-health.js';
import { operation } from '../operation/operation.js';
import { logOf, type Logger } from '../requests/request-log.js';
import { flag, list, number, object, oneOf, orNull, text, time, type WireOf } from '../schema/schema.js';
import { field, fields, named, namedSchema, optional } from '../schema/shape.js';
import { count, type LegacyParts } from './legacy-shapes.js';

const STATUS = oneOf(['healthy', 'degraded', 'down'], 'state');
type Status = WireOf<typeof STATUS>;
const part = (description: string) => object({ status: STATUS }, { description });

export const LEGACY_HEALTH = namedSchema(
  'LegacyHealth',
  object({
    status: STATUS,
    components: object(
      {
        btcOracle: part('the sources of the bitcoin price'),
        prices: part('the recorded prices'),
        cache: part('the prepared responses of this process'),
        database: part('the database'),
      },
      { description: 'the components that determine the status' },
    ),
    timestamp: time('now'),
  }),
);

/** The body of `GET /api/health` of the legacy area. */
export type LegacyHealthResponse = WireOf<typeof LEGACY_HEALTH>;

export const legacyHealth = operation({
  id: 'legacyHealth',
  path: '/api/health',
  summary: 'Status of the service and its components',
  response: { description: 'Healthy or degraded.', schema: LEGACY_HEALTH.ref() },
  otherwise: {
    status: 503,
    description: 'Down.',
    schema: LEGACY_HEALTH.ref(),
    when: ({ status }) => status === 'down',
  },
  curl: '"$BASE/invest/api/health"',
  handle: async ({ prices, clock, ping }: LegacyParts, { req }): Promise<LegacyHealthResponse> => {
    const log = logOf(req);
    const [btcOracle, recording, database] = await Promise.all([
      partOf('btcOracle', log, async () => (await prices.oracle()).status),
      partOf('prices', log, async () => recordingStatus(await prices.health())),
      partOf('database', log, async () => (await ping(), 'healthy')),
    ]);
    const status = overall(btcOracle.status, recording.status, database.status);
    const components = { btcOracle, prices: recording, cache: { status: 'healthy' as const }, database };
    return { status, components, timestamp: clock.now().toISOString() };
  },
});

async function partOf(part: string, log: Logger | undefined, read: () => Promise<Status>) {
  try {
    return { status: await read() };
  } catch (error) {
    log?.warn({ err: error, part }, 'a component of the legacy service failed its health check');
    return { status: 'down' as const };
  }
}

/** Status of the recording. It is down only before the first run: later, old prices are still served. */
const recordingStatus = ({ ok, isDegraded, lastRecordedAt }: PriceHealth): Status => {
  if (ok) return isDegraded ? 'degraded' : 'healthy';
  return lastRecordedAt === undefined ? 'down' : 'degraded';
};

/** Status of the area. Without the database or any prices it is down; without a bitcoin price, old prices are still served. */
function overall(btcOracle: Status, prices: Status, database: Status): Status {
  if (database === 'down' || prices === 'down') return 'down';
  return btcOracle === 'healthy' && prices === 'healthy' ? 'healthy' : 'degraded';
}

const SOURCE = fields<SourceReading>()({
  name: text('name of the source'),
  price: orNull(number('bitcoin price', { 'x-unit': 'dollars' })),
  at: orNull(time('time of that')),
  ok: flag('whether its price is used'),
  error: optional(text('reason why it is not used')),
});

export const ORACLE_HEALTH = named(
  'OracleHealth',
  fields<OracleHealth>()({
    status: STATUS,
    price: orNull(number('a bitcoin; null when down', { 'x-unit': 'dollars' })),
    sources: list(SOURCE.schema, 'every source that is queried'),
    lastSuccessAt: orNull(time('time of the last price')),
  }),
);

/** The body of `GET /api/health/btc-oracle`: dollars for one bitcoin. */
export type OracleHealthResponse = WireOf<typeof ORACLE_HEALTH>;

export const oracleHealth = operation({
  id: 'oracleHealth',
  path: '/api/health/btc-oracle',
  summary: 'Status of the bitcoin price’s sources',
  response: { description: 'The sources.', schema: ORACLE_HEALTH.ref() },
  curl: '"$BASE/invest/api/health/btc-oracle"',
  handle: async ({ prices }: LegacyParts) => ORACLE_HEALTH.write(await prices.oracle()),
});

export const CACHE_HEALTH = named(
  'CacheHealth',
  fields<ReturnType<LegacyParts['prepared']['counts']>>()({
    status: field(STATUS, () => 'healthy' as const),
    entries: count('responses kept'),
    hits: count('requests served from them'),
    misses: count('requests not served from them'),
    hitRate: field(
      number('hits of all', { minimum: 0, maximum: 1, 'x-unit': 'fraction' }),
      ({ hits, misses }) => hits / Math.max(1, hits + misses),
    ),
  }),
);

/** The body of `GET /api/health/cache`: counts since the process started. */
export type CacheHealthResponse = WireOf<typeof CACHE_HEALTH>;

export const cacheHealth = operation({
  id: 'cacheHealth',
  path: '/api/health/cache',
  summary: 'Counters of the response cache',
  response: { description: 'The counts.', schema: CACHE_HEALTH.ref() },
  curl: '"$BASE/invest/api/health/cache"',
  handle: ({ prepared }: LegacyParts) => CACHE_HEALTH.write(prepared.counts()),
});

import { Router, type Request } from 'express';
import type { Core } from '../../../application/core.js';
import type { PriceHealth } from '../../../application/prices/price-health.js';
import type { Clock } from '../../../ports/index.js';
import { route } from '../methods.js';
import type { PreparedAnswers } from '../prepared-answers.js';

type Status = 'healthy' | 'degraded' | 'down';
type Part = { readonly status: Status };
type Log = Request['log'];

export interface LegacyHealthOptions {
  readonly clock: Clock;
  /** Rejects when the database does not answer. */
  readonly ping: () => Promise<void>;
  readonly prepared: PreparedAnswers;
}

/** How the legacy service is, as a whole and by part. */
export function legacyHealthController(prices: Core['prices'], options: LegacyHealthOptions): Router {
  const router = Router();
  route(router, '/health', {
    get: async (req, res) => {
      const health = await overallHealth(prices, options, req.log);
      res.status(health.status === 'down' ? 503 : 200).json(health);
    },
  });
  route(router, '/health/btc-oracle', {
    get: async (_req, res) => void res.json(await oracleHealth(prices)),
  });
  route(router, '/health/cache', { get: (_req, res) => void res.json(cacheHealth(options.prepared)) });
  return router;
}

async function overallHealth(
  prices: Core['prices'],
  { clock, ping, prepared }: LegacyHealthOptions,
  log: Log,
) {
  const statusOf = (part: string, asked: Promise<Status>): Promise<Status> =>
    asked.catch((error: unknown) => {
      log.warn({ err: error, part }, 'a part cannot tell how it is');
      return 'down';
    });
  const [btcOracle, recorded, database] = await Promise.all([
    statusOf(
      'btcOracle',
      prices.oracle().then(({ status }) => status),
    ),
    statusOf('prices', prices.health().then(recordingStatus)),
    statusOf(
      'database',
      ping().then(() => 'healthy'),
    ),
  ]);
  const components = {
    btcOracle: { status: btcOracle },
    prices: { status: recorded },
    cache: { status: cacheHealth(prepared).status },
    database: { status: database },
  };
  return { status: overall(components), components, timestamp: clock.now().toISOString() };
}

/** Old prices are served on; before the first there are none. */
const recordingStatus = ({ ok, lastRecordedAt }: PriceHealth): Status => {
  if (ok) return 'healthy';
  return lastRecordedAt === undefined ? 'down' : 'degraded';
};

/** Without the database, or before the first price, there is nothing to serve; without a bitcoin price, what there is. */
function overall({ btcOracle, prices, database }: Record<'btcOracle' | 'prices' | 'database', Part>): Status {
  if (database.status === 'down' || prices.status === 'down') return 'down';
  return btcOracle.status === 'healthy' && prices.status === 'healthy' ? 'healthy' : 'degraded';
}

/** Prices in dollars for one bitcoin; what is not known is null. */
async function oracleHealth({ oracle }: Core['prices']): Promise<object> {
  const { status, price, sources, lastSuccessAt } = await oracle();
  return {
    status,
    price: price ?? null,
    sources: sources.map(({ name, price: said, at, ok, error }) => ({
      name,
      price: said ?? null,
      at: at?.toISOString() ?? null,
      ok,
      ...(error !== undefined && { error }),
    })),
    lastSuccessAt: lastSuccessAt?.toISOString() ?? null,
  };
}

/** Since the start of the process. `hitRate` is a fraction, 0 before the first request. */
function cacheHealth(prepared: PreparedAnswers) {
  const { entries, hits, misses } = prepared.counts();
  const asked = hits + misses;
  return {
    status: 'healthy' as Status,
    entries,
    hits,
    misses,
    hitRate: asked === 0 ? 0 : hits / asked,
  };
}

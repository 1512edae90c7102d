import { Router } from 'express';
import type { Core } from '../../../application/core.js';
import type { Clock, RegistrySource } from '../../../ports/index.js';
import type { Area, EarlyAnswers } from '../areas.js';
import { crossOrigin } from '../cross-origin.js';
import { PreparedAnswers } from '../prepared-answers.js';
import { legacyHealthController } from './health-controller.js';
import { legacyPricesController } from './legacy-prices-controller.js';
import { legacyErrorBody } from './legacy-response.js';
import { RequestLimit } from './request-limit.js';

/** How long one answer is given to everyone who asks the same: its metadata tell ages. */
const CACHE_MS = 30_000;
const API = '/api/v1';
export const DEFAULT_REQUESTS_PER_MINUTE = 100;

/** The part of the core that this area serves. */
export type LegacyCore = Pick<Core, 'prices'>;

export interface LegacyAreaOptions {
  readonly clock: Clock;
  /** What the figures about pools are counted in. */
  readonly registry: RegistrySource;
  /** Rejects when the database does not answer. */
  readonly ping: () => Promise<void>;
  /** Requests for prices that one address may send within a minute, 100 when absent; 0: as many as it likes. */
  readonly requestsPerMinute?: number;
}

/** The legacy price service: the prices of the prices service as older clients know them. */
export function legacyArea(
  { prices }: LegacyCore,
  { clock, registry, ping, requestsPerMinute = DEFAULT_REQUESTS_PER_MINUTE }: LegacyAreaOptions,
): Area {
  const router = Router();
  const prepared = new PreparedAnswers({
    now: () => clock.now().getTime(),
    ttlMs: CACHE_MS,
    source: prices.current,
  });
  const limit = new RequestLimit(clock, requestsPerMinute);
  router.use(crossOrigin('*'));
  router.use(API, limit.enforce, legacyPricesController(prices, { clock, registry, prepared }));
  router.use('/api', legacyHealthController(prices, { clock, ping, prepared }));
  return {
    name: 'legacy',
    mount: '/invest',
    router,
    errorBody: legacyErrorBody,
    early: limitedBy(limit, prepared),
  };
}

/** Health is asked for by machines of which many may share an address: it is not counted. */
const limitedBy = (limit: RequestLimit, prepared: PreparedAnswers): EarlyAnswers => ({
  answer: (req, res, visit) =>
    visit.url.startsWith(`${API}/`) && limit.admits(req, visit.address()) && prepared.answer(req, res, visit),
});

import {
  aFunction,
  anObject,
  anything,
  checkArgument,
  count,
  type Checks,
} from '../../../domain/shared/option-checks.js';
import { ROUTER_CHECKS } from '../requests/router-options.js';
import { Router } from 'express';
import type { Area, EarlyResponses } from '../operation/areas.js';
import { origins } from '../requests/cross-origin.js';
import { openArea, type AreaDeclaration } from '../operation/open-area.js';
import { schemasOf } from '../schema/shape.js';
import { PreparedResponses } from '../operation/prepared-responses.js';
import {
  CACHE_HEALTH,
  cacheHealth,
  LEGACY_HEALTH,
  legacyHealth,
  ORACLE_HEALTH,
  oracleHealth,
} from './legacy-health.js';
import { getLegacyPrice, LEGACY_LIST, LEGACY_TOKEN, listLegacyPrices } from './legacy-prices.js';
import {
  LEGACY_ERROR,
  LEGACY_PRICE,
  type LegacyAreaOptions,
  type LegacyCore,
  type LegacyParts,
} from './legacy-shapes.js';
import { DEFAULT_REQUESTS_PER_MINUTE, RequestLimit } from './request-limit.js';

/** Time (ms) for which a response is reused. Short, because responses state the age of the prices. */
const KEPT_MS = 30_000;
/** Path below which requests are limited. Health checks are not below it, since one address may run many. */
const LIMITED = '/api/v1';

export const LEGACY: AreaDeclaration<LegacyParts> = {
  name: 'legacy',
  mount: '/invest',
  title: 'Legacy prices',
  about: [
    `The prices of the prices area in an older format, for older clients; new code should use the prices area. Each address may ask for prices ${DEFAULT_REQUESTS_PER_MINUTE} times a minute, unless the operator has set another limit.`,
    'Errors here are { status: "error", error, message }, where error is the status’s own phrase: Bad Request, Not Found, Too Many Requests, Internal Server Error.',
  ],
  schemas: schemasOf(
    LEGACY_PRICE,
    LEGACY_LIST,
    LEGACY_TOKEN,
    LEGACY_ERROR,
    LEGACY_HEALTH,
    ORACLE_HEALTH,
    CACHE_HEALTH,
  ),
  error: LEGACY_ERROR,
  operations: [listLegacyPrices, getLegacyPrice, legacyHealth, oracleHealth, cacheHealth],
};

const CHECKS: Checks<keyof Required<LegacyAreaOptions>> = {
  ...ROUTER_CHECKS,
  registry: anObject('an object with a method current()'),
  ping: aFunction(),
  corsOrigins: origins,
  requestsPerMinute: count(0),
  counts: anything,
};

/**
 * The legacy price service: current prices in the format that older clients know.
 *
 * @example
 * const source = { current: () => registry };
 * const legacy = legacyArea(core, { clock, registry: source, ping: async () => {} });
 * createApp({ areas: [legacy], clock, requestIds: randomUUID, readiness });
 */
export function legacyArea({ prices }: LegacyCore, options: LegacyAreaOptions): Area {
  checkArgument('the options of the legacy area', options, CHECKS, ['clock', 'registry', 'ping']);
  const { clock, registry, ping, requestsPerMinute = DEFAULT_REQUESTS_PER_MINUTE } = options;
  const { corsOrigins = '*' } = options;
  const now = () => clock.now().getTime();
  const prepared = new PreparedResponses({
    now,
    ttlMs: KEPT_MS,
    source: prices.current,
    origins: corsOrigins,
  });
  const limit = new RequestLimit(clock, requestsPerMinute, options.counts);
  const early: EarlyResponses = {
    respondEarly: (req, res, visit) =>
      visit.url.startsWith(`${LIMITED}/`) &&
      limit.waitMs(req, visit.address()) === 0 &&
      prepared.respondEarly(req, res, visit),
  };
  const before = [Router().use(LIMITED, limit.enforce)];
  return openArea(
    LEGACY,
    { prices, clock, registry, ping, prepared },
    { origins: corsOrigins, before, early },
  );
}

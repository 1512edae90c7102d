import { DEFAULT_REQUESTS_PER_MINUTE } from '../../legacy/area.js';
import { legacyErrorBody } from '../../legacy/legacy-response.js';
import type { AreaDescription, OperationDescription } from '../../operation/model.js';
import { INTERNAL } from '../../operation/outcomes.js';
import { ref } from '../../operation/schema.js';
import { LEGACY_PRICES } from './prices.js';
import { LEGACY_SCHEMAS } from './schemas.js';

const errors = [INTERNAL];
const caching = 'no-store';

const HEALTH: readonly OperationDescription[] = [
  {
    id: 'legacyHealth',
    method: 'get',
    path: '/api/health',
    summary: 'How the parts of the service are',
    access: ['anyone'],
    responses: [
      { status: 200, description: 'Healthy or degraded.', schema: ref('LegacyHealth'), caching },
      { status: 503, description: 'Down.', schema: ref('LegacyHealth'), caching },
    ],
    errors,
    curl: '"$BASE/invest/api/health"',
  },
  {
    id: 'oracleHealth',
    method: 'get',
    path: '/api/health/btc-oracle',
    summary: 'How the sources of the bitcoin price are',
    access: ['anyone'],
    responses: [{ status: 200, description: 'The sources.', schema: ref('OracleHealth'), caching }],
    errors,
    curl: '"$BASE/invest/api/health/btc-oracle"',
  },
  {
    id: 'cacheHealth',
    method: 'get',
    path: '/api/health/cache',
    summary: 'How well the cache of answers does',
    access: ['anyone'],
    responses: [{ status: 200, description: 'The counts.', schema: ref('CacheHealth'), caching }],
    errors,
    curl: '"$BASE/invest/api/health/cache"',
  },
];

/** The same prices in the shape of an older service. */
export const LEGACY: AreaDescription = {
  name: 'legacy',
  mount: '/invest',
  title: 'Legacy prices',
  about: [
    `The prices of the prices area in an older shape, for older clients; new code should use the prices area. Each address may ask for prices ${DEFAULT_REQUESTS_PER_MINUTE} times a minute, unless the operator chose another limit. Any origin.`,
    'Errors here are { status: "error", error, message }, where error is the status’s own phrase: Bad Request, Not Found, Too Many Requests, Internal Server Error.',
  ],
  schemas: LEGACY_SCHEMAS,
  errorSchema: 'LegacyError',
  errorBody: legacyErrorBody,
  operations: [...LEGACY_PRICES, ...HEALTH],
};

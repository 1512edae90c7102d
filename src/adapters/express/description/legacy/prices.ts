import { DEFAULT_REQUESTS_PER_MINUTE } from '../../legacy/area.js';
import { LEGACY_CACHING } from '../../legacy/legacy-prices-controller.js';
import { DEFAULT_LIMIT, MAX_LIMIT } from '../../legacy/legacy-requests.js';
import type { ErrorCase, OperationDescription } from '../../operation/model.js';
import { ANY, badParameter, INTERNAL, MALFORMED_PATH, outcome, errorCase } from '../../operation/outcomes.js';
import { inPath, inQuery } from '../../operation/parameter-list.js';
import { number, oneOf, ref, text, whole } from '../../operation/schema.js';

const DETAILS = inQuery(
  'details',
  oneOf(['true', 'false'], 'whether to tell how prices were found', { default: 'false' }),
);

const RATE_LIMITED: ErrorCase = errorCase(
  429,
  'RATE_LIMIT_EXCEEDED',
  'Rate limit exceeded: … requests a minute',
  `this address asked for prices more than ${DEFAULT_REQUESTS_PER_MINUTE} times within a minute, or whatever the operator allows`,
  { headers: { 'Retry-After': ANY } },
);

const bad = (name: string, rule: string) =>
  badParameter(`Invalid ${name} parameter: must be ${rule}`, `${name} breaks its rule`);
const BAD_DETAILS = bad('details', 'true or false');

export const LEGACY_PRICES: readonly OperationDescription[] = [
  {
    id: 'listLegacyPrices',
    method: 'get',
    path: '/api/v1/prices',
    summary: 'Current prices in the older shape, by confidence, then liquidity',
    access: ['anyone'],
    parameters: [
      inQuery('token', text('only this one: a contract id')),
      inQuery('symbols', text('only these symbols, in any case, separated by commas')),
      inQuery('limit', whole('at most so many', { minimum: 1, maximum: MAX_LIMIT, default: DEFAULT_LIMIT })),
      inQuery('minPrice', number('only from this usdPrice on', { minimum: 0, 'x-unit': 'dollars' })),
      inQuery('minConfidence', number('only from this confidence on', { minimum: 0, maximum: 1 })),
      DETAILS,
    ],
    responses: [
      {
        status: 200,
        description: 'The list.',
        schema: ref('LegacyList'),
        caching: LEGACY_CACHING,
        tagged: true,
      },
    ],
    errors: [
      badParameter('Invalid contract ID format: token must be one contract id', 'token has no period'),
      bad('symbols', 'one list of symbols, separated by commas'),
      bad('limit', `a whole number from 1 to ${MAX_LIMIT}`),
      bad('minPrice', 'a number, 0 or more'),
      bad('minConfidence', 'a number from 0 to 1'),
      BAD_DETAILS,
      RATE_LIMITED,
      INTERNAL,
    ],
    curl: '"$BASE/invest/api/v1/prices?limit=10"',
  },
  {
    id: 'getLegacyPrice',
    method: 'get',
    path: '/api/v1/prices/{contractId}',
    summary: 'One token in the older shape',
    access: ['anyone'],
    parameters: [inPath('contractId', text('the token’s contract id; .stx for STX')), DETAILS],
    responses: [
      {
        status: 200,
        description: 'The record.',
        schema: ref('LegacyToken'),
        caching: LEGACY_CACHING,
        tagged: true,
      },
    ],
    errors: [
      MALFORMED_PATH,
      badParameter(
        'Invalid contract ID format: must be <address>.<contract-name>, or .stx',
        'the contract id has no period',
      ),
      BAD_DETAILS,
      outcome({ kind: 'token-not-priced', token: ANY }, 'the token was never priced, or is not known'),
      RATE_LIMITED,
      INTERNAL,
    ],
    curl: '"$BASE/invest/api/v1/prices/.stx?details=true"',
  },
];

import { DESCRIPTION } from '../../prices/area.js';
import { PRICES_CACHING } from '../../prices/prices-controller.js';
import type { Operation } from '../model.js';
import { ANY, badParameter, INTERNAL, MALFORMED_PATH, outcome } from '../outcomes.js';
import { inPath, inQuery, oneOf, ref, text } from '../schema.js';
import { STALE_MINUTES } from './schemas.js';

export const CONTRACT_IN_PATH = inPath('contractId', text('the token’s contract id; .stx for STX'));
export const NEVER_PRICED = outcome(
  { kind: 'token-not-priced', token: ANY },
  'the token was never priced, or is not known',
);

export const PRICE_READS: readonly Operation[] = [
  {
    id: 'listPrices',
    method: 'get',
    path: '/api/v1/prices',
    summary: 'Current prices of all tokens, most liquidity first',
    rules: ['With tokens, unknown ids are ignored; an empty result is 200 with count 0.'],
    access: ['anyone'],
    parameters: [
      inQuery('tokens', text('only these: contract ids, separated by commas')),
      inQuery('sparkline', oneOf(['0', '1'], '1 adds the field sparkline', { default: '0' })),
    ],
    answers: [
      {
        status: 200,
        description: 'The list.',
        schema: ref('PriceList'),
        caching: PRICES_CACHING,
        tagged: true,
      },
    ],
    errors: [
      badParameter(
        'Invalid tokens parameter: must be one list of contract ids, separated by commas',
        'tokens is given more than once',
      ),
      badParameter('Invalid sparkline parameter: must be 1 or 0', 'sparkline is neither'),
      INTERNAL,
    ],
    curl: '"$BASE/prices/api/v1/prices?sparkline=1"',
  },
  {
    id: 'getPrice',
    method: 'get',
    path: '/api/v1/prices/{contractId}',
    summary: 'Current price of one token, with its sparkline',
    access: ['anyone'],
    parameters: [CONTRACT_IN_PATH],
    answers: [
      {
        status: 200,
        description: 'The price.',
        schema: ref('TokenPrice'),
        caching: PRICES_CACHING,
        tagged: true,
      },
    ],
    errors: [MALFORMED_PATH, NEVER_PRICED, INTERNAL],
    curl: '"$BASE/prices/api/v1/prices/.stx"',
  },
];

const HEALTH = { schema: ref('PriceHealth'), caching: 'no-store' };

export const PRICE_SERVICE: readonly Operation[] = [
  {
    id: 'priceHealth',
    method: 'get',
    path: '/api/v1/health',
    summary: 'Are prices being recorded',
    access: ['anyone'],
    answers: [
      { status: 200, description: 'They are.', ...HEALTH },
      { status: 503, description: `Nothing was recorded for more than ${STALE_MINUTES} minutes.`, ...HEALTH },
    ],
    errors: [INTERNAL],
    curl: '"$BASE/prices/api/v1/health"',
  },
  {
    id: 'describeForModels',
    method: 'get',
    path: '/llms.txt',
    summary: 'This text: every area in plain words',
    access: ['anyone'],
    answers: [
      {
        status: 200,
        description: 'The text.',
        schema: text('the text'),
        mediaType: 'text/plain',
        caching: DESCRIPTION.caching,
        tagged: true,
      },
    ],
    errors: [INTERNAL],
    curl: '"$BASE/prices/llms.txt"',
  },
];

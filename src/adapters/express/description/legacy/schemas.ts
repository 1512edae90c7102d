import { contractId } from '../../operation/common-schemas.js';
import type { JsonSchema } from '../../operation/model.js';
import { TOKEN_FACTS } from '../../prices/price-shapes.js';
import {
  always,
  flag,
  list,
  number,
  object,
  oneOf,
  orNull,
  ref,
  text,
  time,
  whole,
} from '../../operation/schema.js';

const count = (description: string) => whole(description, { minimum: 0 });

const GRAPH_STATS = object(
  {
    totalTokens: count('tokens in pools'),
    totalPools: count('pools'),
    avgPoolsPerToken: number('pools a token is in, on average', { minimum: 0 }),
    sbtcPairCount: count('pools that hold sBTC'),
    globalMaxLiquidity: orNull(
      number('of the most liquid token; null before the first run', { minimum: 0, 'x-unit': 'dollars' }),
    ),
    lastUpdated: orNull(whole('the newest run', { 'x-unit': 'Unix milliseconds' })),
    ageMs: orNull(whole('age of that run', { minimum: 0, 'x-unit': 'milliseconds' })),
  },
  { description: 'with details=true' },
);

const CALCULATION = object(
  {
    btcPrice: number('a bitcoin', { 'x-unit': 'dollars' }),
    priceSource: always('market'),
    pathsUsed: count('routes that the price is made of: one there, one back; 0 for sBTC itself'),
    priceVariation: orNull(
      number('how far buying and selling lie apart; null where not measured', {
        minimum: 0,
        'x-unit': 'fraction',
      }),
    ),
    calculatedAt: whole('when the price was found', { 'x-unit': 'Unix milliseconds' }),
  },
  { description: 'single reads with details=true' },
);

const STATE = oneOf(['healthy', 'degraded', 'down'], 'how it is');

const PART = object({ status: STATE });

export const LEGACY_SCHEMAS: Readonly<Record<string, JsonSchema>> = {
  LegacyPrice: object(
    {
      tokenId: contractId('the token'),
      ...TOKEN_FACTS,
      usdPrice: number('price of a whole token', { exclusiveMinimum: 0, 'x-unit': 'dollars' }),
      sbtcRatio: number('price of a whole token', { exclusiveMinimum: 0, 'x-unit': 'sBTC' }),
      confidence: number('1 - roundTripLoss / 100, within 0 and 1; 1 where that was not measured', {
        minimum: 0,
        maximum: 1,
      }),
      totalLiquidity: number('what the pools hold of the token', { minimum: 0, 'x-unit': 'dollars' }),
      lastUpdated: whole('when it was last priced', { 'x-unit': 'Unix milliseconds' }),
      calculationDetails: CALCULATION,
    },
    { optional: ['image', 'calculationDetails'] },
  ),
  LegacyList: object({
    status: always('success'),
    data: list(ref('LegacyPrice'), 'by confidence, then liquidity, most first'),
    metadata: object(
      {
        count: count('how many records there are here'),
        totalTokensAvailable: count('how many tokens are priced'),
        processingTimeMs: number('time it took', { minimum: 0, 'x-unit': 'milliseconds' }),
        lastUpdated: orNull(whole('the newest run', { 'x-unit': 'Unix milliseconds' })),
        queryParams: { type: 'object', description: 'what was asked for', additionalProperties: true },
        graphStats: GRAPH_STATS,
      },
      { optional: ['graphStats'] },
    ),
  }),
  LegacyToken: object({
    status: always('success'),
    data: ref('LegacyPrice'),
    metadata: object({
      processingTimeMs: number('time it took', { minimum: 0, 'x-unit': 'milliseconds' }),
      lastUpdated: whole('when it was last priced', { 'x-unit': 'Unix milliseconds' }),
    }),
  }),
  LegacyError: object({
    status: always('error'),
    error: text('the status’s own phrase'),
    message: text('one sentence for people; may change'),
  }),
  LegacyHealth: object({
    status: STATE,
    components: object({ btcOracle: PART, prices: PART, cache: PART, database: PART }),
    timestamp: time('now'),
  }),
  OracleHealth: object({
    status: STATE,
    price: orNull(number('a bitcoin; null when down', { 'x-unit': 'dollars' })),
    sources: list(
      object(
        {
          name: text('name of the source'),
          price: orNull(number('its bitcoin price', { 'x-unit': 'dollars' })),
          at: orNull(time('when that was')),
          ok: flag('whether its price is used'),
          error: text('why not'),
        },
        { optional: ['error'] },
      ),
      'every source that is asked',
    ),
    lastSuccessAt: orNull(time('when there last was a price')),
  }),
  CacheHealth: object({
    status: STATE,
    entries: count('answers kept'),
    hits: count('requests answered from them'),
    misses: count('requests not answered from them'),
    hitRate: number('hits of all', { minimum: 0, maximum: 1, 'x-unit': 'fraction' }),
  }),
};

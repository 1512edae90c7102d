import { Contains, IsIn, IsInt, IsNumber, Max, Min } from 'class-validator';
import type { Core } from '../../../application/core.js';
import type { PriceList } from '../../../application/prices/price-list-cache.js';
import { ok } from '../../../domain/shared/result.js';
import { valueOrThrow } from '../errors/errors.js';
import { jsonText, preparedOperation } from '../operation/operation.js';
import { outcomes, type ErrorOf } from '../schema/outcomes.js';
import { Param, Reads, rules } from '../schema/request-class.js';
import { always, list, number, object, orNull, type Schema, type WireOf } from '../schema/schema.js';
import { namedSchema } from '../schema/shape.js';
import {
  count,
  GRAPH_STATS,
  graphStats,
  LEGACY_PRICE,
  unixMs,
  type LegacyParts,
  type LegacyPriceResponse,
} from './legacy-shapes.js';
import { RATE_LIMITED } from './request-limit.js';

const CACHING = 'public, max-age=30';
const IsDetails = rules(IsIn(['true', 'false']), Param('whether to include how prices were found'));

class TokenQuery {
  @IsDetails details: 'true' | 'false' = 'false';
}

class TokenPath {
  @Contains('.', { message: 'Invalid contract ID format: must be <address>.<contract-name>, or .stx' })
  @Param('the token’s contract id; .stx for STX', { cause: 'the contract id has no period' })
  contractId!: string;
}

class ListQuery {
  @Contains('.', { message: 'Invalid contract ID format: token must be one contract id' })
  @Param('only this one: a contract id', { cause: 'token has no period' })
  token?: string;

  @Reads((symbols) => ok(symbols.split(',').map((symbol) => symbol.trim())), {
    message: 'Invalid symbols parameter: must be one list of symbols, separated by commas',
  })
  @Param('only these symbols, in any case, separated by commas', { cause: 'symbols is given more than once' })
  symbols?: readonly string[];

  @IsInt() @Min(1) @Max(1000) @Param('maximum number of prices to return') limit = 100;
  @IsNumber() @Min(0) @Param('minimum usdPrice', { 'x-unit': 'dollars' }) minPrice?: number;
  @IsNumber() @Min(0) @Max(1) @Param('minimum confidence') minConfidence?: number;
  @IsDetails details: 'true' | 'false' = 'false';
}

type Echo = Omit<ListQuery, 'details'> & { readonly details: boolean };
const ECHO: Schema<Echo> = {
  type: 'object',
  description: 'parameters of the request',
  additionalProperties: true,
};

const processingTimeMs = number('time it took', { minimum: 0, 'x-unit': 'milliseconds' });

export const LEGACY_LIST = namedSchema(
  'LegacyList',
  object({
    status: always('success'),
    data: list(LEGACY_PRICE.ref(), 'by confidence, then liquidity, most first'),
    metadata: object(
      {
        count: count('number of records in this response'),
        totalTokensAvailable: count('number of priced tokens'),
        processingTimeMs,
        lastUpdated: orNull(unixMs('the newest run')),
        queryParams: ECHO,
        graphStats: GRAPH_STATS,
      },
      { optional: ['graphStats'], description: 'about this response' },
    ),
  }),
);

export const LEGACY_TOKEN = namedSchema(
  'LegacyToken',
  object({
    status: always('success'),
    data: LEGACY_PRICE.ref('the token'),
    metadata: object(
      { processingTimeMs, lastUpdated: unixMs('time of its last price') },
      { description: 'about this response' },
    ),
  }),
);

/** The body of `GET /api/v1/prices` of the legacy area. */
export type LegacyPriceListResponse = WireOf<typeof LEGACY_LIST>;
/** The body of `GET /api/v1/prices/{contractId}` of the legacy area. */
export type LegacyTokenResponse = WireOf<typeof LEGACY_TOKEN>;

export const listLegacyPrices = preparedOperation({
  id: 'listLegacyPrices',
  path: '/api/v1/prices',
  summary: 'Current prices in the older format, by confidence, then liquidity',
  query: ListQuery,
  response: { description: 'The list.', schema: LEGACY_LIST.ref(), caching: CACHING },
  errors: [RATE_LIMITED],
  curl: '"$BASE/invest/api/v1/prices?limit=10"',
  prepare: async ({ prices, clock, registry }: LegacyParts, { query }) => {
    const startedAt = clock.now();
    const found = await prices.list();
    const data = select(recordsOf(found), query);
    const now = clock.now();
    const details = query.details === 'true';
    const metadata = {
      count: data.length,
      totalTokensAvailable: found.tokens.length,
      processingTimeMs: now.getTime() - startedAt.getTime(),
      lastUpdated: found.run?.at.getTime() ?? null,
      queryParams: { ...query, details },
      ...(details && { graphStats: graphStats(found, registry.current(), now) }),
    };
    return { text: jsonText({ status: 'success' as const, data, metadata }) };
  },
});

export const getLegacyPrice = preparedOperation({
  id: 'getLegacyPrice',
  path: '/api/v1/prices/{contractId}',
  summary: 'One token in the older format',
  params: TokenPath,
  query: TokenQuery,
  response: { description: 'The record.', schema: LEGACY_TOKEN.ref(), caching: CACHING },
  errors: [...outcomes<ErrorOf<Core['prices']['find']>>()(['token-not-priced']), RATE_LIMITED],
  curl: '"$BASE/invest/api/v1/prices/.stx?details=true"',
  prepare: async ({ prices, clock }: LegacyParts, { params: { contractId }, query: { details } }) => {
    const startedAt = clock.now();
    const found = await prices.list();
    const token = valueOrThrow(await prices.find(contractId));
    const data = LEGACY_PRICE.write({ token, ...(details === 'true' && { explainedBy: found }) });
    const metadata = {
      processingTimeMs: clock.now().getTime() - startedAt.getTime(),
      lastUpdated: data.lastUpdated,
    };
    return { text: jsonText({ status: 'success' as const, data, metadata }) };
  },
});

/** Every record of a list in order, serialised once per list. */
function recordsOf(prices: PriceList): readonly LegacyPriceResponse[] {
  let records = recordsByList.get(prices);
  if (records === undefined) {
    records = prices.tokens.map((token) => LEGACY_PRICE.write({ token })).sort(byConfidence);
    recordsByList.set(prices, records);
  }
  return records;
}

const recordsByList = new WeakMap<PriceList, readonly LegacyPriceResponse[]>();

/** Sorts by confidence, highest first, then by liquidity, highest first, then by id. */
const byConfidence = (a: LegacyPriceResponse, b: LegacyPriceResponse): number =>
  b.confidence - a.confidence || b.totalLiquidity - a.totalLiquidity || (a.tokenId < b.tokenId ? -1 : 1);

function select(records: readonly LegacyPriceResponse[], query: ListQuery): readonly LegacyPriceResponse[] {
  const { token, symbols, minPrice = 0, minConfidence = 0, limit } = query;
  const wanted = symbols && new Set(symbols.map((symbol) => symbol.toUpperCase()));
  const matches = ({ tokenId, symbol, usdPrice, confidence }: LegacyPriceResponse) =>
    (token === undefined || tokenId === token) &&
    (wanted === undefined || wanted.has(symbol.toUpperCase())) &&
    usdPrice >= minPrice &&
    confidence >= minConfidence;
  return records.filter(matches).slice(0, limit);
}

import { STATUS_CODES } from 'node:http';
import type { Core } from '../../../application/core.js';
import type { PricedToken, PriceList } from '../../../application/prices/price-list-cache.js';
import type { Registry } from '../../../domain/market/registry.js';
import { isMarket } from '../../../domain/vault/kinds.js';
import type { Clock, RegistrySource } from '../../../ports/index.js';
import type { Origins } from '../requests/cross-origin.js';
import {
  contractId,
  ERROR_FIELDS,
  HELP_FIELDS,
  TOKEN_FACTS,
  type DatedProblem,
} from '../schema/common-schemas.js';
import { always, number, object, orNull, text, whole, type WireOf } from '../schema/schema.js';
import { field, fields, named, optional, within } from '../schema/shape.js';
import { price } from '../prices/price-shapes.js';
import type { SharedCounts } from '../requests/shared-counts.js';
import type { PreparedParts } from '../operation/operation.js';

/** The part of the core that this area serves. */
export type LegacyCore = Pick<Core, 'prices'>;

/** Options of the legacy area, besides the core. */
export interface LegacyAreaOptions {
  readonly clock: Clock;
  /** Registry whose pools count towards the statistics that lists include on request. */
  readonly registry: RegistrySource;
  /** Rejects when the database does not respond. */
  readonly ping: () => Promise<void>;
  /** Price requests per address and minute; 100 when absent, 0 for no limit. */
  readonly requestsPerMinute?: number;
  /** Counts of requests of other processes at the same address; none when absent. */
  readonly counts?: SharedCounts | undefined;
  /** The origins whose web pages may read prices; every origin when absent. */
  readonly corsOrigins?: Origins;
}

/** Parts that the operations of this area need. */
export type LegacyParts = PreparedParts<'prices'> &
  Omit<LegacyAreaOptions, 'requestsPerMinute' | 'counts' | 'corsOrigins'>;

export const count = (description: string) => whole(description, { minimum: 0 });
export const unixMs = (description: string) => whole(description, { 'x-unit': 'Unix milliseconds' });

const CALCULATION = object(
  {
    btcPrice: number('a bitcoin', { 'x-unit': 'dollars' }),
    priceSource: always('market'),
    pathsUsed: count('routes behind the price: one there, one back; 0 for sBTC itself'),
    priceVariation: orNull(
      number('gap between buying and selling; null if not measured', {
        minimum: 0,
        'x-unit': 'fraction',
      }),
    ),
    calculatedAt: unixMs('time of the price'),
  },
  { description: 'single reads with details=true' },
);

/** A token’s price. It is shown with its calculation if its price list is given. */
interface LegacyView {
  readonly token: PricedToken;
  readonly explainedBy?: PriceList;
}

/** A token’s price in the legacy format. */
export const LEGACY_PRICE = named(
  'LegacyPrice',
  fields<LegacyView>()({
    tokenId: field(contractId('the token'), ({ token }) => token.about.contractId),
    ...within(({ token }: LegacyView) => token.about, {
      symbol: TOKEN_FACTS.symbol,
      name: TOKEN_FACTS.name,
      decimals: TOKEN_FACTS.decimals,
      image: field(text('address of an image; may be empty'), ({ image = '' }) => image),
    }),
    isLpToken: always(false, 'only tokens are listed, never vaults’ LP tokens'),
    usdPrice: field(price('price of a whole token', 'dollars'), ({ token }) => token.usd),
    marketPrice: field(price('usdPrice again', 'dollars'), ({ token }) => token.usd),
    intrinsicValue: field(price('usdPrice again', 'dollars'), ({ token }) => token.usd),
    sbtcRatio: field(price('price of a whole token', 'sBTC'), ({ token }) => token.sbtc),
    confidence: field(
      number('1 - roundTripLoss / 100, from 0 to 1; 1 if that was not measured', {
        minimum: 0,
        maximum: 1,
      }),
      // The loss is negative if pools disagree on the price, so that a round trip gains.
      ({ token: { roundTripLoss } }) => Math.min(1, Math.max(0, 1 - (roundTripLoss ?? 0) / 100)),
    ),
    totalLiquidity: field(
      number('amount of the token in the pools', { minimum: 0, 'x-unit': 'dollars' }),
      ({ token }) => token.liquidityUsd,
    ),
    lastUpdated: field(unixMs('time of its last price'), ({ token }) => token.updatedAt.getTime()),
    calculationDetails: optional(CALCULATION, ({ token, explainedBy }) =>
      explainedBy === undefined ? undefined : calculationOf(token, explainedBy),
    ),
  }),
);

/** A token’s price in the older format: dollars and sBTC per whole token, confidence from 0 to 1. */
export type LegacyPriceResponse = WireOf<typeof LEGACY_PRICE>;

function calculationOf(token: PricedToken, { run }: PriceList): WireOf<typeof CALCULATION> {
  const { updatedAt, roundTripLoss } = token;
  const isOfNewestRun = run !== undefined && run.at.getTime() === updatedAt.getTime();
  return {
    btcPrice: isOfNewestRun ? run.btcUsd : token.usd / token.sbtc,
    priceSource: 'market',
    pathsUsed: token.sbtc === 1 && roundTripLoss === 0 ? 0 : 2,
    priceVariation: roundTripLoss === null ? null : Math.abs(roundTripLoss) / 100,
    calculatedAt: updatedAt.getTime(),
  };
}

export const GRAPH_STATS = object(
  {
    totalTokens: count('tokens in pools'),
    totalPools: count('pools'),
    avgPoolsPerToken: number('average number of pools per token', { minimum: 0 }),
    sbtcPairCount: count('pools that hold sBTC'),
    globalMaxLiquidity: orNull(
      number('of the most liquid token; null before the first run', { minimum: 0, 'x-unit': 'dollars' }),
    ),
    lastUpdated: orNull(unixMs('the newest run')),
    ageMs: orNull(whole('age of that run', { minimum: 0, 'x-unit': 'milliseconds' })),
  },
  { description: 'with details=true' },
);

/** Statistics of the pools that prices come from. */
export function graphStats(
  { run, tokens }: PriceList,
  { vaults, sbtc }: Registry,
  now: Date,
): WireOf<typeof GRAPH_STATS> {
  const pools = vaults.filter(isMarket);
  const sides = pools.flatMap(({ tokenA, tokenB }) => [tokenA, tokenB]);
  const totalTokens = new Set(sides).size;
  return {
    totalTokens,
    totalPools: pools.length,
    avgPoolsPerToken: totalTokens === 0 ? 0 : sides.length / totalTokens,
    sbtcPairCount: pools.filter(({ tokenA, tokenB }) => tokenA === sbtc || tokenB === sbtc).length,
    globalMaxLiquidity: tokens[0]?.liquidityUsd ?? null,
    lastUpdated: run?.at.getTime() ?? null,
    ageMs: run === undefined ? null : now.getTime() - run.at.getTime(),
  };
}

export const LEGACY_ERROR = named(
  'LegacyError',
  fields<DatedProblem>()({
    status: always('error'),
    error: field(text('the status’s own phrase'), ({ status }) => STATUS_CODES[status] ?? 'Error'),
    message: field(ERROR_FIELDS.error, ({ error }) => error),
    ...HELP_FIELDS,
  }),
);

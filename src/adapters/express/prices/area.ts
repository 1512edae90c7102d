import { anObject, checkArgument, type Checks } from '../../../domain/shared/option-checks.js';
import { ROUTER_CHECKS } from '../requests/router-options.js';
import type { Core } from '../../../application/core.js';
import { GRID_SECONDS } from '../../../domain/price-series/price.js';
import type { Clock } from '../../../ports/index.js';
import type { Area } from '../operation/areas.js';
import { origins, type Origins } from '../requests/cross-origin.js';
import { ERROR } from '../schema/common-schemas.js';
import { openArea, type AreaDeclaration } from '../operation/open-area.js';
import { schemasOf } from '../schema/shape.js';
import { PreparedResponses } from '../operation/prepared-responses.js';
import type { EmbedFiles } from '../../charts/embed-files.js';
import { embedChart, embedScript, type EmbedParts } from './embed/embed-operations.js';
import { listTrades, TRADE, TRADES, type TradeParts } from './list-trades.js';
import { listTickers, TICKER } from './tickers.js';
import { PRICE_HEALTH, priceHealth } from './price-health.js';
import { CANDLE, HISTORY, priceHistory } from './price-history.js';
import { PRICE_LIST, TOKEN_PRICE } from './price-shapes.js';
import { PRICES_AT, pricesAt } from './prices-at.js';
import { EventStreams } from '../streams/event-streams.js';
import { followPrices, PRICES_EVENT, type FollowPricesParts } from './follow-prices.js';
import { PriceFanOut } from './price-fan-out.js';
import { udfHistory } from './udf/udf-history.js';
import { UDF_ERROR } from './udf/udf-shapes.js';
import { udfConfig, udfSearch, udfSymbol, udfTime } from './udf/udf-symbols.js';
import { getPrice, listPrices } from './read-prices.js';

type PricesParts = TradeParts & FollowPricesParts & { readonly clock: Clock };

const UDF_OPERATIONS = [udfConfig, udfSymbol, udfSearch, udfHistory, udfTime] as const;
const PRICE_OPERATIONS = [
  ...[listPrices, followPrices, getPrice, priceHistory, listTrades, pricesAt, listTickers, priceHealth],
  ...UDF_OPERATIONS,
] as const;

/** Current and historical prices. */
export const PRICES: AreaDeclaration<PricesParts & EmbedParts> = {
  name: 'prices',
  mount: '/prices',
  title: 'Prices: current and historical',
  about: [
    `Prices that the pools would really pay, recorded every ${GRID_SECONDS / 60} minutes: one dollar of sBTC is routed into each token and back. Public: no key.`,
    'Polling faster than once a minute gains nothing. sbtc of sBTC itself is exactly 1; a subnet copy has the price of its base. An unknown price is null or 404, never 0.',
    'Prices before 16 October 2026 were stored to 9 decimal places and have no roundTripLoss; until February 2026 history is hourly at best and covers about 11 tokens.',
  ],
  schemas: schemasOf(
    TOKEN_PRICE,
    PRICE_LIST,
    CANDLE,
    HISTORY,
    PRICES_AT,
    TRADE,
    TRADES,
    TICKER,
    PRICE_HEALTH,
    PRICES_EVENT,
    UDF_ERROR,
  ),
  error: ERROR,
  operations: [...PRICE_OPERATIONS, embedChart, embedScript],
};

/** The part of the core that this area serves. */
export type PricesAreaCore = Pick<Core, 'prices' | 'trades'>;

/** Options of the prices area, besides the core. */
export interface PricesAreaOptions {
  readonly clock: Clock;
  /** The event streams of the process, which `events.close()` ends. When absent, the area has its own. */
  readonly events?: EventStreams;
  /** The origins whose web pages may read prices; every origin when absent. */
  readonly corsOrigins?: Origins;
  /** The built chart for other pages, served below /embed; not served when absent. */
  readonly embed?: EmbedFiles | undefined;
}

const NO_FILES: EmbedFiles = {
  page: '',
  policy: '',
  scripts: new Set(),
  readScript: () => Promise.resolve(''),
};

const CHECKS: Checks<keyof Required<PricesAreaOptions>> = {
  ...ROUTER_CHECKS,
  corsOrigins: origins,
  events: anObject('an EventStreams'),
  embed: anObject('what readEmbedFiles returns'),
};

/**
 * The prices service: current and past prices of tokens, for anyone.
 *
 * @example createApp({ areas: [pricesArea(core, { clock })], clock, requestIds: randomUUID, readiness });
 */
export function pricesArea({ prices, trades }: PricesAreaCore, options: PricesAreaOptions): Area {
  checkArgument('the options of the prices area', options, CHECKS, ['clock']);
  const { clock, corsOrigins = '*', embed, events = new EventStreams() } = options;
  const now = () => clock.now().getTime();
  const prepared = new PreparedResponses({ now, source: prices.current, origins: corsOrigins });
  const parts = { prices, trades, clock, prepared, events, fanOut: new PriceFanOut(prices, events) };
  const left = [...(embed === undefined ? [embedChart.id, embedScript.id] : [])];
  const operations = PRICES.operations.filter(({ id }) => !left.includes(id));
  return openArea(
    { ...PRICES, operations },
    { ...parts, embed: embed ?? NO_FILES },
    { origins: corsOrigins, early: prepared },
  );
}

import { Router, type RequestHandler } from 'express';
import type { Core } from '../../../application/core.js';
import type { PriceList } from '../../../application/prices/price-list.js';
import type { Clock, RegistrySource } from '../../../ports/index.js';
import { valueOrThrow } from '../errors.js';
import { route } from '../methods.js';
import type { Prepared, PreparedAnswers } from '../prepared-answers.js';
import { PreparedBody } from '../prepared-body.js';
import { hasOnly } from '../queries.js';
import { graphStats } from './graph-stats.js';
import {
  LIST_PARAMETERS,
  readDetails,
  readLegacyList,
  requireContractId,
  SINGLE_PARAMETERS,
  type LegacyQuery,
} from './legacy-requests.js';
import { byConfidence, calculationDetails, legacyRecord, type LegacyRecord } from './legacy-response.js';

export const LEGACY_CACHING = 'public, max-age=30';

export interface LegacyPricesOptions {
  readonly clock: Clock;
  readonly registry: RegistrySource;
  readonly prepared: PreparedAnswers;
}

/** Prices in the shape that older clients know. */
export function legacyPricesController(prices: Core['prices'], options: LegacyPricesOptions): Router {
  const router = Router();
  route(router, '/prices', { get: list(prices, options) });
  route(router, '/prices/:token', { get: single(prices, options) });
  return router;
}

const list =
  (prices: Core['prices'], { clock, registry, prepared }: LegacyPricesOptions): RequestHandler =>
  (req, res) => {
    const query = readLegacyList(req.query);
    const make = async () => {
      const startedAt = clock.now();
      const found = await prices.list();
      const data = select(recordsOf(found), query);
      const now = clock.now();
      const metadata = {
        count: data.length,
        totalTokensAvailable: found.tokens.length,
        processingTimeMs: now.getTime() - startedAt.getTime(),
        lastUpdated: found.run?.at.getTime() ?? null,
        queryParams: query,
        ...(query.details && { graphStats: graphStats(found, registry.current(), now) }),
      };
      return answerOf({ data, metadata });
    };
    return prepared.reply(req, res, make, { keep: hasOnly(req.query, LIST_PARAMETERS) });
  };

const single =
  (prices: Core['prices'], { clock, prepared }: LegacyPricesOptions): RequestHandler =>
  (req, res) => {
    const id = requireContractId(req.params['token'] as string);
    const details = readDetails(req.query);
    const make = async () => {
      const startedAt = clock.now();
      const found = await prices.list();
      const token = valueOrThrow(await prices.find(id));
      const data = {
        ...legacyRecord(token),
        ...(details && { calculationDetails: calculationDetails(token, found) }),
      };
      const metadata = {
        processingTimeMs: clock.now().getTime() - startedAt.getTime(),
        lastUpdated: data.lastUpdated,
      };
      return answerOf({ data, metadata });
    };
    return prepared.reply(req, res, make, { keep: hasOnly(req.query, SINGLE_PARAMETERS) });
  };

const answerOf = (body: { readonly data: object; readonly metadata: object }): Prepared => ({
  body: new PreparedBody(JSON.stringify({ status: 'success', ...body }), { caching: LEGACY_CACHING }),
});

/** Every record of a list in order, made once for it. */
function recordsOf(list: PriceList): readonly LegacyRecord[] {
  let records = madeOf.get(list);
  if (records === undefined) {
    records = list.tokens.map(legacyRecord).sort(byConfidence);
    madeOf.set(list, records);
  }
  return records;
}

const madeOf = new WeakMap<PriceList, readonly LegacyRecord[]>();

function select(records: readonly LegacyRecord[], query: LegacyQuery): readonly LegacyRecord[] {
  const { token, symbols, minPrice = 0, minConfidence = 0, limit } = query;
  const wanted = symbols && new Set(symbols.map((symbol) => symbol.toUpperCase()));
  const isAsked = ({ tokenId, symbol, usdPrice, confidence }: LegacyRecord) =>
    (token === undefined || tokenId === token) &&
    (wanted === undefined || wanted.has(symbol.toUpperCase())) &&
    usdPrice >= minPrice &&
    confidence >= minConfidence;
  return records.filter(isAsked).slice(0, limit);
}

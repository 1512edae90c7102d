import { Router, type Request, type RequestHandler } from 'express';
import type { Core } from '../../../application/core.js';
import type { PriceHistory } from '../../../application/prices/read-history.js';
import { GRID_SECONDS } from '../../../domain/price-series/price.js';
import type { Clock } from '../../../ports/index.js';
import { valueOrThrow } from '../errors.js';
import { route } from '../methods.js';
import type { Prepared, PreparedAnswers } from '../prepared-answers.js';
import { PreparedBody } from '../prepared-body.js';
import { hasOnly } from '../queries.js';
import { priceListText, priceText } from './price-response.js';
import { readPricesRequest } from './prices-requests.js';

export const PRICES_CACHING = 'public, max-age=60';
export const PAST_CACHING = 'public, max-age=86400, immutable';

const GRID_MS = GRID_SECONDS * 1000;
const DAY_MS = 86_400_000;

const LIST_PARAMETERS = ['tokens', 'sparkline'];
const HISTORY_PARAMETERS = ['interval', 'quote', 'from', 'to', 'limit', 'fill'];

type Prices = Core['prices'];

export interface PricesControllerOptions {
  readonly clock: Clock;
  readonly prepared: PreparedAnswers;
}

/** Prices and their history, for anyone. */
export function pricesController(prices: Prices, options: PricesControllerOptions): Router {
  const router = Router();
  route(router, '/prices', { get: list(prices, options) });
  route(router, '/prices/:token', { get: single(prices, options) });
  route(router, '/prices/:token/history', { get: history(prices, options) });
  return router;
}

const tokenIn = (req: Request): string => req.params['token'] as string;

const current = (text: string): Prepared => ({ body: new PreparedBody(text, { caching: PRICES_CACHING }) });

const list =
  (prices: Prices, { prepared }: PricesControllerOptions): RequestHandler =>
  (req, res) => {
    const { tokens, sparkline } = readPricesRequest(req.query);
    const make = async () => {
      const found = await prices.list();
      const asked =
        tokens === undefined ? found.tokens : found.tokens.filter(({ token }) => tokens.has(token));
      return current(priceListText(found, asked, { sparkline }));
    };
    return prepared.reply(req, res, make, { keep: hasOnly(req.query, LIST_PARAMETERS) });
  };

const single =
  (prices: Prices, { prepared }: PricesControllerOptions): RequestHandler =>
  (req, res) => {
    const make = async () =>
      current(priceText(valueOrThrow(await prices.find(tokenIn(req))), { sparkline: true }));
    return prepared.reply(req, res, make, { keep: hasOnly(req.query, []) });
  };

const history =
  (prices: Prices, { clock, prepared }: PricesControllerOptions): RequestHandler =>
  (req, res) => {
    const make = async (): Promise<Prepared> => {
      const askedAt = clock.now().getTime();
      const found = valueOrThrow(await prices.history(tokenIn(req), req.query));
      const text = historyText(found);
      if (found.isPast)
        return { body: new PreparedBody(text, { caching: PAST_CACHING }), unchanging: true, holdsMs: DAY_MS };
      // A window without an end moves on with the grid, whether or not there is a run.
      return { ...current(text), holdsMs: GRID_MS - (askedAt % GRID_MS) };
    };
    return prepared.reply(req, res, make, { keep: hasOnly(req.query, HISTORY_PARAMETERS) });
  };

const historyText = ({ token, interval, quote, candles }: PriceHistory): string =>
  JSON.stringify({ token, interval, quote, count: candles.length, candles });

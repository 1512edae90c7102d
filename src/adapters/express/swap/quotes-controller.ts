import { Router, type RequestHandler } from 'express';
import type { Core } from '../../../application/core.js';
import type { QuoteRouteError } from '../../../application/quotes/quote-route.js';
import type { NoRoute } from '../../../domain/router/quote.js';
import { crossOrigin } from '../cross-origin.js';
import { route } from '../methods.js';
import type { PreparedAnswers } from '../prepared-answers.js';
import { PreparedBody } from '../prepared-body.js';
import { HttpError } from '../problem.js';
import { noRouteResponse, quoteResponse } from './quote-response.js';
import { readQuoteRequest } from './quotes-requests.js';

export const QUOTE_CACHING = 'public, max-age=30, s-maxage=300, stale-while-revalidate=600';

/** It lives for a second and is a packet or two. */
const QUOTE_BODY = { caching: QUOTE_CACHING, compressed: false };

/** Route quotes, for anyone. */
export function quotesController(quotes: Core['quotes'], prepared: PreparedAnswers): Router {
  const router = Router();
  route(router, '/quote', { get: quote(quotes, prepared) }, [crossOrigin('*')]);
  return router;
}

const quote =
  (quotes: Core['quotes'], prepared: PreparedAnswers): RequestHandler =>
  (req, res) =>
    prepared.reply(req, res, async () => {
      const quoted = await quotes.quote(readQuoteRequest(req.query));
      const data = quoted.ok ? quoteResponse(quoted.value) : noRouteResponse(routing(quoted.error));
      return { body: new PreparedBody(JSON.stringify({ success: true, data }), QUOTE_BODY) };
    });

/** A missing route is an answer; vaults that cannot be read are a failure. */
function routing(error: QuoteRouteError): NoRoute {
  if (error.kind === 'no-route') return error;
  const { kind: code } = error;
  throw new HttpError({ status: 500, error: 'Failed to load vault data', code }, { cause: error });
}

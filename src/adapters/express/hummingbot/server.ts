import express, { type ErrorRequestHandler, type Express, type RequestHandler } from 'express';
import { isObject } from '../../../domain/shared/fields.js';
import { errorBody, GatewayError, gatewayError } from './gateway-error.js';
import { readSwap, SwapToExecute, SwapToQuote } from './swap-request.js';
import { makeSwaps, type GatewayParts } from './swaps.js';

interface GatewayServer extends GatewayParts {
  /** Notes an error that is this program's own fault. */
  readonly onFailure: (error: unknown) => void;
}

/** Names of this machine: a page that has its own name pointed at this machine is refused. */
const OWN_HOST = /^(?:localhost|127\.0\.0\.1|\[::1\])(?::\d+)?$/;

/**
 * Serves the routes of Hummingbot's Gateway that quote and execute swaps. It signs by itself, so it must be reached from its own
 * machine alone: listen on a loopback address. Web pages are refused.
 *
 * @see https://github.com/hummingbot/gateway/tree/main/src/trading/swap
 */
export function gatewayApp({ onFailure, ...parts }: GatewayServer): Express {
  const swaps = makeSwaps(parts);
  const app = express();
  app.disable('x-powered-by');
  app.use(noPages);
  app.get('/', (_req, res) => void res.json({ status: 'ok' }));
  app.get('/trading/swap/quote', async (req, res) => {
    res.json(await swaps.quote(readSwap(req.query, SwapToQuote, 'texts')));
  });
  app.post('/trading/swap/execute', express.json(), async (req, res) => {
    res.json(await swaps.execute(readSwap(bodyOf(req.body), SwapToExecute, 'json')));
  });
  app.post('/chains/stacks/poll', express.json(), async (req, res) => {
    const { signature } = bodyOf(req.body);
    if (typeof signature !== 'string') throw new GatewayError(400, 'signature must be a transaction id');
    res.json(await swaps.poll(signature));
  });
  app.use((req) => {
    throw new GatewayError(404, `this adapter has no ${req.method} ${req.path}`);
  });
  app.use(answerError(onFailure));
  return app;
}

const noPages: RequestHandler = (req, _res, next) => {
  if (req.get('origin') !== undefined || !OWN_HOST.test(req.get('host') ?? ''))
    throw new GatewayError(403, 'only programs of this machine may call');
  next();
};

function bodyOf(body: unknown): Readonly<Record<string, unknown>> {
  if (isObject(body)) return body;
  throw new GatewayError(400, 'the body must be a JSON object');
}

/** Express's own errors, such as a body that is no JSON, have a status and a message for callers. */
const isOfExpress = (error: unknown): error is Error & { readonly status: number } =>
  error instanceof Error && 'status' in error && 'expose' in error && error.expose === true;

const answerError =
  (onFailure: GatewayServer['onFailure']): ErrorRequestHandler =>
  (error: unknown, _req, res, _next) => {
    const known = isOfExpress(error) ? new GatewayError(error.status, error.message) : gatewayError(error);
    if (known === undefined) onFailure(error);
    const answer = known ?? new GatewayError(500, 'internal error');
    res.status(answer.statusCode).json(errorBody(answer));
  };

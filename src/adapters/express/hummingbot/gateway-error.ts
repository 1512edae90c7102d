import { STATUS_CODES } from 'node:http';
import { ClientError } from '../../../sdk/client/index.js';
import { TermsError } from '../../../sdk/trading/index.js';

/** Code by which Hummingbot decides whether to try again: of these, `TRANSACTION_TIMEOUT` and `RATE_LIMITED` may be repeated. */
type GatewayCode =
  | 'TRANSACTION_TIMEOUT'
  | 'RATE_LIMITED'
  | 'INSUFFICIENT_BALANCE'
  | 'SLIPPAGE_EXCEEDED'
  | 'NO_ROUTE_FOUND'
  | 'TOKEN_NOT_FOUND';

/** Error as Hummingbot's Gateway reports it. */
export class GatewayError extends Error {
  constructor(
    readonly statusCode: number,
    message: string,
    readonly code?: GatewayCode,
  ) {
    super(message);
  }
}

/** Codes of the service that mean one of Gateway's. */
const CODES: Readonly<Record<string, GatewayCode>> = {
  'insufficient-balance': 'INSUFFICIENT_BALANCE',
  'below-minimum': 'SLIPPAGE_EXCEEDED',
  'no-route': 'NO_ROUTE_FOUND',
  RATE_LIMIT_EXCEEDED: 'RATE_LIMITED',
  'address-rate-exceeded': 'RATE_LIMITED',
};

/** The error as a response of Gateway; undefined for a fault of this program. */
export function gatewayError(error: unknown): GatewayError | undefined {
  if (error instanceof GatewayError) return error;
  if (error instanceof TermsError) return new GatewayError(400, error.message, 'TOKEN_NOT_FOUND');
  if (!(error instanceof ClientError)) return undefined;
  const { status = error.code === 'invalid-argument' ? 400 : 503, code, message } = error;
  return new GatewayError(status, message, CODES[code]);
}

/** Body of the error. */
export const errorBody = ({ statusCode, message, code }: GatewayError) => ({
  statusCode,
  error: STATUS_CODES[statusCode] ?? 'Error',
  message,
  ...(code !== undefined && { code }),
});

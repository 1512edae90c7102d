import { LATER, UNKNOWN_EFFECT, type ServiceCode } from '../wire/codes.js';
import type { RequestErrorCode } from './errors.js';

/**
 * Reason why a call failed: the service's own code, such as `below-minimum`, or
 *
 * - `timeout`, `aborted`, `network`: there is no complete response; `cause` has the reason
 * - `http-error`: an error status without a code of the service, such as a gateway's
 * - `not-json`, `unexpected-shape`: the response is not one of this service
 * - `invalid-argument`: an argument names nothing, is out of range, or has an unknown name. Nothing was sent
 * - `far-from-market`: the price of an order is probably for the other direction; `details` is `{ is, least, market }`. Nothing
 *   was placed
 * - `no-credentials`: the call needs an API key or a wallet, and the client has none. Nothing was sent
 * - `wallet-failed`: the wallet did not sign; `cause` has its reason. Nothing was sent
 * - `wrong-network`, `no-subnet`: the wallet or the token cannot be used for the deposit or withdrawal. Nothing was sent
 * - `transaction-refused`, `transaction-unknown`, `transaction-failed`: the node refused a deposit or withdrawal, or may have taken
 *   it, or the chain undid it; `details` has the reason or the id
 */
export type ClientErrorCode =
  | ServiceCode
  | RequestErrorCode
  | 'invalid-argument'
  | 'far-from-market'
  | 'no-credentials'
  | 'wallet-failed'
  | 'wrong-network'
  | 'no-subnet'
  | 'transaction-refused'
  | 'transaction-unknown'
  | 'transaction-failed';

/** Properties of a {@link ClientError}. */
export interface ClientErrorOptions {
  readonly code: ClientErrorCode;
  readonly status?: number | undefined;
  /** Default: follows from `code` and `status`. */
  readonly retryable?: boolean | undefined;
  readonly requestId?: string | undefined;
  readonly retryAfterMs?: number | undefined;
  readonly details?: unknown;
  readonly hint?: string | undefined;
  readonly cause?: unknown;
}

/**
 * The only error that a client's calls reject with. It holds no key and no signature.
 *
 * @example
 * const problem = new ClientError('Offline', { code: 'network' });
 * console.log(problem.retryable);
 */
export class ClientError extends Error {
  override readonly name = 'ClientError';
  readonly code: ClientErrorCode;
  /** HTTP status of the response; undefined when there was none. */
  readonly status: number | undefined;
  /** Whether the same call is safe to repeat and may then succeed. The client itself has already repeated calls as far as it may. */
  readonly retryable: boolean;
  /** The request's id at the server: quote it when you report a problem. */
  readonly requestId: string | undefined;
  /** Milliseconds after which the service invites another attempt. */
  readonly retryAfterMs: number | undefined;
  /** Facts of the service's error, if it has any. */
  readonly details: unknown;
  /** Hint on what would help, if the service can tell. */
  readonly hint: string | undefined;

  constructor(message: string, options: ClientErrorOptions) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause });
    this.code = options.code;
    this.status = options.status;
    this.retryable = options.retryable ?? mayPass(options);
    this.requestId = options.requestId;
    this.retryAfterMs = options.retryAfterMs;
    this.details = options.details;
    this.hint = options.hint;
  }
}

/** Statuses of gateways and overloaded servers for requests that may succeed later. */
const PASSING = [408, 425, 429, 500, 502, 503, 504];
/** Codes of this client for failures whose status shows whether they are temporary. */
const OWN = ['timeout', 'network', 'http-error', 'not-json'];

function mayPass({ code, status }: ClientErrorOptions): boolean {
  if (LATER.includes(code) || UNKNOWN_EFFECT.includes(code)) return true;
  return OWN.includes(code) && (status === undefined || status === 200 || PASSING.includes(status));
}

/** Error for a response, or an event of a stream, that is not one of this service. */
export const unexpected = (message: string): ClientError =>
  new ClientError(message, { code: 'unexpected-shape', status: 200 });

export const invalidArgument = (message: string, cause?: unknown): ClientError =>
  new ClientError(message, { code: 'invalid-argument', cause });

/** Whether the request may have taken effect although the call failed. */
export const mayHaveHappened = ({ code, status = 500 }: ClientError): boolean =>
  UNKNOWN_EFFECT.includes(code) || (OWN.includes(code) && (status < 400 || status >= 500));

/**
 * Reason why a call failed: the service's own error code, such as `token-not-priced`, or
 *
 * - `timeout`, `aborted`, `network`: there is no complete response; `cause` has the reason
 * - `http-error`: an error status without a code of the service
 * - `not-json`, `unexpected-shape`: the response is not one of this service
 * - `invalid-contract-id`: nothing was requested
 */
export type TokensClientErrorCode = RequestErrorCode | 'invalid-contract-id';

/** Code of a request that failed: one of these, or the service's own. */
export type RequestErrorCode =
  | 'timeout'
  | 'aborted'
  | 'network'
  | 'http-error'
  | 'not-json'
  | 'unexpected-shape'
  // `(string & …)` accepts any code, yet keeps an editor's completion for those above.
  | (string & Record<never, never>);

/** Properties of a {@link TokensClientError}. */
export interface TokensClientErrorOptions {
  readonly code: TokensClientErrorCode;
  readonly status?: number | undefined;
  readonly cause?: unknown;
}

/** The only error that the client's calls reject with. */
export class TokensClientError extends Error {
  override readonly name = 'TokensClientError';
  /** HTTP status of the response; undefined when there was none. */
  readonly status: number | undefined;
  readonly code: TokensClientErrorCode;

  constructor(message: string, { code, status, cause }: TokensClientErrorOptions) {
    super(message, cause === undefined ? undefined : { cause });
    this.code = code;
    this.status = status;
  }
}

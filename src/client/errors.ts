/**
 * Why a call gave no answer that can be used: what the service answered (its own code, such as `token-not-priced`), or
 *
 * - `timeout`, `aborted`, `network`: there is no whole answer; `cause` has the reason
 * - `http-error`: an error status without a code of the service
 * - `not-json`, `unexpected-shape`: the address answers, but not as this service does
 * - `invalid-contract-id`: nothing was asked
 */
export type TokensClientErrorCode =
  | 'timeout'
  | 'aborted'
  | 'network'
  | 'http-error'
  | 'not-json'
  | 'unexpected-shape'
  | 'invalid-contract-id'
  // Keeps the names above in editors while any code of the service is taken.
  | (string & Record<never, never>);

export interface TokensClientErrorOptions {
  readonly code: TokensClientErrorCode;
  readonly status?: number | undefined;
  readonly cause?: unknown;
}

/** The only error that calls of the client reject with. */
export class TokensClientError extends Error {
  override readonly name = 'TokensClientError';
  /** HTTP status of the answer; undefined where there was none. */
  readonly status: number | undefined;
  readonly code: TokensClientErrorCode;

  constructor(message: string, { code, status, cause }: TokensClientErrorOptions) {
    super(message, cause === undefined ? undefined : { cause });
    this.code = code;
    this.status = status;
  }
}

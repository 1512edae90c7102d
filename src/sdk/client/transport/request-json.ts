import { boundedText, BodyTooLong } from './bounded-text.js';
import { TokensClientError, type RequestErrorCode } from './errors.js';

/** Facts of a failed request. */
export interface FailureFacts {
  readonly code: RequestErrorCode;
  readonly status?: number | undefined;
  readonly cause?: unknown;
  /** The response, if any. */
  readonly response?: Response | undefined;
  /** The body of an error response, if it is JSON. */
  readonly body?: unknown;
}

/** Makes the error that a request rejects with. */
export type Failing = (message: string, facts: FailureFacts) => Error;

export interface RequestOptions extends Pick<RequestInit, 'method' | 'headers' | 'body' | 'redirect'> {
  /** Replaces the platform's `fetch`. */
  readonly fetch?: typeof globalThis.fetch | undefined;
  /** Milliseconds from the request to the last byte. */
  readonly timeoutMs: number;
  /** Aborts the call. */
  readonly signal?: AbortSignal | undefined;
  /** Makes the error of a failed request. By default a {@link TokensClientError}. */
  readonly fail?: Failing;
  /** Whether the body of a successful response is text, to be returned as it is. */
  readonly isText?: boolean;
  /** Called with every response, before its body is read. */
  readonly onResponse?: (response: Response) => void;
}

/** A timer with a longer delay would fire at once. */
const MAX_TIMEOUT_MS = 2 ** 31 - 1;
/** Maximum number of characters that an error keeps of the service's message. */
const MAX_MESSAGE_LENGTH = 500;
/** Maximum size of a response in bytes: several times the longest one that a service sends, the list of all metadata. */
const MAX_BODY_BYTES = 128 * 1024 * 1024;

/** Throws a RangeError, or the error that `fail` makes, for an invalid time-out. */
export function requireTimeout(
  timeoutMs: number,
  fail = (message: string): Error => new RangeError(message),
): void {
  if (!(timeoutMs >= 1 && timeoutMs <= MAX_TIMEOUT_MS))
    throw fail(`timeoutMs must be 1 to ${MAX_TIMEOUT_MS}`);
}

const tokensFailure: Failing = (message, { code, status, cause }) =>
  new TokensClientError(message, { code, status, cause });

/** Sends one request and returns the JSON of a successful response, or its text if `isText`. Otherwise rejects with the error that `fail` makes. */
export const requestJson = (url: string, options: RequestOptions): Promise<unknown> =>
  within(options, (signal) => exchange(url, options, signal));

/** Runs `work`. If it times out or the call is aborted, rejects, and aborts the signal passed to `work`. */
export async function within<T>(
  { timeoutMs, signal, fail = tokensFailure }: Pick<RequestOptions, 'timeoutMs' | 'signal' | 'fail'>,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const ending = new AbortController();
  const ended = new Promise<never>((_, reject) => {
    ending.signal.addEventListener('abort', () => reject(ending.signal.reason as Error));
  });
  const aborted = () => fail('The call was aborted', { code: 'aborted', cause: signal?.reason });
  const onAbort = () => ending.abort(aborted());
  const onTimeout = () => ending.abort(fail(`No response in ${timeoutMs} ms`, { code: 'timeout' }));
  if (signal?.aborted) throw aborted();
  signal?.addEventListener('abort', onAbort);
  const timer = setTimeout(onTimeout, timeoutMs);
  try {
    // A race, since a custom `fetch` may ignore the signal.
    return await Promise.race([ended, work(ending.signal)]);
  } catch (error) {
    throw ending.signal.aborted ? (ending.signal.reason as Error) : error;
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener('abort', onAbort);
  }
}

async function exchange(url: string, options: RequestOptions, signal: AbortSignal): Promise<unknown> {
  // Looked up per call and called unbound: browsers refuse any `this` other than the window.
  const { fetch = globalThis.fetch, fail = tokensFailure, isText = false, onResponse, ...rest } = options;
  const { method, body: sent, redirect, headers } = rest;
  let response: Response;
  try {
    response = await fetch(url, {
      signal,
      headers: { accept: isText ? '*/*' : 'application/json', ...headers },
      ...(method !== undefined && { method }),
      ...(sent !== undefined && { body: sent }),
      ...(redirect !== undefined && { redirect }),
    });
  } catch (cause) {
    throw fail('The service cannot be reached', { code: 'network', cause });
  }
  onResponse?.(response);
  const body = await (isText && response.ok ? readText(response, fail) : readJson(response, fail));
  if (response.ok) return body;
  throw failureOf(response, body, fail);
}

/** Makes the error for an error response. */
export function failureOf(response: Response, body: unknown, fail: Failing): Error {
  const { status } = response;
  const { code = 'http-error', message } = describeError(body);
  return fail(message ?? `The service answered with status ${status}`, { code, status, response, body });
}

/** Reads the body as JSON; undefined for an error status without JSON, since gateways respond with HTML pages. */
export async function readJson(response: Response, fail: Failing): Promise<unknown> {
  const { ok, status } = response;
  const text = await readText(response, fail);
  try {
    return JSON.parse(text);
  } catch (cause) {
    if (!ok) return undefined;
    throw fail('The response is not JSON', { code: 'not-json', status, cause, response });
  }
}

async function readText(response: Response, fail: Failing): Promise<string> {
  const { status } = response;
  try {
    return await boundedText(response, MAX_BODY_BYTES);
  } catch (cause) {
    if (cause instanceof BodyTooLong)
      throw fail('The response has no end', { code: 'unexpected-shape', status, cause, response });
    throw fail('The response broke off', { code: 'network', status, cause, response });
  }
}

/** Errors are `{ error, code }` with the sentence in `error`, or in the legacy service `{ error, message }` with it in `message`. */
function describeError(body: unknown) {
  const { code, message, error } = isObject(body) ? body : {};
  const text = [message, error].find((words) => typeof words === 'string');
  return { code: typeof code === 'string' ? code : undefined, message: text?.slice(0, MAX_MESSAGE_LENGTH) };
}

export const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

export const isFiniteNumber = (value: unknown): value is number => Number.isFinite(value);

/** Error for a response that is not one of this service. */
export const unexpectedShape = (what: string, status?: number, cause?: unknown): TokensClientError =>
  new TokensClientError(`The response is not ${what}`, { code: 'unexpected-shape', status, cause });

/** The list in `field`. Throws unless every item passes `of`. */
export function listIn<T>(
  response: unknown,
  { field, of, what }: { field: string; of: (item: unknown) => item is T; what: string },
): readonly T[] {
  const items: unknown = isObject(response) ? response[field] : undefined;
  if (!Array.isArray(items) || !items.every(of)) throw unexpectedShape(what, 200);
  return items;
}

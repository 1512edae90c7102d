import { TokensClientError } from './errors.js';

export interface RequestOptions {
  /** Replaces the platform's `fetch`. */
  readonly fetch?: typeof globalThis.fetch | undefined;
  /** Milliseconds from the request to the last byte. */
  readonly timeoutMs: number;
  /** Aborts the call. */
  readonly signal?: AbortSignal | undefined;
}

/** A timer with a longer delay would fire at once. */
const MAX_TIMEOUT_MS = 2 ** 31 - 1;
/** Characters of the service's message that an error keeps. */
const MAX_MESSAGE_LENGTH = 500;

/** Throws a RangeError for an invalid time-out. */
export function requireTimeout(timeoutMs: number): number {
  if (!(timeoutMs >= 1 && timeoutMs <= MAX_TIMEOUT_MS))
    throw new RangeError(`timeoutMs must be 1 to ${MAX_TIMEOUT_MS}`);
  return timeoutMs;
}

/** Requests once and returns the JSON of a successful response. Rejects with a {@link TokensClientError} otherwise. */
export async function requestJson(url: string, options: RequestOptions): Promise<unknown> {
  const { timeoutMs, signal } = options;
  const ending = new AbortController();
  const ended = new Promise<never>((_, reject) => {
    ending.signal.addEventListener('abort', () => reject(ending.signal.reason as TokensClientError));
  });
  const onAbort = () => ending.abort(aborted(signal?.reason));
  const onTimeout = () =>
    ending.abort(new TokensClientError(`No response in ${timeoutMs} ms`, { code: 'timeout' }));
  if (signal?.aborted) throw aborted(signal.reason);
  signal?.addEventListener('abort', onAbort);
  const timer = setTimeout(onTimeout, timeoutMs);
  try {
    // A race, since a custom `fetch` may ignore the signal.
    return await Promise.race([ended, exchange(url, options, ending.signal)]);
  } catch (error) {
    throw ending.signal.aborted ? (ending.signal.reason as TokensClientError) : error;
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener('abort', onAbort);
  }
}

const aborted = (cause: unknown) => new TokensClientError('The call was aborted', { code: 'aborted', cause });

async function exchange(
  url: string,
  // Looked up per call and called unbound: browsers refuse any `this` but the window.
  { fetch = globalThis.fetch }: RequestOptions,
  signal: AbortSignal,
): Promise<unknown> {
  let response: Response;
  try {
    response = await fetch(url, { signal, headers: { accept: 'application/json' } });
  } catch (cause) {
    throw new TokensClientError('The service cannot be reached', { code: 'network', cause });
  }
  const { ok, status } = response;
  const body = await readJson(response);
  if (ok) return body;
  const { code = 'http-error', message } = describeError(body);
  throw new TokensClientError(message ?? `The service answered with status ${status}`, { code, status });
}

/** The body. Undefined for an error status without JSON, since gateways respond with HTML pages. */
async function readJson(response: Response): Promise<unknown> {
  const { ok, status } = response;
  try {
    return await response.json();
  } catch (cause) {
    // Compared by name: the platform's errors may come from another realm.
    if ((cause as Error).name !== 'SyntaxError')
      throw new TokensClientError('The response broke off', { code: 'network', status, cause });
    if (!ok) return undefined;
    throw new TokensClientError('The response is not JSON', { code: 'not-json', status, cause });
  }
}

/** Errors are `{ error, code }`, or `{ error, message }` from the legacy service, whose sentence is `message`. */
function describeError(body: unknown) {
  const { code, message, error } = isObject(body) ? body : {};
  const text = [message, error].find((words) => typeof words === 'string');
  return { code: typeof code === 'string' ? code : undefined, message: text?.slice(0, MAX_MESSAGE_LENGTH) };
}

export const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

export const isFiniteNumber = (value: unknown): value is number => Number.isFinite(value);

/** The response is not one of this service. */
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

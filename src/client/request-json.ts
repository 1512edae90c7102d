import { TokensClientError } from './errors.js';
import { isObject } from './shapes.js';

export interface RequestOptions {
  /** Sends in place of the platform's `fetch`. */
  readonly fetch?: typeof globalThis.fetch;
  /** From asking to the last byte, in milliseconds. */
  readonly timeoutMs: number;
  /** Gives the call up. */
  readonly signal?: AbortSignal;
}

/** Timers count 31 bits and fire at once beyond them. */
const MAX_TIMEOUT_MS = 2 ** 31 - 1;
/** Of a service's own words in an error. */
const MAX_MESSAGE_LENGTH = 500;

/** Throws a RangeError for what is no time-out. */
export function requireTimeout(timeoutMs: number): number {
  if (!(timeoutMs >= 1 && timeoutMs <= MAX_TIMEOUT_MS))
    throw new RangeError(`timeoutMs must be 1 to ${MAX_TIMEOUT_MS}`);
  return timeoutMs;
}

/** Asks once and answers the JSON of a good answer. Rejects with a {@link TokensClientError} otherwise. */
export async function requestJson(url: string, options: RequestOptions): Promise<unknown> {
  const { timeoutMs, signal } = options;
  const ending = new AbortController();
  const ended = new Promise<never>((_, reject) => {
    ending.signal.addEventListener('abort', () => reject(ending.signal.reason as TokensClientError));
  });
  const onAbort = () => ending.abort(aborted(signal?.reason));
  const onTimeout = () =>
    ending.abort(new TokensClientError(`No answer in ${timeoutMs} ms`, { code: 'timeout' }));
  if (signal?.aborted) throw aborted(signal.reason);
  signal?.addEventListener('abort', onAbort);
  const timer = setTimeout(onTimeout, timeoutMs);
  try {
    // A race, since a `fetch` of the caller's own may not heed the signal.
    return await Promise.race([ended, exchange(url, options, ending.signal)]);
  } catch (error) {
    throw ending.signal.aborted ? (ending.signal.reason as TokensClientError) : error;
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener('abort', onAbort);
  }
}

const aborted = (cause: unknown) =>
  new TokensClientError('The call was given up', { code: 'aborted', cause });

async function exchange(
  url: string,
  // Looked up at each call, and called without an object: browsers refuse any `this` but the window.
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
  const body = await readJson(response, { status, ok });
  if (ok) return body;
  const { code, message } = describeError(body);
  throw new TokensClientError(message ?? `The service answered with status ${status}`, {
    code: code ?? 'http-error',
    status,
  });
}

/** The body; of an error's undefined where it is no JSON, since gateways answer in pages of their own. */
async function readJson(
  response: Response,
  { status, ok }: { status: number; ok: boolean },
): Promise<unknown> {
  try {
    return await response.json();
  } catch (cause) {
    // By name: the platform's errors may be of another realm.
    if ((cause as Error).name !== 'SyntaxError')
      throw new TokensClientError('The answer broke off', { code: 'network', status, cause });
    if (!ok) return undefined;
    throw new TokensClientError('The answer is no JSON', { code: 'not-json', status, cause });
  }
}

/** Errors are `{ error, code }`; those of the legacy service `{ error, message }`, where `message` is the sentence. */
function describeError(body: unknown): { readonly code?: string; readonly message?: string } {
  if (!isObject(body)) return {};
  const { code, message, error } = body;
  const text = [message, error].find((words) => typeof words === 'string');
  return {
    ...(typeof code === 'string' && { code }),
    ...(text !== undefined && { message: text.slice(0, MAX_MESSAGE_LENGTH) }),
  };
}

import { Pool } from 'undici';
import { defined } from '../../domain/shared/fields.js';
import { parseJson } from '../../domain/shared/json.js';
import { codeOf } from './error-code.js';

export interface Call {
  readonly method: 'GET' | 'POST';
  readonly path: string;
  readonly body?: string | Buffer;
  readonly contentType?: string;
}

export interface HttpResponse {
  /** Below 500, not 429. */
  readonly status: number;
  /** The parsed JSON; undefined when the body is not JSON. */
  readonly body: unknown;
}

/** An attempt without a usable response. Its message contains no secret. */
export class AttemptFailed extends Error {
  constructor(
    message: string,
    /** Whether the failure says that the host is unhealthy: an exhausted quota does not. */
    readonly isSick: boolean,
    /** The pause that the host requests in milliseconds; 0 when it requests none. */
    readonly pauseMs = 0,
  ) {
    super(message);
  }
}

/** How a host is reached, and when requests are repeated or suspended. */
export interface HttpOptions {
  /** The address of the node and its index. A path in it is kept as a prefix. */
  readonly baseUrl: string;
  /** Sent as `x-api-key`. */
  readonly apiKey?: string | undefined;
  /** Limit in milliseconds for one attempt, from connecting to the last byte. Default 10,000. */
  readonly timeoutMs?: number | undefined;
  /** How often a failed read is repeated. Default 2. */
  readonly retries?: number;
  /** First pause between attempts in milliseconds; later ones grow, with jitter, to `maxPauseMs`. Default 200. */
  readonly firstPauseMs?: number;
  /** Milliseconds. When a host requests a longer pause, the call is not repeated. Default 2,000. */
  readonly maxPauseMs?: number;
  /** Consecutive failures that open the circuit. Default 8. */
  readonly failuresToOpen?: number;
  /** How long an open circuit rejects every request, in milliseconds. Default 5,000. */
  readonly openMs?: number;
  /** A clock in milliseconds that never goes backwards. Default: `performance.now`. */
  readonly monotonicMs?: () => number;
  /** Notified of retries, pauses and circuit changes, for the log. */
  readonly onEvent?: ((event: HttpEvent) => void) | undefined;
}

/** A retry, a pause that the host requested, or a change of the circuit breaker. Contains no secret. */
export type HttpEvent =
  | { readonly kind: 'retry'; readonly reason: string; readonly delayMs: number }
  | { readonly kind: 'host-paused'; readonly pauseMs: number }
  /** Another host is in use from now on: the number of its address, counted from 0 in order of preference. */
  | { readonly kind: 'host-changed'; readonly host: number }
  | { readonly kind: 'circuit-opened' }
  | { readonly kind: 'circuit-closed' };

const MAX_CONNECTIONS = 16;
const MAX_RESPONSE_BYTES = 16 * 1024 * 1024;
/** Caps the pause that a host can request. */
const MAX_PAUSE_MS = 60_000;

/** Single attempts at one host. Sends nothing during a pause that the host requested. */
export function createAttempts(options: HttpOptions) {
  const { baseUrl, apiKey, timeoutMs = 10_000, monotonicMs = () => performance.now(), onEvent } = options;
  const { origin, pathname } = new URL(baseUrl);
  const prefix = pathname.replace(/\/+$/, '');
  const pool = new Pool(origin, {
    connections: MAX_CONNECTIONS,
    connectTimeout: timeoutMs,
    maxResponseSize: MAX_RESPONSE_BYTES,
  });
  let pausedUntil = 0;

  async function send({ method, path, body, contentType }: Call) {
    const signal = AbortSignal.timeout(timeoutMs);
    const headers = defined({ accept: 'application/json', 'content-type': contentType, 'x-api-key': apiKey });
    const target = { method, path: `${prefix}${path}` };
    try {
      const response = await pool.request({ ...target, headers, body: body ?? null, signal });
      return { status: response.statusCode, headers: response.headers, text: await response.body.text() };
    } catch (error) {
      throw new AttemptFailed(signal.aborted ? `no response in ${timeoutMs} ms` : codeOf(error), true);
    }
  }

  /** Throws `AttemptFailed` when there is no response, or one that asks to retry later. */
  async function attempt(call: Call): Promise<HttpResponse> {
    const pauseLeftMs = pausedUntil - monotonicMs();
    if (pauseLeftMs > 0) throw new AttemptFailed('the host asked for a pause', false, pauseLeftMs);
    const { status, headers, text } = await send(call);
    const pauseMs = pauseOf(headers['retry-after'], headers['date']);
    if (pauseMs > 0) {
      pausedUntil = Math.max(pausedUntil, monotonicMs() + pauseMs);
      onEvent?.({ kind: 'host-paused', pauseMs });
    }
    if (status === 429 || status >= 500) throw new AttemptFailed(`status ${status}`, status !== 429, pauseMs);
    return { status, body: parseJson(text) };
  }

  return { attempt, close: () => pool.close() };
}

/** Retry-After in milliseconds: delta seconds, or a date measured from the response's own Date. */
function pauseOf(retryAfter: string | string[] | undefined, date: string | string[] | undefined): number {
  if (typeof retryAfter !== 'string') return 0;
  const pauseMs = /^\d+$/.test(retryAfter)
    ? Number(retryAfter) * 1_000
    : Date.parse(retryAfter) - Date.parse(String(date));
  return pauseMs > 0 ? Math.min(pauseMs, MAX_PAUSE_MS) : 0;
}

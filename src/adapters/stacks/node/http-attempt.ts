import type { Pool } from 'undici';
import { defined } from '../../../domain/shared/fields.js';
import { parseJson } from '../../../domain/shared/json.js';
import type { Tracer } from '../../../ports/index.js';
import { codeOf } from './error-code.js';
import { exchange, TooLate } from './http-exchange.js';
import type { RequestBudget, RequestPurpose } from './request-budget.js';

export interface Call {
  readonly method: 'GET' | 'POST';
  readonly path: string;
  readonly body?: string | Buffer;
  readonly contentType?: string;
  readonly purpose: RequestPurpose;
  /** Whether to send it regardless of the allowance and of any pause that the host requested. */
  readonly isUrgent?: boolean;
}

export interface HttpResponse {
  /** Below 500, but not 429, and not 404 if the request names a block. */
  readonly status: number;
  /** The parsed JSON; undefined if the body is not JSON. */
  readonly body: unknown;
}

/** An attempt without a usable response. Its message contains no secret. */
export class AttemptFailed extends Error {
  constructor(
    message: string,
    /** Whether the failure shows that the host is unhealthy: an exhausted quota does not. */
    readonly isSick: boolean,
    /** Milliseconds until another attempt is worthwhile, requested by the host or due to the allowance; 0 if neither. */
    readonly pauseMs = 0,
    readonly result: Exclude<CountedRequest['result'], 'answered'> | 'share-used-up' = 'failed',
  ) {
    super(message);
  }
}

/** The host closed the connection before it responded, as hosts may do at any time with a kept-alive one. */
class ConnectionClosed extends AttemptFailed {}

const CLOSED = ['UND_ERR_SOCKET', 'ECONNRESET', 'EPIPE'];

/** Options for reaching a host, and for repeating or suspending requests. */
export interface HttpOptions {
  /** The address of the node and its index. A path in it is kept as a prefix. */
  readonly baseUrl: string;
  /** Sent as `x-api-key`. */
  readonly apiKey?: string | undefined;
  /** Limit in milliseconds for one attempt, from connecting to the last byte. Default 10,000. */
  readonly timeoutMs?: number | undefined;
  /** Number of times a failed read is repeated. Default 2. */
  readonly retries?: number;
  /** First pause between attempts in milliseconds; later ones grow, with jitter, to `maxPauseMs`. Default 200. */
  readonly firstPauseMs?: number;
  /** Longest pause between attempts, in milliseconds. If a host requests a longer one, the call is not repeated. Default 2,000. */
  readonly maxPauseMs?: number;
  /** Number of consecutive failures that open the circuit. Default 8. */
  readonly failuresToOpen?: number;
  /** Time for which an open circuit rejects every request, in milliseconds. Default 5,000. */
  readonly openMs?: number;
  /** A clock in milliseconds that never goes backwards. Default: `performance.now`. */
  readonly monotonicMs?: () => number;
  /** The allowance shared by all requests to the host. Unlimited by default. */
  readonly budget?: Pick<RequestBudget, 'take' | 'spend' | 'waitFor'> | undefined;
  /** Follows each attempt that is sent, for traces. */
  readonly tracer?: Tracer | undefined;
  /** Notified of every request, for metrics. */
  readonly onRequest?: ((request: CountedRequest) => void) | undefined;
  /** Notified of retries, pauses, circuit changes and unknown statuses, for the log. */
  readonly onEvent?: ((event: HttpEvent) => void) | undefined;
}

/**
 * A request with its result. `answered`: a usable response. `limited`: the host responded 429. `failed`: a 5xx or no response.
 * `withheld`: not sent, because the allowance is used up or the host requested a pause.
 */
export interface CountedRequest {
  readonly purpose: RequestPurpose;
  readonly result: 'answered' | 'limited' | 'failed' | 'withheld';
}

/** Event at a host that an operator should know about. Contains no secret. */
export type HttpEvent =
  | { readonly kind: 'retry'; readonly reason: string; readonly delayMs: number }
  | { readonly kind: 'host-paused'; readonly pauseMs: number }
  /** Another host is in use from now on: the index of its address, counted from 0 in order of preference. */
  | { readonly kind: 'host-changed'; readonly host: number }
  | { readonly kind: 'circuit-opened' }
  | { readonly kind: 'circuit-closed' }
  /** The index returned an unknown transaction status; reported once per status. */
  | { readonly kind: 'unknown-status'; readonly status: string };

/** Purposes whose share may be used up without any consequence for requests of other purposes. */
const HAS_TURNS: readonly RequestPurpose[] = ['funds', 'funds-again'];

const MAX_CONNECTIONS = 16;
const MAX_RESPONSE_BYTES = 16 * 1024 * 1024;
/** Upper limit, in milliseconds, on the pause that a host requests. */
const MAX_PAUSE_MS = 60_000;

/** Makes single attempts at one host. During a pause that the host requested, only urgent calls are sent. */
export function createAttempts(options: HttpOptions) {
  const { baseUrl, apiKey, timeoutMs = 10_000, monotonicMs = () => performance.now() } = options;
  const { budget, onEvent, onRequest, tracer } = options;
  const { origin, pathname } = new URL(baseUrl);
  const prefix = pathname.replace(/\/+$/, '');
  const limits = {
    connections: MAX_CONNECTIONS,
    connectTimeout: timeoutMs,
    maxResponseSize: MAX_RESPONSE_BYTES,
  };
  let pool: Promise<Pool> | undefined;
  // Loads undici at the first request: a program that only signs needs neither it nor the Node that it needs. Bundles have only its default.
  const opened = () => (pool ??= import('undici').then(({ default: { Pool } }) => new Pool(origin, limits)));
  let pausedUntil = 0;
  /** Whether the host has responded before. Until then there is no kept-alive connection. */
  let hasAnswered = false;

  /** Sends a call. A GET is sent once more if it went to a kept-alive connection that the host has just closed. */
  async function send(call: Call) {
    try {
      return await sendOnce(call);
    } catch (error) {
      if (call.method !== 'GET' || !(error instanceof ConnectionClosed)) throw error;
      admit(call);
      return sendOnce(call);
    }
  }

  async function sendOnce({ method, path, body, contentType }: Call) {
    const headers = defined({ accept: 'application/json', 'content-type': contentType, 'x-api-key': apiKey });
    const target = { method, path: `${prefix}${path}` };
    let hasBegun = false;
    try {
      const onBegun = () => void (hasBegun = hasAnswered = true);
      return await exchange(
        await opened(),
        { ...target, headers, body: body ?? null },
        { timeoutMs, onBegun },
      );
    } catch (error) {
      if (error instanceof TooLate) throw new AttemptFailed(`no response in ${timeoutMs} ms`, true);
      const code = codeOf(error);
      const Failed = hasAnswered && !hasBegun && CLOSED.includes(code) ? ConnectionClosed : AttemptFailed;
      throw new Failed(code, true);
    }
  }

  /** Throws if the call may not be sent now. */
  function admit({ purpose, isUrgent = false }: Call): void {
    if (isUrgent) return budget?.spend(purpose);
    const pauseLeftMs = pausedUntil - monotonicMs();
    if (pauseLeftMs > 0)
      throw new AttemptFailed('the host asked for a pause', false, pauseLeftMs, 'withheld');
    const waitMs = budget?.take(purpose) ?? 0;
    if (waitMs > 0)
      throw new AttemptFailed(
        `the request allowance for ${purpose} is used up`,
        false,
        waitMs,
        HAS_TURNS.includes(purpose) ? 'share-used-up' : 'withheld',
      );
  }

  async function attemptOnce(call: Call): Promise<HttpResponse> {
    const { status, headers, text } = await send(call);
    const pauseMs = pauseOf(headers['retry-after'], headers['date']);
    if (pauseMs > 0) {
      pausedUntil = Math.max(pausedUntil, monotonicMs() + pauseMs);
      onEvent?.({ kind: 'host-paused', pauseMs });
    }
    if (status === 429) throw new AttemptFailed(`status ${status}`, false, pauseMs, 'limited');
    if (status >= 500) throw new AttemptFailed(`status ${status}`, true, pauseMs);
    if (status === 404 && isPinned(call))
      throw new AttemptFailed('a host that lacks the block', false, pauseMs);
    return { status, body: parseJson(text) };
  }

  /** The path is left out: it may name wallets. */
  const followed = (call: Call): Promise<HttpResponse> =>
    tracer!.follow({ name: 'node-request', facts: { method: call.method, purpose: call.purpose } }, () =>
      attemptOnce(call),
    );

  /** Throws `AttemptFailed` if the call may not be sent now, if there is no response, or if the response asks to retry later. */
  async function attempt(call: Call): Promise<HttpResponse> {
    const { purpose } = call;
    const count = (result: CountedRequest['result']) => onRequest?.({ purpose, result });
    try {
      admit(call);
      const response = await (tracer === undefined ? attemptOnce(call) : followed(call));
      count('answered');
      return response;
    } catch (error) {
      if (error instanceof AttemptFailed) count(error.result === 'share-used-up' ? 'withheld' : error.result);
      throw error;
    }
  }

  return { attempt, close: async () => (await pool)?.close() };
}

/**
 * Whether the read names the block whose state it requests. Hosts behind one address do not all learn about a block at once: one
 * that does not know it yet responds 404, and the next attempt reaches another host, or the same one later.
 */
const isPinned = ({ path }: Call): boolean => /[?&]tip=/.test(path);

/** Retry-After in milliseconds: delta seconds, or a date relative to the response's own Date. */
function pauseOf(retryAfter: string | string[] | undefined, date: string | string[] | undefined): number {
  if (typeof retryAfter !== 'string') return 0;
  const pauseMs = /^\d+$/.test(retryAfter)
    ? Number(retryAfter) * 1_000
    : Date.parse(retryAfter) - Date.parse(String(date));
  return pauseMs > 0 ? Math.min(pauseMs, MAX_PAUSE_MS) : 0;
}

import { Pool } from 'undici';

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

export interface AttemptOptions {
  readonly baseUrl: string;
  readonly apiKey?: string | undefined;
  /** Limit in milliseconds from connecting to the last byte. */
  readonly timeoutMs: number;
  /** A clock in milliseconds that never goes backwards. */
  readonly monotonicMs: () => number;
  readonly onPause: (pauseMs: number) => void;
}

const MAX_CONNECTIONS = 16;
const MAX_RESPONSE_BYTES = 16 * 1024 * 1024;
/** Caps the pause that a host can request. */
const MAX_PAUSE_MS = 60_000;

/** Single attempts at one host. Sends nothing during a pause that the host requested. */
export function createAttempts({ baseUrl, apiKey, timeoutMs, monotonicMs, onPause }: AttemptOptions) {
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
    const headers = {
      accept: 'application/json',
      ...(contentType !== undefined && { 'content-type': contentType }),
      ...(apiKey !== undefined && { 'x-api-key': apiKey }),
    };
    try {
      const response = await pool.request({
        method,
        path: `${prefix}${path}`,
        headers,
        body: body ?? null,
        signal,
      });
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
      onPause(pauseMs);
    }
    if (status === 429 || status >= 500) throw new AttemptFailed(`status ${status}`, status !== 429, pauseMs);
    return { status, body: parseJson(text) };
  }

  return { attempt, close: () => pool.close() };
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}

/** Retry-After in milliseconds: delta seconds, or a date measured from the response's own Date. */
function pauseOf(retryAfter: string | string[] | undefined, date: string | string[] | undefined): number {
  if (typeof retryAfter !== 'string') return 0;
  const pauseMs = /^\d+$/.test(retryAfter)
    ? Number(retryAfter) * 1_000
    : Date.parse(retryAfter) - Date.parse(String(date));
  return pauseMs > 0 ? Math.min(pauseMs, MAX_PAUSE_MS) : 0;
}

/** The code of a network failure. The message is omitted because it can quote what was sent. */
function codeOf(error: unknown): string {
  const { code } = error as NodeJS.ErrnoException;
  if (typeof code === 'string') return code;
  throw error;
}

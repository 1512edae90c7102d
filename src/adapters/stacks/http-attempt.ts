import { Pool } from 'undici';

export interface Call {
  readonly method: 'GET' | 'POST';
  readonly path: string;
  readonly body?: string | Buffer;
  readonly contentType?: string;
}

export interface HttpAnswer {
  /** Below 500, not 429. */
  readonly status: number;
  /** The parsed JSON; undefined when the body is none. */
  readonly body: unknown;
}

/** An attempt without a usable answer. Its text holds no secret. */
export class AttemptFailed extends Error {
  constructor(
    message: string,
    /** Whether it speaks of the host's health: a full quota does not. */
    readonly isSick: boolean,
    /** How long the host asks to be left alone, 0 when it named no time. */
    readonly pauseMs = 0,
  ) {
    super(message);
  }
}

export interface AttemptOptions {
  readonly baseUrl: string;
  readonly apiKey?: string | undefined;
  /** From connecting to the last byte. */
  readonly timeoutMs: number;
  /** A clock that never goes back. */
  readonly monotonicMs: () => number;
  readonly onPause: (pauseMs: number) => void;
}

const MAX_CONNECTIONS = 16;
const MAX_ANSWER_BYTES = 16 * 1024 * 1024;
/** A host may ask for silence, but not for a day of it. */
const LONGEST_SILENCE_MS = 60_000;

/** Single attempts at one host. While the host asks to be left alone nothing is sent. */
export function createAttempts({ baseUrl, apiKey, timeoutMs, monotonicMs, onPause }: AttemptOptions) {
  const { origin, pathname } = new URL(baseUrl);
  const prefix = pathname.replace(/\/+$/, '');
  const pool = new Pool(origin, {
    connections: MAX_CONNECTIONS,
    connectTimeout: timeoutMs,
    maxResponseSize: MAX_ANSWER_BYTES,
  });
  let silentUntil = 0;

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
      throw new AttemptFailed(signal.aborted ? `no answer in ${timeoutMs} ms` : codeOf(error), true);
    }
  }

  /** Throws `AttemptFailed` when there is no answer, or one that says to come back later. */
  async function attempt(call: Call): Promise<HttpAnswer> {
    const silence = silentUntil - monotonicMs();
    if (silence > 0) throw new AttemptFailed('the host asked for a pause', false, silence);
    const { status, headers, text } = await send(call);
    const pauseMs = pauseOf(headers['retry-after'], headers['date']);
    if (pauseMs > 0) {
      silentUntil = Math.max(silentUntil, monotonicMs() + pauseMs);
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

/** Retry-After in milliseconds: delta seconds, or a date, measured from the answer's own Date. */
function pauseOf(retryAfter: string | string[] | undefined, date: string | string[] | undefined): number {
  if (typeof retryAfter !== 'string') return 0;
  const pauseMs = /^\d+$/.test(retryAfter)
    ? Number(retryAfter) * 1_000
    : Date.parse(retryAfter) - Date.parse(String(date));
  return pauseMs > 0 ? Math.min(pauseMs, LONGEST_SILENCE_MS) : 0;
}

/** The code of a network failure. Its message is left out: it can quote what was sent. */
function codeOf(error: unknown): string {
  const { code } = error as NodeJS.ErrnoException;
  if (typeof code === 'string') return code;
  throw error;
}

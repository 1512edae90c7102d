import { ClientError, invalidArgument, mayHaveHappened, unexpected } from './client-error.js';
import { unknownName, type AnyNames, type Names } from './known-names.js';
import { isObject, requestJson, requireTimeout, within, type Failing } from './request-json.js';
import { pathOf, type AreaName, type Parameters } from './route.js';
import type { SeenPosition } from './seen-position.js';
import type { ServerClock } from './server-clock.js';
import { backOffMs, newKey, type System } from './system.js';
import type { CallOptions } from './call-options.js';

/** Options of calls. */
export interface ReadOptions extends CallOptions {
  /** Time limit in milliseconds for this call with all of its attempts. Default: the client's. */
  readonly timeoutMs?: number;
}

/** Options of calls that change something, and that the server runs once per Idempotency-Key. */
export interface ChangeOptions extends ReadOptions {
  /**
   * Identifies this change to the server: 1 to 255 printable ASCII characters. Default: a new random one for each call. If your
   * program may crash before the response, pass your own, and pass the same one again after a crash.
   */
  readonly idempotencyKey?: string;
}

/** Proof of who sends a request. */
export interface Proof {
  readonly headers: Readonly<Record<string, string>>;
  /** Replaces the request's own body. */
  readonly body?: unknown;
  /** Makes the server refuse a public read whose proof is invalid, instead of returning the public's view. */
  readonly query?: { readonly view: 'owner' };
}

/** Options for sending a request. */
export interface Sending {
  readonly options?: ChangeOptions | undefined;
  /** Makes the proof before the first attempt, and a new one if the server refuses it because of its time or because it was used. */
  readonly prove?: (() => Promise<Proof | undefined>) | undefined;
  /** Names of further options that the call accepts. */
  readonly more?: AnyNames | undefined;
}

/** Route of any operation. */
export interface AnyRoute {
  readonly area: AreaName;
  readonly method: string;
  readonly path: string;
  /** Whether the operation takes an Idempotency-Key. */
  readonly idempotent?: true;
  /** Whether the operation is a read whose parameters are too long for a URL. */
  readonly isRead?: true;
  /** Whether the response is a text, such as a file. */
  readonly isText?: true;
  /** Whether the operation is a read that a replica may serve. */
  readonly isReplicated?: true;
  /** Names of the query's parameters. */
  readonly query?: AnyNames;
}

/** A request of any operation. */
export interface AnyRequest extends Sending, Parameters {
  readonly body?: unknown;
}

/** Context that calls share. */
export interface CallContext {
  readonly timeoutMs: number;
  readonly attemptTimeoutMs: number;
  readonly attempts: number;
  readonly fetch: typeof globalThis.fetch | undefined;
  readonly clock: ServerClock;
  readonly seen: SeenPosition;
  readonly system: System;
  readonly urlOf: (area?: AreaName) => string;
}

/** Refusals of a signed message because of its time. Signed again with the server's time, it may be accepted. */
export const OUT_OF_TIME = ['EXPIRED_TIMESTAMP', 'message-expired'];
/** Refusal of a signed message that an earlier attempt has used. */
const USED = 'signature-already-used';
const IN_USE = 'idempotency-key-in-use';

const READ: Names<ReadOptions> = { signal: 1, timeoutMs: 1 };
export const CHANGE: Names<ChangeOptions> = { ...READ, idempotencyKey: 1 };

/** @throws ClientError for an argument with an unknown name. */
export function requireKnown(given: object, names: AnyNames): void {
  const problem = unknownName(given, names);
  if (problem !== undefined) throw invalidArgument(problem);
}

/**
 * Calls an operation until it succeeds, fails for good, or times out. Repeats reads, and changes that take an Idempotency-Key,
 * always under the same key; sends other changes once. Rejects with a {@link ClientError} only.
 */
export async function call(context: CallContext, route: AnyRoute, request: AnyRequest): Promise<unknown> {
  const { system, attempts } = context;
  const { prove, options = {} } = request;
  const { signal, timeoutMs = context.timeoutMs } = options;
  requireKnown(options, { ...(route.idempotent === true ? CHANGE : READ), ...request.more });
  if (route.query !== undefined) requireKnown(request.query ?? {}, route.query);
  requireTimeout(timeoutMs, invalidArgument);
  const mayRepeat = route.method === 'GET' || route.isRead === true || route.idempotent === true;
  const key = route.idempotent === true ? (options.idempotencyKey ?? newKey()) : undefined;
  let leftMs = timeoutMs;
  let proof = await proven(prove, signal);
  let isCorrected = false;
  for (let sent = 1; ; sent++) {
    const started = system.now();
    try {
      return await once(context, { route, request, proof, key, signal, leftMs, mayRepeat });
    } catch (error) {
      if (!(error instanceof ClientError)) throw error;
      leftMs -= system.now() - started;
      const isLate: boolean = OUT_OF_TIME.includes(error.code) && !isCorrected;
      if (prove !== undefined && (isLate || (error.code === USED && sent > 1 && sent < attempts))) {
        if (isLate) await correct(context, { signal, leftMs });
        isCorrected ||= isLate;
        proof = await proven(prove, signal);
        continue;
      }
      const waitMs = Math.max(error.retryAfterMs ?? 0, backOffMs(sent, system));
      const isOver = sent >= attempts || waitMs >= leftMs || signal?.aborted === true;
      if (!mayRepeat || isOver || !isPassing(error)) throw error;
      await system.pause(waitMs, signal);
      leftMs -= waitMs;
    }
  }
}

/** Whether to repeat automatically. If the market or the operator must change something first, the caller decides. */
const isPassing = ({ retryable, status = 503, code }: ClientError): boolean =>
  retryable && (status < 400 || status === 408 || status === 429 || status >= 500 || code === IN_USE);

interface Attempt {
  readonly route: AnyRoute;
  readonly request: AnyRequest;
  readonly proof: Proof | undefined;
  readonly key: string | undefined;
  readonly signal: AbortSignal | undefined;
  readonly leftMs: number;
  readonly mayRepeat: boolean;
}

async function once(
  { attemptTimeoutMs, fetch, clock, seen, urlOf }: CallContext,
  { route, request, proof, key, signal, leftMs, mayRepeat }: Attempt,
): Promise<unknown> {
  const { body = request.body } = proof ?? {};
  const response = await requestJson(provenUrl(urlOf(route.area), route, { request, proof }), {
    method: route.method,
    headers: {
      ...(body !== undefined && { 'content-type': 'application/json' }),
      ...(key !== undefined && { 'idempotency-key': key }),
      ...(route.isReplicated === true && seen.headers()),
      ...proof?.headers,
    },
    ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    // A redirect must not pass a key or a signature to another server.
    ...(proof !== undefined && { redirect: 'error' as const }),
    fetch,
    signal,
    ...(route.isText === true && { isText: true }),
    timeoutMs: Math.max(1, mayRepeat ? Math.min(attemptTimeoutMs, leftMs) : leftMs),
    fail: mayRepeat ? failure : failOnce,
    onResponse: (response) => {
      clock.notice(response);
      seen.notice(response);
    },
  });
  if (isObject(response) || route.isText === true) return response;
  throw unexpected('The response is not one of this service');
}

/** URL of a request, including the query parameters that its proof adds. */
export const provenUrl = (
  base: string,
  { path }: Pick<AnyRoute, 'path'>,
  { request, proof }: { readonly request: Parameters; readonly proof: Proof | undefined },
): string => `${base}${pathOf(path, { ...request, query: { ...request.query, ...proof?.query } })}`;

/** Makes the proof without a time limit, since a wallet may wait for its user. */
async function proven(prove: Sending['prove'], signal: AbortSignal | undefined): Promise<Proof | undefined> {
  return prove && within({ timeoutMs: 2 ** 31 - 1, signal, fail: failure }, prove);
}

/** Sets the clock to the server's time. */
export async function correct(
  { urlOf, fetch, system, clock, attemptTimeoutMs }: CallContext,
  { signal, leftMs }: { readonly signal: AbortSignal | undefined; readonly leftMs: number },
): Promise<void> {
  const asked = system.now();
  const timeoutMs = Math.max(1, Math.min(attemptTimeoutMs, leftMs));
  const time = await requestJson(`${urlOf()}/time`, { fetch, signal, timeoutMs, fail: failure });
  const now = isObject(time) ? time['now'] : undefined;
  if (typeof now !== 'number') throw unexpected('The response is not a time');
  clock.set(now, asked, system.now());
}

/** A signature, an API key or a session token. Removed from errors, because a proxy's error page may repeat what was sent. */
const SECRET = /(?:ck_(?:live|test)|os)_[0-9a-f]{8,}|(?:0x)?[0-9a-f]{130}/gi;
const withoutSecrets = <T>(value: T): T =>
  value === undefined ? value : (JSON.parse(JSON.stringify(value).replace(SECRET, '…')) as T);

const MAX_RETRY_AFTER_S = 86_400;

/** The error of a call. */
export const failure: Failing = (message, { code, status, cause, response, body }) => {
  const { details, hint, requestId } = isObject(body) ? body : {};
  const seconds = Number(response?.headers.get('retry-after') ?? NaN);
  return new ClientError(withoutSecrets(message), {
    code: withoutSecrets(code),
    status,
    cause,
    requestId: textOf(requestId) ?? response?.headers.get('x-request-id') ?? undefined,
    retryAfterMs: seconds >= 0 ? Math.min(seconds, MAX_RETRY_AFTER_S) * 1_000 : undefined,
    details: withoutSecrets(details),
    hint: withoutSecrets(textOf(hint)),
  });
};

const textOf = (value: unknown) => (typeof value === 'string' ? value : undefined);

/** The error of a call that must not be repeated, since it may have taken effect. */
const failOnce: Failing = (message, facts) => {
  const error = failure(message, facts) as ClientError;
  if (!error.retryable || !mayHaveHappened(error)) return error;
  return new ClientError(error.message, { ...error, cause: error.cause, retryable: false });
};

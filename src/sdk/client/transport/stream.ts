import {
  failure,
  provenUrl,
  requireKnown,
  OUT_OF_TIME,
  type AnyRoute,
  type Proof,
  type Sending,
} from './call.js';
import { ClientError, invalidArgument } from './client-error.js';
import type { Connection } from './connection.js';
import type { Names } from './known-names.js';
import { failureOf, readJson, within } from './request-json.js';
import type { Parameters } from './route.js';
import { ServerEventReader, type ServerEvent } from './server-events.js';
import { backOffMs } from './system.js';

/** Options for following anything. */
export interface FollowOptions {
  /** Ends following: the iteration then rejects with code `aborted`. `break` ends it too. */
  readonly signal?: AbortSignal;
  /** Called if a connection is lost or temporarily refused: the iteration continues by itself. */
  readonly onTrouble?: (error: ClientError) => void;
  /**
   * Called when following begins to work, and again after each interruption. What was yielded is then up to date, even if nothing
   * has happened.
   */
  readonly onLive?: () => void;
  /** Milliseconds between two polls if the server or a proxy does not stream. 100 to 600,000; default 5,000, for prices 30,000. */
  readonly pollMs?: number;
}

/** A stream to follow. */
export interface Stream extends Parameters, Pick<Sending, 'prove'>, FollowOptions {
  readonly route: AnyRoute;
  /** Returns the id of the last event handled. */
  readonly lastId: () => string | undefined;
  /** Whether the event, or any first bytes if undefined, shows that no proxy buffers the stream. */
  readonly isReady: (event: ServerEvent | undefined) => boolean;
  /** Whether a 404 means that the subject does not exist, rather than that the server does not stream. */
  readonly isMissing?: (error: ClientError) => boolean;
}

/** Result of streaming that does not work: time to poll before streaming is tried again, ms. */
export interface Unavailable {
  readonly forMs: number;
}

/** Statuses that mean that the server lacks the operation, or that a proxy blocks it. */
const NOT_SERVED = [404, 405, 406, 501];
/** Codes that mean that the server has no place for another stream. */
const BUSY = ['too-many-streams', 'streams-busy'];
const POLL_FOR_MS = 120_000;
const LONGEST_WAIT_MS = 30_000;

class HeldBack extends Error {}

/**
 * Yields the events of a stream, over as many connections as needed. Returns if streaming does not work here; rejects with a
 * {@link ClientError} if following is pointless, for example with a refused key.
 */
async function* eventsOf(
  connection: Connection,
  stream: Stream,
): AsyncGenerator<ServerEvent, Unavailable, undefined> {
  const { system, options } = connection;
  const { signal, onTrouble } = stream;
  let failures = 0;
  let isCorrected = false;
  const pace = { retryMs: 1_000 };
  for (;;) {
    let trouble = new ClientError('The stream ended', { code: 'network' });
    try {
      for await (const event of oneConnection(connection, stream, pace)) {
        failures = 0;
        isCorrected = false;
        yield event;
      }
    } catch (error) {
      if (error instanceof HeldBack) return { forMs: POLL_FOR_MS };
      if (!(error instanceof ClientError)) throw error;
      if (isUnserved(error, stream)) return { forMs: Infinity };
      if (BUSY.includes(error.code)) return { forMs: POLL_FOR_MS };
      const isLate: boolean =
        OUT_OF_TIME.includes(error.code) && !isCorrected && options.wallet !== undefined;
      if (!isLate && !error.retryable) throw error;
      if (isLate) {
        isCorrected = true;
        await connection.correct(signal);
        continue;
      }
      trouble = error;
    }
    failures++;
    onTrouble?.(trouble);
    const leastMs = Math.max(trouble.retryAfterMs ?? 0, failures === 1 ? pace.retryMs : 0);
    await system.pause(leastMs + backOffMs(failures, system, LONGEST_WAIT_MS), signal);
    requireNotAborted(signal);
  }
}

/** Names of the options for following anything. */
export const FOLLOW: Names<FollowOptions> = { signal: 1, onTrouble: 1, onLive: 1, pollMs: 1 };

/** @throws ClientError for an unknown option or an invalid interval. */
export function requireFollowable(options: FollowOptions, names: Names<FollowOptions> = FOLLOW): void {
  requireKnown(options, names);
  const { pollMs = 1_000 } = options;
  if (!(pollMs >= 100 && pollMs <= 600_000)) throw invalidArgument('pollMs must be 100 to 600,000');
}

export function requireNotAborted(signal: AbortSignal | undefined): void {
  if (signal?.aborted === true)
    throw new ClientError('The call was aborted', { code: 'aborted', cause: signal.reason });
}

const isUnserved = (error: ClientError, { isMissing }: Stream): boolean =>
  error.code === 'not-streamed' ||
  (error.status !== undefined && NOT_SERVED.includes(error.status) && isMissing?.(error) !== true);

async function* oneConnection(
  connection: Connection,
  stream: Stream,
  pace: { retryMs: number },
): AsyncGenerator<ServerEvent, void, undefined> {
  const ending = new AbortController();
  const { signal, isReady } = stream;
  const onAbort = () => ending.abort(signal?.reason);
  requireNotAborted(signal);
  signal?.addEventListener('abort', onAbort);
  try {
    let ready = false;
    const seen = (event: ServerEvent | undefined) => {
      if (ready || !isReady(event)) return;
      ready = true;
      stream.onLive?.();
    };
    const wait = async <T>(work: () => Promise<T>): Promise<T> => {
      const timeoutMs = ready ? connection.silences.silentMs : connection.silences.heldBackMs;
      try {
        return await within({ timeoutMs, signal, fail: failure }, work);
      } catch (error) {
        const isSilent = error instanceof ClientError && error.code === 'timeout';
        throw isSilent && !ready ? new HeldBack('Nothing came') : error;
      }
    };
    // No time limit here: the wallet may wait for its user.
    const proof = await stream.prove?.();
    const body = await wait(() => open(connection, stream, { proof, signal: ending.signal }));
    const reader = new ServerEventReader();
    for (;;) {
      const { done, value } = await wait(() => body.read().catch(brokenOff));
      if (done) return;
      seen(undefined);
      for (const event of reader.read(value)) {
        yield event;
        seen(event);
      }
      pace.retryMs = reader.retryMs ?? pace.retryMs;
    }
  } finally {
    signal?.removeEventListener('abort', onAbort);
    ending.abort();
  }
}

const brokenOff = (cause: unknown): never => {
  throw new ClientError('The stream broke off', { code: 'network', cause });
};

async function open(
  { options, urlOf, clock }: Connection,
  stream: Stream,
  { proof, signal }: { readonly proof: Proof | undefined; readonly signal: AbortSignal },
): Promise<ReadableStreamDefaultReader<Uint8Array>> {
  const { fetch = globalThis.fetch } = options;
  const { route, lastId } = stream;
  const id = lastId();
  let response: Response;
  try {
    response = await fetch(provenUrl(urlOf(route.area), route, { request: stream, proof }), {
      signal,
      headers: {
        accept: 'text/event-stream',
        ...(id !== undefined && { 'last-event-id': id }),
        ...proof?.headers,
      },
      ...(proof !== undefined && { redirect: 'error' }),
    });
  } catch (cause) {
    throw failure('The service cannot be reached', { code: 'network', cause });
  }
  clock.notice(response);
  if (!response.ok) throw failureOf(response, await readJson(response, failure), failure);
  const isStream = /^text\/event-stream\b/i.test(response.headers.get('content-type') ?? '');
  if (isStream && response.body !== null)
    return response.body.getReader() as ReadableStreamDefaultReader<Uint8Array>;
  throw new ClientError('The response is no stream', { code: 'not-streamed', status: response.status });
}

/** Handling of a stream’s events, and of polls while there is no stream. */
export interface Following<T> extends Stream {
  /** Default time between two polls, ms. */
  readonly everyMs: number;
  taken(event: ServerEvent): AsyncIterable<T>;
  look(): AsyncIterable<T>;
}

/** Follows over a stream, and by polling while there is no stream. */
export async function* followed<T>(
  connection: Connection,
  following: Following<T>,
): AsyncGenerator<T, void, undefined> {
  const { system } = connection;
  const { signal, onTrouble, onLive, everyMs, pollMs = everyMs } = following;
  for (;;) {
    const events = eventsOf(connection, following);
    let next: IteratorResult<ServerEvent, Unavailable>;
    try {
      while (!(next = await events.next()).done) yield* following.taken(next.value);
    } finally {
      await events.return({ forMs: 0 });
    }
    const until = system.now() + next.value.forMs;
    do {
      try {
        yield* following.look();
        onLive?.();
      } catch (error) {
        if (!(error instanceof ClientError) || !error.retryable) throw error;
        onTrouble?.(error);
      }
      await system.pause(pollMs, signal);
      requireNotAborted(signal);
    } while (system.now() < until);
  }
}

/** The JSON of an event. */
export function dataOf(event: ServerEvent): unknown {
  try {
    return JSON.parse(event.data);
  } catch (cause) {
    throw new ClientError('An event of the stream is not JSON', { code: 'not-json', status: 200, cause });
  }
}

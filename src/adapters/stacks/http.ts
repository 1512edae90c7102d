import {
  circuitBreaker,
  ConsecutiveBreaker,
  ExponentialBackoff,
  handleWhen,
  isBrokenCircuitError,
  retry,
  wrap,
  type FailureReason,
  type IBackoff,
  type IPolicy,
  type IRetryBackoffContext,
} from 'cockatiel';
import { err, ok, type Result } from '../../domain/shared/result.js';
import type { ChainUnreachable } from '../../ports/index.js';
import { AttemptFailed, createAttempts, type Call, type HttpAnswer } from './http-attempt.js';

export interface HttpOptions {
  /** Where the node and its index answer; a path in it is kept. */
  readonly baseUrl: string;
  /** Sent as `x-api-key`. */
  readonly apiKey?: string | undefined;
  /** For one attempt, from connecting to the last byte. Default 10,000. */
  readonly timeoutMs?: number | undefined;
  /** How often a read is repeated after it failed. Default 2. */
  readonly retries?: number;
  /** First pause between attempts; later ones grow, with jitter, to `maxPauseMs`. Default 200. */
  readonly firstPauseMs?: number;
  /** A host that asks for a longer pause than this gets no further attempt of the same call. Default 2,000. */
  readonly maxPauseMs?: number;
  /** Failures in a row that open the circuit. Default 8. */
  readonly failuresToOpen?: number;
  /** How long an open circuit lets nothing through. Default 5,000. */
  readonly openMs?: number;
  /** A clock that never goes back. Default: the process's own. */
  readonly monotonicMs?: () => number;
  readonly onEvent?: ((event: HttpEvent) => void) | undefined;
}

/** For the log; holds no secret. */
export type HttpEvent =
  | { readonly kind: 'retry'; readonly reason: string; readonly delayMs: number }
  | { readonly kind: 'host-paused'; readonly pauseMs: number }
  | { readonly kind: 'circuit-opened' }
  | { readonly kind: 'circuit-closed' };

type Answered = Promise<Result<HttpAnswer, ChainUnreachable>>;

/** One host behind time-outs, a circuit breaker and respect for Retry-After. */
export interface HttpClient {
  /** Reads, and reads again when that fails. */
  get(path: string): Answered;
  /** A POST that changes nothing: repeated like a read. */
  query(path: string, body: unknown): Answered;
  /** Sends bytes at most once. */
  sendOnce(path: string, bytes: Uint8Array): Answered;
  /** Lets running requests end and closes the connections. */
  close(): Promise<void>;
}

export function createHttpClient(options: HttpOptions): HttpClient {
  const { onEvent = () => undefined, timeoutMs = 10_000, monotonicMs = () => performance.now() } = options;
  const { attempt, close } = createAttempts({
    baseUrl: options.baseUrl,
    apiKey: options.apiKey,
    timeoutMs,
    monotonicMs,
    onPause: (pauseMs) => onEvent({ kind: 'host-paused', pauseMs }),
  });
  const once = breakerPolicy(options, onEvent);
  const patient = wrap(retryPolicy(options, onEvent), once);

  const answered = async (call: Call, policy: IPolicy, work: () => Promise<HttpAnswer>): Answered => {
    try {
      return ok(await policy.execute(work));
    } catch (error) {
      return err({ kind: 'chain-unreachable', reason: `${call.method} ${call.path}: ${describe(error)}` });
    }
  };
  const read = (call: Call) => answered(call, patient, async () => withJson(await attempt(call)));

  return {
    get: (path) => read({ method: 'GET', path }),
    query: (path, body) =>
      read({ method: 'POST', path, body: JSON.stringify(body), contentType: 'application/json' }),
    sendOnce: (path, bytes) => {
      const call: Call = {
        method: 'POST',
        path,
        body: Buffer.from(bytes),
        contentType: 'application/octet-stream',
      };
      return answered(call, once, () => attempt(call));
    },
    close,
  };
}

/** A read that succeeds without JSON was answered by something else on the way. */
function withJson(answer: HttpAnswer): HttpAnswer {
  if (answer.status === 200 && answer.body === undefined) {
    throw new AttemptFailed('an answer that is not JSON', true);
  }
  return answer;
}

function breakerPolicy(
  { failuresToOpen = 8, openMs = 5_000 }: HttpOptions,
  onEvent: (event: HttpEvent) => void,
) {
  const breaker = circuitBreaker(
    handleWhen((error) => error instanceof AttemptFailed && error.isSick),
    { halfOpenAfter: openMs, breaker: new ConsecutiveBreaker(failuresToOpen) },
  );
  breaker.onBreak(() => onEvent({ kind: 'circuit-opened' }));
  breaker.onReset(() => onEvent({ kind: 'circuit-closed' }));
  return breaker;
}

function retryPolicy(
  { retries = 2, firstPauseMs = 200, maxPauseMs = 2_000 }: HttpOptions,
  onEvent: (event: HttpEvent) => void,
) {
  const policy = retry(
    handleWhen((error) => error instanceof AttemptFailed && error.pauseMs <= maxPauseMs),
    { maxAttempts: retries, backoff: backoff(firstPauseMs, maxPauseMs) },
  );
  policy.onRetry((failure) => {
    const reason = 'error' in failure ? describe(failure.error) : 'no answer';
    onEvent({ kind: 'retry', reason, delayMs: Math.round(failure.delay) });
  });
  return policy;
}

/** Grows with jitter, and is never shorter than the pause that the host asked for. */
function backoff(initialDelay: number, maxDelay: number) {
  type Context = IRetryBackoffContext<unknown>;
  const atLeast = (own: IBackoff<unknown>, { result }: Context): IBackoff<Context> => ({
    duration: Math.max(own.duration, pauseAskedFor(result)),
    next: (context) => atLeast(own.next(context), context),
  });
  const growing = new ExponentialBackoff({ initialDelay, maxDelay });
  return { next: (context: Context) => atLeast(growing.next(), context) };
}

function pauseAskedFor(failure: FailureReason<unknown>): number {
  return 'error' in failure && failure.error instanceof AttemptFailed ? failure.error.pauseMs : 0;
}

function describe(error: unknown): string {
  if (error instanceof AttemptFailed) return error.message;
  if (isBrokenCircuitError(error)) return 'too many failures, the host is left alone for a while';
  throw error;
}

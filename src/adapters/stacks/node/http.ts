import {
  circuitBreaker,
  ConsecutiveBreaker,
  DelegateBackoff,
  ExponentialBackoff,
  handleWhen,
  isBrokenCircuitError,
  retry,
  wrap,
  type IBackoffFactory,
  type IPolicy,
  type IRetryBackoffContext,
} from 'cockatiel';
import { err, ok, type Result } from '../../../domain/shared/result.js';
import type { ChainRead, ChainUnreachable } from '../../../ports/index.js';
import {
  AttemptFailed,
  createAttempts,
  type Call,
  type HttpOptions,
  type HttpResponse,
} from './http-attempt.js';
import type { RequestPurpose } from './request-budget.js';

type HttpResult = ChainRead<HttpResponse>;

/** HTTP access to one host with timeouts, retries, a circuit breaker and support for Retry-After. */
export interface HttpClient {
  /** A GET, repeated if it fails. */
  get(path: string): HttpResult;
  /** A POST that changes nothing, repeated if it fails. */
  query(path: string, body: unknown): HttpResult;
  /** A POST of bytes, sent at most once, regardless of the allowance and of any pause that the host requested. */
  sendOnce(path: string, bytes: Uint8Array): HttpResult;
  /** The same host, with reads that count for this purpose. By default they count as `settlement`. */
  as(purpose: RequestPurpose): HttpClient;
  /** Milliseconds until the allowance permits this many consecutive reads; 0 if it does now. */
  waitFor(requests: number): number;
  /** Lets running requests finish, then closes the connections. */
  close(): Promise<void>;
}

export function createHttpClient(options: HttpOptions): HttpClient {
  const { attempt, close } = createAttempts(options);
  const once = breakerPolicy(options);
  const repeated = wrap(retryPolicy(options), once);

  const execute = async (call: Call, policy: IPolicy, work: () => Promise<HttpResponse>): HttpResult => {
    try {
      return ok(await policy.execute(work));
    } catch (error) {
      const retryAfterMs = error instanceof AttemptFailed && error.pauseMs > 0 ? error.pauseMs : undefined;
      const reason = `${call.method} ${call.path}: ${describe(error)}`;
      return err({
        kind: 'chain-unreachable',
        reason,
        ...(retryAfterMs !== undefined && { retryAfterMs }),
        ...(isOfShare(error) && { isShareUsedUp: true }),
      });
    }
  };
  const read = (call: Call) => execute(call, repeated, async () => withJson(await attempt(call)));

  const clientFor = (purpose: RequestPurpose): HttpClient => ({
    get: (path) => read({ method: 'GET', path, purpose }),
    query: (path, body) =>
      read({ method: 'POST', path, body: JSON.stringify(body), contentType: 'application/json', purpose }),
    sendOnce: (path, bytes) => {
      const [body, contentType] = [Buffer.from(bytes), 'application/octet-stream'];
      const call: Call = { method: 'POST', path, body, contentType, purpose: 'sending', isUrgent: true };
      return execute(call, once, () => attempt(call));
    },
    as: clientFor,
    waitFor: (requests) => options.budget?.waitFor(purpose, requests) ?? 0,
    close,
  });
  return clientFor('settlement');
}

/** Throws for a successful read without JSON, which comes from an intermediary, not from the node. */
function withJson(response: HttpResponse): HttpResponse {
  if (response.status === 200 && response.body === undefined) {
    throw new AttemptFailed('a response that is not JSON', true);
  }
  return response;
}

const isOfShare = (error: unknown) => error instanceof AttemptFailed && error.result === 'share-used-up';

function breakerPolicy(options: HttpOptions) {
  const { failuresToOpen = 8, openMs = 5_000, monotonicMs = () => performance.now(), onEvent } = options;
  const breaker = circuitBreaker(
    handleWhen((error) => error instanceof AttemptFailed && error.isSick),
    { halfOpenAfter: pauseOf(openMs, monotonicMs), breaker: new ConsecutiveBreaker(failuresToOpen) },
  );
  breaker.onBreak(() => onEvent?.({ kind: 'circuit-opened' }));
  breaker.onReset(() => onEvent?.({ kind: 'circuit-closed' }));
  return breaker;
}

/**
 * Time for which the circuit stays open, by a clock that never goes backwards. The policy itself compares times of day: after the
 * machine's clock was set back by an hour, it would send nothing for an hour. The duration is therefore infinite until the circuit
 * may be tried again.
 */
const pauseOf = (openMs: number, monotonicMs: () => number): IBackoffFactory<unknown> => ({
  next: (context) => {
    const until = monotonicMs() + openMs;
    return {
      next: () => pauseOf(openMs, monotonicMs).next(context),
      get duration() {
        return monotonicMs() < until ? Infinity : -Infinity;
      },
    };
  },
});

function retryPolicy({ retries = 2, firstPauseMs = 200, maxPauseMs = 2_000, onEvent }: HttpOptions) {
  const policy = retry(
    // If a caller waited here for its share of the allowance, it would delay others, so it has to come back later.
    handleWhen((error) => error instanceof AttemptFailed && error.pauseMs <= maxPauseMs && !isOfShare(error)),
    { maxAttempts: retries, backoff: backoff(firstPauseMs, maxPauseMs) },
  );
  policy.onRetry((failure) => {
    const reason = 'error' in failure ? describe(failure.error) : 'no response';
    onEvent?.({ kind: 'retry', reason, delayMs: Math.round(failure.delay) });
  });
  return policy;
}

/** Pauses between attempts, which grow with jitter and are never shorter than the host requests. */
function backoff(initialDelay: number, maxDelay: number) {
  const growing: IBackoffFactory<unknown> = new ExponentialBackoff({ initialDelay, maxDelay });
  return new DelegateBackoff((context: IRetryBackoffContext<unknown>, last?: IBackoffFactory<unknown>) => {
    const { result } = context;
    const own = (last ?? growing).next(context);
    const pauseMs = 'error' in result && result.error instanceof AttemptFailed ? result.error.pauseMs : 0;
    return { delay: Math.max(own.duration, pauseMs), state: own };
  });
}

function describe(error: unknown): string {
  if (error instanceof AttemptFailed) return error.message;
  if (isBrokenCircuitError(error)) return 'too many failures, requests are suspended';
  throw error;
}

/** A request without a usable response. */
export const unreachable = (reason: string) => err<ChainUnreachable>({ kind: 'chain-unreachable', reason });

/** Parses the body of a 200; any other response counts as unreachable. */
export function parseResponse<T>(
  response: Result<HttpResponse, ChainUnreachable>,
  parse: (body: unknown) => T | undefined,
): Result<T, ChainUnreachable> {
  if (!response.ok) return response;
  const { status, body } = response.value;
  const value = status === 200 ? parse(body) : undefined;
  if (value !== undefined) return ok(value);
  return unreachable(`an unexpected response of status ${status}`);
}

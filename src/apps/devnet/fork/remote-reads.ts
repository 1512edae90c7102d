import type { Pace } from './pace.js';
import type { Upstream } from '../vm/upstream.js';
import type { AnswerRequest, RemoteAnswer } from '../vm/wasm-host.js';

/** A node's response if the block's state has no such entry. */
const ABSENT = /^"?(metadata|marf key( hash)?) not found/i;
/** Prefixes of paths whose responses all have one form, and without which the VM ends for good. */
const VITAL = ['/extended/v2/blocks/', '/v3/sortitions/'];
const MAX_PAUSE_MS = 60_000;

const NEVER_NOTIFIED = new Int32Array(new SharedArrayBuffer(4));

interface RemoteReadsOptions {
  /** A clock in milliseconds that never goes backwards. */
  readonly monotonicMs?: () => number;
  /** Shared by everything that sends requests to the host; requests are not spread if absent. */
  readonly pace?: Pace;
}

/**
 * The VM's reads of a network's state. One block's state never changes, so each entry is requested once. The SDK takes any
 * failure for an absent entry. Every failure is therefore kept, and nothing more is requested, until `takeFailure`.
 */
export class RemoteReads implements Pick<Upstream, 'answer' | 'takeFailure'> {
  /** Number of requests sent. */
  requests = 0;
  private readonly answers = new Map<string, RemoteAnswer>();
  private pausedUntil = 0;
  private failure: string | undefined;

  private readonly monotonicMs: () => number;
  private readonly pace: Pace | undefined;

  constructor({ monotonicMs = () => performance.now(), pace }: RemoteReadsOptions = {}) {
    this.monotonicMs = monotonicMs;
    this.pace = pace;
  }

  /** Stores a body that another request has returned, so the VM does not request it. */
  hold(url: string, body: unknown): void {
    this.answers.set(url, { status: 200, statusText: 'OK', headers: {}, body: JSON.stringify(body) });
  }

  readonly answer: AnswerRequest = (url, send) => {
    const held = this.answers.get(url) ?? this.request(url, send);
    return held ?? this.standIn(url);
  };

  takeFailure(): string | undefined {
    const { failure } = this;
    this.failure = undefined;
    return failure;
  }

  /** Undefined if there is no response. */
  private request(url: string, send: () => RemoteAnswer | undefined): RemoteAnswer | undefined {
    if (this.failure !== undefined) return undefined;
    const path = pathOf(url);
    const pauseLeftMs = this.pausedUntil - this.monotonicMs();
    if (pauseLeftMs > 0) return this.fail(`the host asked for a pause of ${Math.ceil(pauseLeftMs)} ms`, path);
    // The VM waits for the response in this thread, so nothing else could run anyway.
    Atomics.wait(NEVER_NOTIFIED, 0, 0, this.pace?.book() ?? 0);
    this.requests += 1;
    const response = send();
    if (response === undefined) return this.fail('no response', path);
    if (response.status === 429) this.pausedUntil = this.monotonicMs() + pauseOf(response);
    if (!isAnswer(response)) return this.fail(`status ${response.status}`, path);
    this.answers.set(url, response);
    return response;
  }

  private fail(reason: string, path: string): undefined {
    this.failure = `${path}: ${reason}`;
  }

  /** Returns a stand-in for a missing response; the VM's result is then discarded. */
  private standIn(url: string): RemoteAnswer {
    const form = VITAL.find((path) => pathOf(url).startsWith(path));
    const similar = [...this.answers].find(
      ([each, { status }]) => form !== undefined && pathOf(each).startsWith(form) && status === 200,
    );
    return similar?.[1] ?? { status: 424, statusText: 'Failed Dependency', headers: {}, body: '' };
  }
}

const pathOf = (url: string): string => new URL(url).pathname;

function isAnswer({ status, body }: RemoteAnswer): boolean {
  return status === 200 || (status === 404 && ABSENT.test(body));
}

/** Retry-After in seconds, as sent by rate-limited hosts. */
function pauseOf({ headers }: RemoteAnswer): number {
  const seconds = Number(headers['retry-after'] ?? 1);
  return Math.min(Number.isFinite(seconds) && seconds > 0 ? seconds * 1_000 : 1_000, MAX_PAUSE_MS);
}

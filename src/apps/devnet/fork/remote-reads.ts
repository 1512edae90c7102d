import type { Pace } from './pace.js';
import type { Upstream } from '../vm/upstream.js';
import type { AnswerRequest, RemoteAnswer } from '../vm/wasm-host.js';

/** Matches a node's response if the block's state has no such entry. */
const ABSENT = /^"?(metadata|marf key( hash)?) not found/i;
/** Prefixes of vital paths: without a response the VM ends for good. All responses to a prefix have the same form. */
const VITAL = ['/extended/v2/blocks/', '/v3/sortitions/'];
const MAX_PAUSE_MS = 60_000;

const NEVER_NOTIFIED = new Int32Array(new SharedArrayBuffer(4));

interface RemoteReadsOptions {
  /** A clock in milliseconds that never runs backwards. */
  readonly monotonicMs?: () => number;
  /** The pace of all requests to the host, shared by everything that sends them; if absent, requests are not spread. */
  readonly pace?: Pace;
}

/**
 * The VM's reads of a network's state. One block's state never changes, so each entry is requested only once. The SDK takes any
 * failure for an absent entry. A failure is therefore kept until `takeFailure`, and nothing more is requested before.
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

  /** Stores a body that another request has returned, so that the VM need not request it. */
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

  /** Requests an entry; returns undefined if there is no usable response. */
  private request(url: string, send: () => RemoteAnswer | undefined): RemoteAnswer | undefined {
    if (this.failure !== undefined) return undefined;
    const path = pathOf(url);
    const pauseLeftMs = this.pausedUntil - this.monotonicMs();
    if (pauseLeftMs > 0) return this.fail(`the host asked for a pause of ${Math.ceil(pauseLeftMs)} ms`, path);
    // Blocks the thread: the VM waits for the response in it, so nothing else could run anyway.
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

  /** Returns a stand-in for a missing response. The VM's result is discarded afterwards. */
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

/** Length of the pause that a rate-limited host asks for, ms; its Retry-After is in seconds. */
function pauseOf({ headers }: RemoteAnswer): number {
  const seconds = Number(headers['retry-after'] ?? 1);
  return Math.min(Number.isFinite(seconds) && seconds > 0 ? seconds * 1_000 : 1_000, MAX_PAUSE_MS);
}

import { AsyncLocalStorage } from 'node:async_hooks';
import type { Priority } from '../schema/priority.js';

/** Time in one turn of the event loop, ms, in which further requests start. An urgent request takes about ten turns, one for each statement. */
const TURN_MS = 2;
/** Requests that wait at a time. Beyond it one is shed for each that arrives. */
const MAX_WAITING = 10_000;
/** Requests that start in one turn, if each is cheap. */
const MAX_STARTS = 256;

/** The share of `shedAfterMs` that a request of this priority may wait once requests have waited without a break for that time. */
const PATIENCE = { change: 2, read: 0.25 } as const;

type Patient = keyof typeof PATIENCE;

/** A request that asks to be admitted. */
export interface Applicant {
  readonly start: () => void;
  /** Turns the request away. */
  readonly shed: () => void;
  /** Whether its caller has left. */
  readonly isGone: () => boolean;
}

interface Waiting extends Applicant {
  /** Milliseconds of the clock. */
  readonly since: number;
}

/** Options of `Admission`. */
export interface AdmissionOptions {
  /** Milliseconds for which requests must have been waiting without a break before any of them is shed. */
  readonly shedAfterMs: number;
  /** Runs the start of a request, for example in a context that its priority decides on; just starts it when absent. */
  readonly run?: (priority: Priority, start: () => void) => void;
  readonly onShed?: (priority: Patient) => void;
  /** Milliseconds of a monotonic clock. */
  readonly now?: () => number;
}

/**
 * Decides when a request may use the process's only thread. While the process keeps up, every request starts at once. Otherwise
 * requests start for 2 ms in each turn of the event loop and the others wait, changes before reads; urgent requests never do.
 * Once some have waited without a break for `shedAfterMs`, reads that have waited for a quarter of it are shed, and changes that
 * have waited for twice as long. A burst that the process works off sooner is therefore served in full.
 *
 * @example
 * const admission = new Admission({ shedAfterMs: 1_000 });
 * createServer(createApp({ ...options, admission })).listen(3000);
 */
export class Admission {
  private readonly waiting: Readonly<Record<Patient, Waiting[]>> = { change: [], read: [] };
  /** Start of this turn's work; undefined before the first request of the turn. */
  private turnBegan: number | undefined;
  /** Start of the time for which requests have been waiting without a break. */
  private crowdedSince: number | undefined;
  /** Calls of `serveNext` that are due in this turn. */
  private due = 0;

  constructor(private readonly options: AdmissionOptions) {}

  /** Starts the request now or later, or sheds it. */
  admit(priority: Priority, applicant: Applicant): void {
    if (priority === 'urgent' || (this.count === 0 && this.hasTime())) this.run(priority, applicant.start);
    else this.wait(priority, applicant);
  }

  private get count(): number {
    return this.waiting.change.length + this.waiting.read.length;
  }

  private wait(priority: Patient, applicant: Applicant): void {
    if (this.count >= MAX_WAITING) {
      const newestRead = priority === 'change' ? this.waiting.read.pop() : undefined;
      if (newestRead === undefined) return this.shed(priority, applicant);
      this.shed('read', newestRead);
    }
    const since = this.now();
    this.crowdedSince ??= since;
    // Without this, the request would run in the context of the one before it. `run` decides within the request's own.
    const start = AsyncLocalStorage.bind(() => this.run(priority, applicant.start));
    this.waiting[priority].push({ ...applicant, start, since });
    this.schedule();
  }

  /** Each start has a callback of its own, so that what it does before it first waits is part of the turn that is measured. */
  private schedule(): void {
    if (this.due > 0) return;
    this.due = Math.min(this.count, MAX_STARTS);
    for (let n = 0; n < this.due; n++) setImmediate(this.serveNext);
  }

  private readonly serveNext = (): void => {
    this.due--;
    this.shedLate('read');
    this.shedLate('change');
    if (this.hasTime()) this.startNext();
    if (this.count === 0) this.crowdedSince = undefined;
    else this.schedule();
  };

  private startNext(): void {
    for (const priority of ['change', 'read'] as const) {
      for (let next = this.waiting[priority].shift(); next; next = this.waiting[priority].shift())
        if (!next.isGone()) return next.start();
    }
  }

  private shedLate(priority: Patient): void {
    const { shedAfterMs } = this.options;
    const now = this.now();
    if (this.crowdedSince === undefined || now - this.crowdedSince < shedAfterMs) return;
    const waiting = this.waiting[priority];
    while (waiting.length > 0 && now - waiting[0]!.since >= shedAfterMs * PATIENCE[priority])
      this.shed(priority, waiting.shift()!);
  }

  private shed(priority: Patient, { shed, isGone }: Applicant): void {
    if (isGone()) return;
    this.options.onShed?.(priority);
    shed();
  }

  /** Whether another request may start in this turn of the event loop. */
  private hasTime(): boolean {
    const now = this.now();
    if (this.turnBegan === undefined) {
      this.turnBegan = now;
      setImmediate(() => (this.turnBegan = undefined));
    }
    return now - this.turnBegan < TURN_MS;
  }

  private run(priority: Priority, start: () => void): void {
    const { run } = this.options;
    if (run === undefined) start();
    else run(priority, start);
  }

  private now(): number {
    return (this.options.now ?? performance.now.bind(performance))();
  }
}

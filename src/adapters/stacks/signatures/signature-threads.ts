import { Worker } from 'node:worker_threads';
import { CURVE } from './fastest-curve.js';
import { packProofs, unpackResults } from './proof-batch.js';
import { recoverSigner, type Proof, type Recovered } from './recovery.js';
import type { SignatureThreadData } from './signature-thread-program.js';
import { SIGNATURE_THREAD } from './signature-thread-text.js';

/** Maximum number of checks that go to a thread together, which bounds how long the first of them waits for the last: 2 ms. */
const MAX_BATCH = 32;

/** Number of threads that may end with the same check before the main thread makes it. */
const MOST_LOST = 2;

interface Check {
  readonly proof: Proof;
  /** Threads that ended with the check. */
  lost: number;
  readonly resolve: (recovered: Recovered | undefined) => void;
}

/**
 * Threads that recover signers. Checks that arrive in one turn of the event loop go to a thread together, those that arrive while all
 * threads are busy go to the first one that is free. A thread that ends is replaced with the next checks, and its own are repeated.
 */
export class SignatureThreads {
  private readonly waiting: Check[] = [];
  private readonly living = new Set<Worker>();
  private readonly idle: Worker[] = [];
  private readonly busy = new Map<Worker, readonly Check[]>();
  private isDue = false;
  private isClosed = false;
  private drained = () => {};

  /**
   * @param threads maximum number of threads; each starts when it is first needed.
   * @param onLost called when a thread has ended by itself, with the error if it threw one.
   */
  constructor(
    private readonly threads: number,
    private readonly onLost: (error?: Error) => void = () => {},
  ) {}

  /** The key that made the signature; undefined if none did. */
  async recover(proof: Proof): Promise<Recovered | undefined> {
    if (this.isClosed) return recoverSigner(CURVE, proof);
    return new Promise((resolve) => {
      this.waiting.push({ proof, lost: 0, resolve });
      if (this.isDue) return;
      this.isDue = true;
      setImmediate(() => {
        this.isDue = false;
        this.distribute();
      });
    });
  }

  /** Waits for the checks that were given, and ends the threads. */
  async close(): Promise<void> {
    this.isClosed = true;
    if (this.waiting.length + this.busy.size > 0)
      await new Promise<void>((resolve) => (this.drained = resolve));
    const threads = [...this.living];
    this.living.clear();
    await Promise.all(threads.map((thread) => thread.terminate()));
  }

  /** Gives each free thread an equal part of the checks that wait. */
  private distribute(): void {
    while (this.waiting.length > 0) {
      const free = this.threads - this.busy.size;
      const thread = free > 0 ? (this.idle.pop() ?? this.start()) : undefined;
      if (thread === undefined) return;
      const checks = this.waiting.splice(0, Math.min(MAX_BATCH, Math.ceil(this.waiting.length / free)));
      this.busy.set(thread, checks);
      // Only while it works does a thread keep the process alive.
      thread.ref();
      const proofs = packProofs(checks.map(({ proof }) => proof));
      thread.postMessage(proofs, [proofs.buffer]);
    }
    if (this.busy.size === 0) this.drained();
  }

  private start(): Worker {
    const workerData: SignatureThreadData = { from: import.meta.url };
    // Flags of the process, such as a debugger's, are not meant for this thread. Its program is text, as that of SQLite's read threads.
    const thread = new Worker(SIGNATURE_THREAD, { eval: true, execArgv: [], workerData, name: 'signatures' });
    thread.on('message', (results: Uint8Array) => this.settle(thread, results));
    // Both events occur if the thread throws. Only the first has an effect.
    thread.on('error', (error: Error) => this.lose(thread, error));
    thread.on('exit', () => this.lose(thread));
    this.living.add(thread);
    return thread;
  }

  private settle(thread: Worker, results: Uint8Array): void {
    const checks = this.busy.get(thread) ?? [];
    this.busy.delete(thread);
    this.idle.push(thread);
    thread.unref();
    unpackResults(results).forEach((recovered, n) => checks[n]?.resolve(recovered));
    this.distribute();
  }

  private lose(thread: Worker, error?: Error): void {
    if (!this.living.delete(thread)) return;
    this.onLost(error);
    const at = this.idle.indexOf(thread);
    if (at !== -1) this.idle.splice(at, 1);
    const checks = this.busy.get(thread) ?? [];
    this.busy.delete(thread);
    for (const check of checks) check.lost += 1;
    for (const { proof, resolve } of checks.filter(({ lost }) => lost >= MOST_LOST))
      resolve(recoverSigner(CURVE, proof));
    this.waiting.unshift(...checks.filter(({ lost }) => lost < MOST_LOST));
    this.distribute();
  }
}

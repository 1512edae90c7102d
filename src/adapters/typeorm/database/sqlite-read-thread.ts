import { createRequire } from 'node:module';
import { Worker } from 'node:worker_threads';
import { StorageFailure } from '../../../ports/index.js';
import type { ReadRequest, ReadResponse, ReadThreadData, Row } from './read-thread-program.js';
import { READ_THREAD } from './read-thread-text.js';

export interface ReadThreadOptions {
  readonly path: string;
  /** Time for which a read waits for another process's lock. */
  readonly busyMs: number;
  /** Time for which a read may wait for its turn, and for which it may run. */
  readonly limitMs: number;
  /** Maximum number of reads that wait for their turn; further ones are refused. */
  readonly maxWaiting: number;
}

interface Read extends ReadRequest {
  readonly timer: NodeJS.Timeout;
  readonly resolve: (rows: Row[]) => void;
  readonly reject: (error: unknown) => void;
}

/** Maximum number of threads whose read ran out of time and still runs: the driver has no way to interrupt SQLite. */
const MAX_ABANDONED = 2;

/**
 * Runs reads of one kind, one after another, in a thread with its own connection. The thread starts with the first read, does not
 * keep the process alive, and is replaced if it ends or if a read runs out of time.
 */
export class ReadThread {
  private worker: Worker | undefined;
  private running: Read | undefined;
  private readonly waiting: Read[] = [];
  private readonly pending = new Set<Promise<unknown>>();
  private abandoned = 0;
  private isClosed = false;

  constructor(private readonly options: ReadThreadOptions) {}

  /**
   * The statement's rows.
   *
   * @throws StorageFailure if the read runs out of time, if too many reads wait, or if the thread ends; the driver's error if
   * SQLite refuses the statement.
   */
  async rows(text: string, values: readonly unknown[]): Promise<Row[]> {
    if (this.isClosed) throw unavailable('the database is closed');
    if (this.waiting.length >= this.options.maxWaiting || this.abandoned >= MAX_ABANDONED)
      throw unavailable('too many long reads at once');
    const rows = new Promise<Row[]>((resolve, reject) => {
      // Unlike the thread, the timer keeps the process alive until the read is settled.
      const timer = setTimeout(() => this.expire(read), this.options.limitMs);
      const read: Read = { text, values, timer, resolve, reject };
      this.waiting.push(read);
    });
    this.next();
    this.pending.add(rows);
    return rows.finally(() => this.pending.delete(rows));
  }

  /** Waits for pending reads; refuses later ones. */
  async close(): Promise<void> {
    this.isClosed = true;
    await Promise.allSettled(this.pending);
    await this.worker?.terminate();
  }

  private next(): void {
    if (this.running !== undefined) return;
    const read = this.waiting.shift();
    if (read === undefined) return;
    this.running = read;
    read.timer.refresh();
    const { text, values } = read;
    this.worker ??= this.start();
    this.worker.postMessage({ text, values } satisfies ReadRequest);
  }

  private start(): Worker {
    const { path, busyMs } = this.options;
    const driver = createRequire(import.meta.url).resolve('better-sqlite3');
    // Flags of the process, such as a debugger's, are not meant for this thread. Its program is text, because a file would have to be
    // found from wherever this module is placed: in the compiled package, the server's bundle, or an embedder's bundle.
    const workerData: ReadThreadData = { driver, path, busyMs };
    const worker = new Worker(READ_THREAD, { eval: true, execArgv: [], workerData });
    worker.unref();
    worker.on('message', (answer: ReadResponse) => {
      if (worker === this.worker) this.settle((read) => settleWith(read, answer));
    });
    // Both events occur if the thread throws. Only the first has an effect.
    worker.on('error', ({ message }) => this.lose(worker, `a read's thread failed: ${message}`));
    worker.on('exit', () => this.lose(worker, "a read's thread ended"));
    return worker;
  }

  private lose(worker: Worker, message: string): void {
    if (worker !== this.worker) return;
    this.worker = undefined;
    this.settle(({ reject }) => reject(unavailable(message)));
  }

  private expire(read: Read): void {
    const failure = unavailable(`a read was not finished within ${this.options.limitMs} ms`);
    if (read === this.running) {
      this.abandon();
      this.settle(({ reject }) => reject(failure));
    } else {
      this.waiting.splice(this.waiting.indexOf(read), 1);
      read.reject(failure);
    }
  }

  /** Terminates the thread, which ends only when SQLite returns. The next read starts another thread without waiting for that. */
  private abandon(): void {
    const ending = this.worker?.terminate();
    this.worker = undefined;
    this.abandoned++;
    void ending?.finally(() => this.abandoned--);
  }

  /** Settles the running read, and starts the next one. */
  private settle(how: (read: Read) => void): void {
    const read = this.running;
    this.running = undefined;
    if (read !== undefined) {
      clearTimeout(read.timer);
      how(read);
    }
    this.next();
  }
}

function settleWith({ resolve, reject }: Read, answer: ReadResponse): void {
  if ('error' in answer) {
    const { message, code } = answer.error;
    reject(Object.assign(new Error(message), { code }));
    return;
  }
  // Threads pass bytes as plain Uint8Arrays, without the methods of a Buffer.
  for (const row of answer.rows) {
    for (const [column, value] of Object.entries(row))
      if (value instanceof Uint8Array)
        row[column] = Buffer.from(value.buffer, value.byteOffset, value.byteLength);
  }
  // Yields to the event loop: otherwise up to a thousand answers of a thread are handled before any other work runs.
  setImmediate(resolve, answer.rows);
}

const unavailable = (message: string): StorageFailure => new StorageFailure(message, undefined, true);

import { setTimeout as pause } from 'node:timers/promises';
import type { Logger } from 'pino';
import { StartError } from '../../run/start-error.js';
import type { Slot } from './slots.js';

/** A process in a slot. */
export interface Worker {
  readonly pid: number;
  /** Listens at the server's address before the worker begins; returns the base address. */
  claim(): Promise<string>;
  /** Resolves when the worker does its work. */
  begin(): Promise<void>;
  /** Lets the worker finish what is under way and ends it. */
  leave(): Promise<void>;
  /** Asks the process to stop; it ends within the time that a stop may take. */
  stop(): void;
  /** End of the process in words, such as `exit code 1`. */
  readonly ended: Promise<string>;
}

interface PoolOptions {
  readonly slots: readonly Slot[];
  /** Starts the process of a worker. */
  readonly fork: (slot: Slot) => Worker;
  readonly log: Pick<Logger, 'info' | 'error'>;
  /** Called when no worker is left and none can be started. */
  readonly onLost: (error: Error) => void;
  /** Clock in milliseconds that never goes backwards. */
  readonly now?: () => number;
  readonly wait?: (ms: number) => Promise<unknown>;
}

interface Place {
  readonly slot: Slot;
  /** The worker that does the slot's work. */
  current: Worker | undefined;
  /** Whether a new worker is about to take the slot over. */
  isRolling: boolean;
  /** Consecutive ends shortly after a start, or before the worker had begun. */
  failures: number;
}

/** Delay before a worker is replaced, ms, after it has failed repeatedly. The first replacement does not wait. */
const BACKOFF_MS = [0, 250, 1_000, 4_000, 15_000] as const;
/** Time for which a worker must have worked for its end to be no failure of its start, ms. */
const STEADY_MS = 10_000;
/** Consecutive failures in a slot after which the pool is lost, unless another slot has a worker. */
const MAX_FAILURES = 5;

/** Keeps a worker in every slot. */
export class WorkerPool {
  readonly #places: readonly Place[];
  /** Every process, including those that begin or leave. */
  readonly #alive = new Set<Worker>();
  #rolling: Promise<void> = Promise.resolve();
  #isClosing = false;
  #lost = 0;

  constructor(private readonly options: PoolOptions) {
    this.#places = options.slots.map((slot) => ({ slot, current: undefined, isRolling: false, failures: 0 }));
  }

  /** Slots, and whether each has a worker that does its work. */
  get standing(): readonly { readonly slot: Slot; readonly worker: Worker | undefined }[] {
    return this.#places.map(({ slot, current: worker }) => ({ slot, worker }));
  }

  /** Number of workers that have ended unasked. */
  get lost(): number {
    return this.#lost;
  }

  /**
   * Starts a worker in every slot.
   *
   * @param prepare called with the first worker; the others are started once it has resolved.
   * @throws StartError if a worker ends or fails before it has begun: what is wrong at the first start does not go away by itself.
   */
  async open(prepare: (first: Worker) => Promise<void>): Promise<void> {
    const [first, ...others] = this.#places as [Place, ...Place[]];
    const worker = this.#fork(first);
    await prepare(worker);
    await Promise.all([
      this.#begin(first, worker),
      ...others.map((place) => this.#begin(place, this.#fork(place))),
    ]);
  }

  /** Replaces the workers one after another; each old one leaves once its successor works. Calls queue. */
  roll(): Promise<void> {
    this.#rolling = this.#rolling.then(() => this.#rollAll());
    return this.#rolling;
  }

  /** Stops all workers, and starts no more. */
  async close(): Promise<void> {
    this.#isClosing = true;
    const ends = [...this.#alive].map(({ ended }) => ended);
    for (const worker of this.#alive) worker.stop();
    await Promise.all(ends);
  }

  #fork({ slot }: Place): Worker {
    const worker = this.options.fork(slot);
    this.#watch(worker);
    return worker;
  }

  #watch(worker: Worker): void {
    this.#alive.add(worker);
    void worker.ended.then(() => this.#alive.delete(worker));
  }

  /** Waits until the worker works and gives it the place. @throws StartError if it ends or fails first. */
  async #begin(place: Place, worker: Worker): Promise<void> {
    const { now = performance.now.bind(performance) } = this.options;
    const lost = worker.ended.then((how) => Promise.reject(new Error(how)));
    await Promise.race([worker.begin(), lost]).catch((error: unknown) => {
      worker.stop();
      const why = error instanceof Error ? error.message : String(error);
      throw new StartError(`the worker ${place.slot.name} did not start: ${why}`, { cause: error });
    });
    const begunAt = now();
    place.current = worker;
    this.options.log.info({ worker: place.slot.name, pid: worker.pid }, 'a worker has started');
    void worker.ended.then((how) => {
      if (this.#isClosing || place.current !== worker) return;
      this.#lost++;
      place.current = undefined;
      place.failures = now() - begunAt < STEADY_MS ? place.failures + 1 : 0;
      this.options.log.error(
        { worker: place.slot.name, pid: worker.pid, how },
        'a worker ended; another one replaces it',
      );
      if (!place.isRolling) void this.#replace(place);
    });
  }

  async #replace(place: Place): Promise<void> {
    const { log, wait = pause, onLost } = this.options;
    while (!this.#isClosing && place.current === undefined) {
      await wait(BACKOFF_MS[Math.min(place.failures, BACKOFF_MS.length - 1)]!);
      if (this.#isClosing) return;
      try {
        await this.#begin(place, this.#fork(place));
      } catch (error) {
        if (this.#isClosing) return;
        place.failures++;
        log.error(
          { worker: place.slot.name, failures: place.failures, err: error },
          'a worker could not be replaced',
        );
        const isAlone = this.#places.every(({ current }) => current === undefined);
        if (isAlone && place.failures >= MAX_FAILURES) return onLost(error as Error);
      }
    }
  }

  async #rollAll(): Promise<void> {
    const { log } = this.options;
    for (const place of this.#places) {
      const old = place.current;
      // A slot that is being filled gets a new worker anyway.
      if (old === undefined || this.#isClosing) continue;
      place.isRolling = true;
      try {
        await this.#begin(place, this.#fork(place));
        old.leave().catch((error: unknown) => {
          // A worker that has been stopped meanwhile cannot answer.
          if (!this.#isClosing)
            log.error({ worker: place.slot.name, pid: old.pid, err: error }, 'a worker did not leave');
        });
      } catch (error) {
        if (this.#isClosing) return;
        log.error(
          { worker: place.slot.name, err: error },
          'a new worker did not start; the others stay as they are',
        );
        return;
      } finally {
        place.isRolling = false;
        if (place.current === undefined && !this.#isClosing) void this.#replace(place);
      }
    }
  }
}

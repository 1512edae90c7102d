import type { ProcessState, Readiness } from '../../../adapters/express/index.js';
import {
  MergedMetrics,
  openMetrics,
  workerMetrics,
  type Metrics,
} from '../../../adapters/prometheus/index.js';
import { freshFlight } from '../../../application/shared/single-flight.js';
import { inTime } from '../readiness.js';
import type { OthersState } from './merged-state.js';
import type { Slot } from './slots.js';
import { askOf, type WorkerProcess } from './worker-process.js';

/** Time in which a worker must give its metrics or state, ms. Otherwise the last known metrics count, and the state is left out. */
const ANSWER_LIMIT_MS = 2_000;

interface Watched {
  /** Slots, and whether each has a worker that does its work. */
  readonly standing: readonly {
    readonly slot: Slot;
    readonly worker: { readonly pid: number } | undefined;
  }[];
  readonly lost: number;
}

/** Reports of all workers together: their metrics as sums, their states, and whether every slot does its work. */
export class WorkersWatch {
  readonly #workers = new Map<number, WorkerProcess>();
  readonly #merged = new MergedMetrics<number>();
  readonly #own = openMetrics();

  /** @param read called for each report. */
  constructor(private readonly read: () => Watched) {
    workerMetrics(this.#own.registry, () => {
      const { standing, lost } = read();
      const working = standing.filter(({ worker }) => worker !== undefined).length;
      return { working, missing: standing.length - working, lost };
    });
  }

  /** Includes the worker, which is given the sums and the others' states when it asks for them. */
  add(worker: WorkerProcess): void {
    this.#workers.set(worker.pid, worker);
    worker.channel.handle('metrics', this.text);
    worker.channel.handle('others', () => this.#others(worker));
    void worker.ended.then(() => {
      this.#workers.delete(worker.pid);
      this.#merged.end(worker.pid);
    });
  }

  /** Lets the worker finish what is under way, and keeps what it has counted until then. */
  async leave(worker: WorkerProcess): Promise<void> {
    this.#merged.set(worker.pid, await askOf(worker)('leave'));
  }

  readonly text = freshFlight(async () => {
    const counts = [...this.#workers.values()].map(async (worker) => {
      const counted = await inTime(askOf(worker)('count'), ANSWER_LIMIT_MS).catch(() => undefined);
      if (counted !== undefined && this.#workers.has(worker.pid)) this.#merged.set(worker.pid, counted);
    });
    await Promise.all(counts);
    this.#merged.set(process.pid, await this.#own.registry.getMetricsAsJSON());
    return this.#merged.text();
  });

  async #others({ pid: asking }: WorkerProcess): Promise<OthersState> {
    const working = this.read().standing.flatMap(({ worker }) => this.#workers.get(worker?.pid ?? 0) ?? []);
    const states = working
      .filter(({ pid }) => pid !== asking)
      .map((worker) =>
        inTime(askOf(worker)('state'), ANSWER_LIMIT_MS).catch((): ProcessState | undefined => undefined),
      );
    const [readiness, ...found] = await Promise.all([this.readiness(), ...states]);
    return { readiness, states: found.filter((state) => state !== undefined) };
  }

  get metrics(): Omit<Metrics, 'registry'> {
    return { contentType: this.#merged.contentType, text: this.text };
  }

  /** Ready while every slot has a worker that is. */
  readonly readiness = async (): Promise<Readiness> => {
    const found = await Promise.all(
      this.read().standing.map(async ({ slot, worker }) => {
        const asked = this.#workers.get(worker?.pid ?? 0);
        const unready = (reason: string): Readiness => ({ ready: false, reasons: [reason] });
        if (asked === undefined) return unready(`the worker ${slot.name} is being replaced`);
        return inTime(askOf(asked)('readiness')).catch(() =>
          unready(`the worker ${slot.name} does not respond`),
        );
      }),
    );
    const failing = new Set(found.flatMap((each) => each.failing ?? []));
    const unpriced = found.find((each) => each.unpriced)?.unpriced;
    const sending = found.find((each) => each.sending)?.sending;
    return {
      ready: found.every(({ ready }) => ready),
      reasons: [...new Set(found.flatMap(({ reasons }) => reasons))],
      ...(failing.size > 0 && { failing: [...failing] }),
      ...(unpriced && { unpriced }),
      ...(sending && { sending }),
    };
  };
}

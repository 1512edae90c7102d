import { parentPort, Worker } from 'node:worker_threads';
import { addTotals, Campaign, noTotals, type Totals } from './campaign.js';
import { DEFECTS, type DefectName } from './defects.js';
import type { StorageKind } from './world.js';

/** Seeds of one piece of work. */
const PIECE = 100;

/** A range of seeds. */
export interface Work {
  readonly from: number;
  readonly count: number;
  readonly defect: DefectName | undefined;
  readonly storage: StorageKind;
}

interface Done {
  readonly totals: Totals;
  readonly failed: number | undefined;
}

/** Runs seeds on several threads, piece by piece, until one of them fails. */
export async function runOnThreads(
  { from, count, ...how }: Work,
  { threads, program }: { readonly threads: number; readonly program: URL },
): Promise<Done> {
  const totals = noTotals();
  const end = from + count;
  let next = from;
  let failed: number | undefined;
  const runOne = (): Promise<void> =>
    new Promise((resolve, reject) => {
      const worker = new Worker(program);
      const feed = () => {
        if (next >= end || failed !== undefined) return void worker.terminate().then(() => resolve(), reject);
        worker.postMessage({ from: next, count: Math.min(PIECE, end - next), ...how } satisfies Work);
        next += PIECE;
      };
      worker.on('error', reject);
      worker.on('message', (done: Done) => {
        addTotals(totals, done.totals);
        if (done.failed !== undefined) failed = Math.min(failed ?? Infinity, done.failed);
        feed();
      });
      feed();
    });
  await Promise.all(Array.from({ length: threads }, runOne));
  return { totals, failed };
}

/** Runs what the main thread asks for. */
export function serveMainThread(): void {
  parentPort!.on('message', ({ from, count, defect, storage }: Work) => {
    const campaign = new Campaign({ defect: defect && DEFECTS[defect], storage });
    campaign.run(from, count).then(
      (failed) => parentPort!.postMessage({ totals: campaign.totals, failed: failed?.seed } satisfies Done),
      (error: unknown) => {
        throw error;
      },
    );
  });
}

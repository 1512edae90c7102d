import type { Ports } from '../../ports/index.js';
import { makeSwapRecorder } from '../execution/swap/record-swap.js';

type Needs = Pick<Ports, 'databaseHome' | 'swaps'> & Parameters<typeof makeSwapRecorder>[0];

/** Number of swaps that are read at a time. */
const PAGE = 50;

/**
 * Accepts a displaced database as the current one. Before that, every swap that may not have been sent yet is noted as sent again: the
 * database may have lost that it was, and a process may still hold a refusal of the first sending, which must not drop the swap.
 */
export async function releaseDatabase(ports: Needs): Promise<void> {
  const { databaseHome, swaps } = ports;
  const recorder = makeSwapRecorder(ports);
  for (let live = await swaps.listLive(PAGE); live.length > 0; live = await swaps.listLive(PAGE, live.at(-1)))
    for (const swap of live) if (swap.state === 'stored') await recorder.sentAgain(swap);
  await databaseHome.settle();
}

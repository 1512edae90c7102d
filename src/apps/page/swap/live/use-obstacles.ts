import { useComputed, type ReadonlySignal } from '@preact/signals';
import { now } from '../../live/clock.js';
import { useReading } from '../../live/reading.js';
import { listedWords } from '../../live/token-names.js';
import { wallet } from '../../session/wallet.js';
import { obstacleWords } from '../model/obstacles.js';
import type { Drafted } from '../model/orders.js';

const EVERY_MS = 60_000;
const NONE: readonly string[] = [];

/**
 * Sentences about what would hold the form's first order for its owner, by a rehearsal: before the review, and again each minute. It is
 * rehearsed for each pair of tokens, not for each amount. Empty without a wallet, and while the server does not respond.
 */
export function useObstacles(drafted: ReadonlySignal<Drafted>): ReadonlySignal<readonly string[]> {
  const asked = useComputed(() => {
    const [first] = drafted.value.orders;
    const owner = wallet.value?.signer.address;
    if (first === undefined || owner === undefined) return undefined;
    return [owner, first.inputToken, first.outputToken].join();
  });
  const { reading } = useReading(async (client, signal) => {
    const key = asked.value;
    const [order] = drafted.peek().orders;
    const owner = wallet.peek()?.signer.address;
    if (key === undefined || order === undefined || owner === undefined) return undefined;
    const { holds } = await client.orders.rehearse({ owner, recipient: owner, ...order }, { signal });
    return { key, order, holds };
  }, EVERY_MS);
  return useComputed(() => {
    const read = reading.value.value;
    if (read === undefined || read.key !== asked.value) return NONE;
    return obstacleWords(read.order, read.holds, listedWords.value, now.value);
  });
}

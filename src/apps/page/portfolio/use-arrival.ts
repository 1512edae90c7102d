import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { useReading } from '../live/reading.js';
import { wallet } from '../session/wallet.js';

const LOOK_MS = 3_000;

/**
 * Whether the wallet's balance of a token is as it should become. It is read from the page's own server, so no other host learns of
 * the visitor. Calls `onArrived` once.
 */
export function useArrival(
  token: string,
  isIt: (balance: bigint) => boolean,
  onArrived: () => void,
): boolean {
  const isThere = useSignal(false);
  const { reading } = useReading(async ({ balances }, signal) => {
    const owner = wallet.value?.signer.address;
    // Once it has arrived, there is nothing left to look for.
    if (owner === undefined || isThere.peek()) return undefined;
    const { balances: read } = await balances.get(owner, [token], { signal });
    return read[0]?.balance ?? undefined;
  }, LOOK_MS);
  const { value } = reading.value;
  useEffect(() => {
    if (isThere.peek() || value === undefined || !isIt(BigInt(value))) return;
    isThere.value = true;
    onArrived();
  }, [value]);
  return isThere.value;
}

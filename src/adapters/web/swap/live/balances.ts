import type { ReadonlySignal } from '@preact/signals';
import { useComputed } from '@preact/signals';
import { useReading } from '../../live/reading.js';
import { demoAccounts } from '../../wallet/demo-wallets.js';
import { wallet } from '../../wallet/wallet.js';

type Balances = ReadonlyMap<string, bigint>;

const EVERY_MS = 10_000;

/** What the visitor's demo wallet holds, smallest units by contract id; undefined for other wallets, which the service knows nothing of. */
export function useBalances(): ReadonlySignal<Balances | undefined> {
  const { reading } = useReading(async () => {
    const connected = wallet.value;
    if (connected?.isDemo !== true) return undefined;
    const { address } = connected.signer;
    const account = (await demoAccounts()).find(({ wallet: one }) => one.signer.address === address);
    if (account === undefined) return undefined;
    const balances = Object.entries(account.balances).map(([id, units]) => [id, BigInt(units)] as const);
    return { address, balances: new Map(balances) };
  }, EVERY_MS);
  return useComputed(() => {
    const { value } = reading.value;
    return value !== undefined && value.address === wallet.value?.signer.address ? value.balances : undefined;
  });
}

import { keySigner } from '../../../signing/index.js';
import { service } from '../service.js';
import type { Wallet } from './wallet.js';

interface DevnetAccount {
  readonly name: string;
  readonly address: string;
  readonly privateKey: string;
  readonly balances: Readonly<Record<string, string>>;
}

/** A funded account of the devnet. */
export interface DemoAccount {
  readonly wallet: Wallet;
  /** What it held when it was read, in smallest units by contract id; nothing of the operator's account. */
  readonly balances: Readonly<Record<string, string>>;
}

/** The funded accounts of the devnet; none on another network, where `/devnet` is not served. */
export async function demoAccounts(): Promise<readonly DemoAccount[]> {
  const response = await fetch(new URL('devnet', service.value?.baseUrl));
  if (response.status === 404) return [];
  if (!response.ok) throw new Error(`the devnet responded with status ${response.status}`);
  const { accounts, operator } = (await response.json()) as {
    readonly accounts: readonly DevnetAccount[];
    readonly operator?: Omit<DevnetAccount, 'balances'>;
  };
  const all = [...accounts, ...(operator === undefined ? [] : [{ ...operator, balances: {} }])];
  return all.map(({ name, privateKey, balances }) => ({
    wallet: { name, isDemo: true, signer: keySigner(privateKey, 'devnet') },
    balances,
  }));
}

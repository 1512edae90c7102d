import { keySigner } from '../../../sdk/signing/index.js';
import { service } from '../session/service.js';
import type { Wallet } from '../session/wallet.js';

interface DevnetAccount {
  readonly name: string;
  readonly address: string;
  readonly privateKey: string;
}

/** The wallets of the devnet's funded accounts; none on other networks, where `/devnet` is not served. */
export async function demoWallets(): Promise<readonly Wallet[]> {
  const response = await fetch(new URL('devnet', service.value?.baseUrl));
  if (response.status === 404) return [];
  if (!response.ok) throw new Error(`the devnet responded with status ${response.status}`);
  const { accounts, operator } = (await response.json()) as {
    readonly accounts: readonly DevnetAccount[];
    readonly operator?: DevnetAccount;
  };
  const wallets = accounts.map(walletOf);
  return operator === undefined
    ? wallets
    : [...wallets, { ...walletOf(operator), note: 'opens the operator’s view' }];
}

const walletOf = ({ name, privateKey }: DevnetAccount): Wallet => ({
  name,
  isDemo: true,
  signer: keySigner(privateKey, 'devnet'),
});

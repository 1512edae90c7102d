import { computed, signal } from '@preact/signals';
import type { Signer } from '../../../sdk/signing/index.js';

/** The visitor's wallet: an address, and what signs for it. */
export interface Wallet {
  /** Name of the wallet on the page: the demo wallet's name, or `Wallet`. */
  readonly name: string;
  readonly signer: Signer;
  /** Whether its key is a public one of the devnet. */
  readonly isDemo: boolean;
  /** Note that sets the wallet apart in a list of wallets. */
  readonly note?: string;
}

const chosen = signal<Wallet | undefined>(undefined);

/** The visitor's wallet; undefined before one is connected. It is forgotten with the page: no key and no address is stored. */
export const wallet = computed(() => chosen.value);

export function useWallet(next: Wallet): void {
  chosen.value = next;
}

export function forgetWallet(): void {
  chosen.value = undefined;
}

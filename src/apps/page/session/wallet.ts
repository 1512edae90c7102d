import { computed, signal } from '@preact/signals';
import type { Signer } from '../../../sdk/signing/index.js';

/** The visitor's wallet: an address and its signer. */
export interface Wallet {
  /** Name of the wallet on the page: a demo wallet's own, or `Wallet`. */
  readonly name: string;
  readonly signer: Signer;
  /** Whether the wallet's key is one of the devnet's public keys. */
  readonly isDemo: boolean;
  /** Note that distinguishes the wallet in a list. */
  readonly note?: string;
}

const chosen = signal<Wallet | undefined>(undefined);

/** The visitor's wallet; undefined before one is connected. Neither its key nor its address is stored, so closing the page forgets it. */
export const wallet = computed(() => chosen.value);

export function useWallet(next: Wallet): void {
  chosen.value = next;
}

export function forgetWallet(): void {
  chosen.value = undefined;
}

import { computed, signal } from '@preact/signals';
import type { Signer } from '../../../sdk/signing/index.js';
import { forgetKept, keep } from './kept.js';

/** The visitor's wallet: an address and its signer. */
export interface Wallet {
  /** Name of the wallet on the page: a demo wallet's own, or `Wallet`. */
  readonly name: string;
  readonly signer: Signer;
  /** The wallet of the browser that signs; absent for a demo wallet. */
  readonly id?: string;
  /** Whether the wallet's key is one of the devnet's public keys. */
  readonly isDemo: boolean;
  /** Note that distinguishes the wallet in a list. */
  readonly note?: string;
}

const chosen = signal<Wallet | undefined>(undefined);

/** The visitor's wallet; undefined before one is connected. The browser keeps its address for the next visit, and no key. */
export const wallet = computed(() => chosen.value);

/** Connects the wallet, and keeps its address. */
export function useWallet(next: Wallet, network: string): void {
  const { signer, name, id } = next;
  const { address, publicKey } = signer;
  chosen.value = next;
  keep({ wallet: { address, publicKey, network, name, ...(id !== undefined && { id }) } });
}

export function forgetWallet(): void {
  chosen.value = undefined;
  keep({ wallet: undefined });
}

/** Forgets the wallet and all else that this browser keeps. */
export function forgetMe(): void {
  chosen.value = undefined;
  forgetKept();
}

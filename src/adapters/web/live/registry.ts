import { computed, effect, signal } from '@preact/signals';
import type { Client, ListedToken, Vault } from '../../../client/index.js';
import { client } from '../service.js';
import { problemOf, type Problem } from './problem.js';

/** Tokens and vaults of the exchange. */
export interface Registry {
  readonly tokens: readonly ListedToken[];
  readonly vaults: readonly Vault[];
}

const current = signal<Registry | undefined>(undefined);
const trouble = signal<Problem | undefined>(undefined);

/** Tokens and vaults; undefined until they are known. */
export const registry = computed(() => current.value);
export const registryProblem = computed(() => trouble.value);
/** Tokens by contract id. */
export const tokenOf = computed(
  () => new Map((current.value?.tokens ?? []).map((token) => [token.contractId, token])),
);

const AGAIN_MS = 60_000;
const RETRY_MS = 5_000;

/** Reads tokens and vaults for as long as the page is open. Returns a function that ends it. */
export const followRegistry = (): (() => void) =>
  effect(() => {
    const reading = client.value;
    if (reading === undefined) return;
    let timer: ReturnType<typeof setTimeout>;
    const aborted = new AbortController();
    const read = async (from: Client) => {
      try {
        current.value = await from.vaults.list({ signal: aborted.signal });
        trouble.value = undefined;
      } catch (error) {
        if (!aborted.signal.aborted) trouble.value = problemOf(error);
      }
      if (!aborted.signal.aborted)
        timer = setTimeout(() => void read(from), trouble.peek() === undefined ? AGAIN_MS : RETRY_MS);
    };
    void read(reading);
    return () => {
      aborted.abort();
      clearTimeout(timer);
    };
  });

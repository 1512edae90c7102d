import { computed, effect, signal } from '@preact/signals';
import type { Client, ListedToken, ResponseOf, Vault } from '../../../sdk/client/index.js';
import { client } from '../session/service.js';
import { returns } from './online.js';
import { problemOf, type Problem } from './problem.js';

/** The network, with the tokens, vaults and routers of the exchange. */
export interface Registry {
  readonly network: Terms['network'];
  /** Terms under which orders are signed: tokens with their signature domains, and routers. */
  readonly terms: Terms;
  readonly tokens: readonly ListedToken[];
  readonly vaults: readonly Vault[];
}

type Terms = ResponseOf<'readRegistry'>;

const current = signal<Registry | undefined>(undefined);
const trouble = signal<Problem | undefined>(undefined);

/** Tokens, vaults and routers of the exchange; undefined until they are known. */
export const registry = computed(() => current.value);
export const registryProblem = computed(() => trouble.value);
/** Whether the tokens are known, or reading them has failed, so that views need not wait for them. */
export const areTokensKnown = computed(() => current.value !== undefined || trouble.value !== undefined);
/** Tokens by contract id. */
export const tokenOf = computed(
  () => new Map((current.value?.tokens ?? []).map((token) => [token.contractId, token])),
);

/** The token as people know it: the listed base of a copy, any other as it is. */
export function wholeToken<T extends { readonly contractId: string }>(token: T): T | ListedToken {
  const base = tokenOf.value.get(token.contractId)?.base;
  return (base === undefined ? undefined : tokenOf.value.get(base)) ?? token;
}

/** Tags of logos by contract id; undefined for tokens without one. */
export const logoTags = computed(
  () => new Map((current.value?.terms.tokens ?? []).map(({ contractId, logo }) => [contractId, logo])),
);

const AGAIN_MS = 60_000;
const RETRY_MS = 5_000;

/** Follows the registry while the page is open. Returns a function that ends it. */
export const followRegistry = (): (() => void) =>
  effect(() => {
    const reading = client.value;
    void returns.value;
    if (reading === undefined) return;
    let timer: ReturnType<typeof setTimeout>;
    const aborted = new AbortController();
    const read = async (from: Client) => {
      try {
        const { signal } = aborted;
        const [listed, terms] = await Promise.all([
          from.vaults.list({ signal }),
          from.vaults.registry({ signal }),
        ]);
        current.value = { ...listed, network: terms.network, terms };
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

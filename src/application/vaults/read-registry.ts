import type { RouterContract, Token } from '../../domain/market/registry.js';
import type { Network } from '../../domain/shared/network.js';
import type { RegistrySource } from '../../ports/index.js';
import type { ReadTokenBook } from '../metadata/read-token-book.js';

/** Facts about the network that a wallet needs to sign an order. */
export interface NetworkRegistry {
  readonly network: Network;
  /** In the order of the registry. Names, symbols, images and descriptions come from their metadata. */
  readonly tokens: readonly Token[];
  readonly routers: readonly RouterContract[];
}

interface Needs {
  readonly registry: RegistrySource;
  readonly readTokens: ReadTokenBook;
}

/** Returns the registry's facts about the network, its tokens and its routers; the chain is not read. */
export const makeReadRegistry =
  ({ registry, readTokens }: Needs): (() => Promise<NetworkRegistry>) =>
  async () => {
    const current = registry.current();
    const book = await readTokens(current);
    const { network, routers, tokens } = current;
    // The identifier stays the registry's: wallets put it into post-conditions, and metadata is only its writer's word.
    const described = tokens.map((token) => ({ ...book.withFacts(token), identifier: token.identifier }));
    return { network, routers, tokens: described };
  };

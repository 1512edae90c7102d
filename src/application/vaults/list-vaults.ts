import { describeToken, type TokenFactsById } from '../../domain/metadata-record/token-facts.js';
import type { Token } from '../../domain/market/registry.js';
import { LP_DECIMALS, type Vault } from '../../domain/vault/vault.js';
import { ok, type Result } from '../../domain/shared/result.js';
import type { Units } from '../../domain/shared/units.js';
import type { ChainUnreachable } from '../../ports/index.js';
import type { ReadTokenFacts } from '../metadata/token-facts-cache.js';
import type { Market, MarketReader } from '../market/market.js';
import type { CoreSettings } from '../settings.js';

/** A token in a vault. */
export interface VaultSide {
  readonly token: Token;
  /** Smallest units. Undefined when unread: the kind has no reserves, or the vault gave none. */
  readonly reserve: Units | undefined;
}

/** A vault with its last read reserves. */
export interface ListedVault {
  readonly vault: Vault;
  /** The vault as a token, held by its liquidity providers. */
  readonly lpToken: Token;
  /** Token A, then token B. */
  readonly liquidity: readonly [VaultSide, VaultSide];
  /** Supply of the LP token in smallest units; undefined when unread. */
  readonly supply: Units | undefined;
  readonly readAt: Date | undefined;
}

/** In the order of the registry. */
export interface VaultListing {
  readonly vaults: readonly ListedVault[];
  readonly tokens: readonly Token[];
}

/** Lists every vault and token of the registry with the vaults' reserves, vaults in quarantine included. */
export const makeListVaults =
  (market: MarketReader, readFacts: ReadTokenFacts, { reservesMaxAgeMs }: CoreSettings) =>
  async (): Promise<Result<VaultListing, ChainUnreachable>> => {
    const read = await market.read(reservesMaxAgeMs);
    return read.ok ? ok(listingOf(read.value, await readFacts())) : read;
  };

function listingOf({ registry, reserves }: Market, facts: TokenFactsById): VaultListing {
  const describe = (token: Token) => describeToken(token, facts);
  const tokens = registry.tokens.map(describe);
  const byId = new Map(tokens.map((token) => [token.contractId, token]));
  const vaults = registry.vaults.map((vault): ListedVault => {
    const [tokenA, tokenB] = [byId.get(vault.tokenA), byId.get(vault.tokenB)];
    if (tokenA === undefined || tokenB === undefined)
      throw new Error(`the vault ${vault.contractId} of the registry holds an unlisted token`);
    const held = reserves.get(vault.contractId);
    const { contractId, name, symbol } = vault;
    return {
      vault,
      lpToken: describe({ contractId, name, symbol, identifier: symbol, decimals: LP_DECIMALS }),
      liquidity: [
        { token: tokenA, reserve: held?.reserveA },
        { token: tokenB, reserve: held?.reserveB },
      ],
      supply: held?.supply,
      readAt: held?.readAt,
    };
  });
  return { vaults, tokens };
}

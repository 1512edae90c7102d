import { describeToken, type TokenFactsById } from '../../domain/metadata-record/token-facts.js';
import type { Token } from '../../domain/market/registry.js';
import type { Vault } from '../../domain/vault/vault.js';
import { ok, type Result } from '../../domain/shared/result.js';
import type { Units } from '../../domain/shared/units.js';
import type { ChainUnreachable } from '../../ports/index.js';
import type { ReadTokenFacts } from '../metadata/token-facts-cache.js';
import type { Market, MarketReader } from '../market/market.js';
import type { CoreSettings } from '../settings.js';

/** A token in a vault. */
export interface VaultSide {
  readonly token: Token;
  /** Undefined where it was not read: a sublink is never asked, and a vault may give no answer. */
  readonly reserve: Units | undefined;
}

/** A vault with what it held when it was read. */
export interface ListedVault {
  readonly vault: Vault;
  /** The vault as a token: those who fund it hold it. */
  readonly lpToken: Token;
  /** Token A, then token B. */
  readonly liquidity: readonly [VaultSide, VaultSide];
  /** Of the LP token; undefined where it was not read. */
  readonly supply: Units | undefined;
  readonly readAt: Date | undefined;
}

/** In the order of the registry. */
export interface VaultListing {
  readonly vaults: readonly ListedVault[];
  readonly tokens: readonly Token[];
}

/** Every vault and token of the registry, vaults in quarantine included, with what the vaults hold. */
export type ListVaults = () => Promise<Result<VaultListing, ChainUnreachable>>;

/** As all vault contracts have them. */
const LP_DECIMALS = 6;

export const makeListVaults = (
  market: MarketReader,
  readFacts: ReadTokenFacts,
  { reservesMaxAgeMs }: CoreSettings,
): ListVaults => {
  return async () => {
    const read = await market.read(reservesMaxAgeMs);
    return read.ok ? ok(listingOf(read.value, await readFacts())) : read;
  };
};

function listingOf({ registry, reserves }: Market, facts: TokenFactsById): VaultListing {
  const describe = (token: Token) => describeToken(token, facts);
  const tokens = registry.tokens.map(describe);
  const byId = new Map(tokens.map((token) => [token.contractId, token]));
  const vaults = registry.vaults.map((vault): ListedVault => {
    const [tokenA, tokenB] = [byId.get(vault.tokenA), byId.get(vault.tokenB)];
    if (tokenA === undefined || tokenB === undefined)
      throw new Error(`the registry has the vault ${vault.contractId} with an unlisted token`);
    const held = reserves.get(vault.contractId);
    const liquidity = [
      { token: tokenA, reserve: held?.reserveA },
      { token: tokenB, reserve: held?.reserveB },
    ] as const;
    const lpToken = describe(lpTokenOf(vault));
    return { vault, lpToken, liquidity, supply: held?.supply, readAt: held?.readAt };
  });
  return { vaults, tokens };
}

const lpTokenOf = ({ contractId, name, symbol }: Vault): Token => ({
  contractId,
  name,
  symbol,
  identifier: symbol,
  decimals: LP_DECIMALS,
});

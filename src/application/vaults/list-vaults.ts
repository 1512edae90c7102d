import type { TokenBook } from '../../domain/metadata-record/token-book.js';
import type { Token } from '../../domain/market/registry.js';
import { LP_DECIMALS, type Reserves, type Vault } from '../../domain/vault/vault.js';
import type { ContractId } from '../../domain/shared/contract-id.js';
import { ok } from '../../domain/shared/result.js';
import { toUnits, type Units } from '../../domain/shared/units.js';
import type { ChainRead, SubnetHolding } from '../../ports/index.js';
import type { Market, MarketReader } from '../market/market.js';
import type { ReadTokenBook } from '../metadata/read-token-book.js';
import type { CoreSettings } from '../settings.js';
import type { HoldingsByVault, ReadSublinkHoldings } from './sublink-holdings.js';

/** A token in a vault. */
export interface VaultSide {
  readonly token: Token;
  /**
   * Amount of the token in the vault, in smallest units; undefined if unread. For a sublink, both sides show the subnet's
   * holdings of the base token, since each unit of the copy is backed by one of the base.
   */
  readonly reserve: Units | undefined;
}

/** A vault with the reserves that were read last. */
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

/** Vaults and tokens in the order of the registry. */
export interface VaultListing {
  readonly vaults: readonly ListedVault[];
  readonly tokens: readonly Token[];
}

export interface ListVaultsNeeds {
  readonly market: MarketReader;
  readonly readHoldings: ReadSublinkHoldings;
  readonly readTokens: ReadTokenBook;
}

/** Lists every vault and token of the registry with the vaults' holdings, including quarantined vaults. */
export const makeListVaults =
  ({ market, readHoldings, readTokens }: ListVaultsNeeds, { reservesMaxAgeMs }: CoreSettings) =>
  async (): ChainRead<VaultListing> => {
    const read = await market.read(reservesMaxAgeMs);
    if (!read.ok) return read;
    const { registry } = read.value;
    const [holdings, tokens] = await Promise.all([readHoldings(registry), readTokens(registry)]);
    return ok(listingOf(read.value, holdings, tokens));
  };

function listingOf(
  { registry, reserves }: Market,
  holdings: HoldingsByVault,
  described: TokenBook,
): VaultListing {
  const tokenOf = (id: ContractId): Token => {
    const token = described.listed(id);
    if (token === undefined) throw new Error(`the registry lists a vault, but not its token ${id}`);
    return token;
  };
  const vaults = registry.vaults.map((vault): ListedVault => {
    const { contractId, name, symbol } = vault;
    const held = reserves.get(contractId) ?? asReserves(holdings.get(contractId));
    return {
      vault,
      lpToken: described.withFacts({ contractId, name, symbol, identifier: symbol, decimals: LP_DECIMALS }),
      liquidity: [
        { token: tokenOf(vault.tokenA), reserve: held?.reserveA },
        { token: tokenOf(vault.tokenB), reserve: held?.reserveB },
      ],
      supply: held?.supply,
      readAt: held?.readAt,
    };
  });
  return { vaults, tokens: registry.tokens.map(({ contractId }) => tokenOf(contractId)) };
}

/** The holdings as reserves of both sides, since each unit of the copy is backed by one of the base token. A sublink has no LP token. */
const asReserves = (holding: SubnetHolding | undefined): Reserves | undefined =>
  holding && {
    reserveA: holding.units,
    reserveB: holding.units,
    supply: toUnits(0n),
    readAt: holding.readAt,
  };

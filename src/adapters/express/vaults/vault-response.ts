import type { ListedVault, VaultListing, VaultSide } from '../../../application/vaults/list-vaults.js';
import type { Token } from '../../../domain/market/registry.js';

/** Amounts are whole smallest units: as numbers, which lose digits beyond 2^53, and as exact text. Fees are in parts per million. */
export const listingResponse = ({ vaults, tokens }: VaultListing): object => ({
  vaults: vaults.map(describeVault),
  tokens: tokens.map((token) => ({ ...describeToken(token), ...copyOf(token) })),
});

function describeVault({ vault, lpToken, liquidity, supply, readAt }: ListedVault): object {
  const { kind, protocol, feePpm, externalPoolId, engineContractId } = vault;
  return {
    ...describeToken(lpToken),
    kind,
    protocol,
    fee: feePpm,
    liquidity: liquidity.map(describeSide),
    supply: Number(supply ?? 0n),
    supplyExact: supply?.toString() ?? null,
    asOf: readAt?.toISOString() ?? null,
    ...(externalPoolId !== undefined && { externalPoolId }),
    ...(engineContractId !== undefined && { engineContractId }),
  };
}

/** What was not read counts as 0, as clients expect a number; its exact text is null. */
const describeSide = ({ token, reserve }: VaultSide): object => ({
  ...describeToken(token),
  reserves: Number(reserve ?? 0n),
  reservesExact: reserve?.toString() ?? null,
});

/** Every field is there, as clients expect texts: what is not known is empty. */
function describeToken({ contractId, name, symbol, identifier, description, image, decimals }: Token) {
  return {
    contractId,
    name,
    symbol,
    identifier,
    description: description ?? '',
    image: image ?? '',
    decimals,
  };
}

const copyOf = ({ type, base }: Token): object => ({
  ...(type !== undefined && { type }),
  ...(base !== undefined && { base }),
});

export const A = 'ST1PQHQKV0RJXZFY1DGX8MNSNYVE3VGZJSRTPGZGM';

type Fields = Record<string, unknown>;

export interface Document {
  network: string;
  routers: Fields[];
  wstx: string;
  sbtc: string;
  verifier: unknown;
  tokens: Fields[];
  vaults: Fields[];
  blocked: string[];
}

/** A small valid registry of testnet: STX, a token CAT with a subnet copy, one pool and one sublink. */
export function aRegistryDocument(): Document {
  const cat = { symbol: 'CAT', name: 'Cat', decimals: 8, identifier: 'cat' };
  return {
    network: 'testnet',
    routers: [{ id: `${A}.router`, payout: 'signer' }],
    wstx: `${A}.wstx`,
    sbtc: `${A}.sbtc`,
    verifier: { v1: `${A}.verifier-v1`, v2: `${A}.verifier-v2` },
    tokens: [
      { contractId: '.stx', symbol: 'STX', name: 'Stacks', decimals: 6, identifier: 'STX' },
      { contractId: `${A}.cat`, ...cat },
      { contractId: `${A}.cat-subnet`, ...cat, type: 'SUBNET', base: `${A}.cat`, blaze: 'v2' },
    ],
    vaults: [
      aVault({ contractId: `${A}.pool`, kind: 'pool', tokenA: '.stx', tokenB: `${A}.cat`, feePpm: 3_000 }),
      aVault({
        contractId: `${A}.link`,
        kind: 'sublink',
        tokenA: `${A}.cat`,
        tokenB: `${A}.cat-subnet`,
        feePpm: 0,
      }),
    ],
    blocked: [],
  };
}

const aVault = (fields: Fields): Fields => ({ protocol: 'TEST', name: 'Vault', symbol: 'LP', ...fields });

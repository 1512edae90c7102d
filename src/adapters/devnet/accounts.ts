import { createHash } from 'node:crypto';
import { getAddressFromPrivateKey, privateKeyToPublic } from '@stacks/transactions';

/** Whose address versions, transaction version and chain id the chain has. Keys are the same on both. */
export type Dress = 'devnet' | 'mainnet';

/** A key pair whose private key is public knowledge: for development only. */
export interface DevAccount {
  readonly name: string;
  readonly address: string;
  /** 64 hex characters and `01`: the compressed form. */
  readonly privateKey: string;
  readonly publicKey: string;
}

/** The accounts of a devnet. */
export interface DevAccounts {
  /** Deploys what no registry names. */
  readonly deployer: DevAccount;
  /** Pays the fees of swaps. */
  readonly operator: DevAccount;
  /** Swaps for the test control `/swap`. */
  readonly whale: DevAccount;
  /** Receives the fees of mined transactions. */
  readonly miner: DevAccount;
  readonly wallets: readonly DevAccount[];
}

/** Derives an account from its name: the same name gives the same key on every machine. */
export function devAccount(name: string, dress: Dress = 'devnet'): DevAccount {
  const privateKey = `${createHash('sha256').update(`sluice devnet, development only: ${name}`).digest('hex')}01`;
  return {
    name,
    address: getAddressFromPrivateKey(privateKey, dress),
    privateKey,
    publicKey: privateKeyToPublic(privateKey).toString(),
  };
}

/** The accounts with their addresses in that dress. */
export const accountsIn = (dress: Dress): DevAccounts => ({
  deployer: devAccount('deployer', dress),
  operator: devAccount('operator', dress),
  whale: devAccount('whale', dress),
  miner: devAccount('miner', dress),
  wallets: ['alice', 'bob', 'carol', 'dave'].map((name) => devAccount(name, dress)),
});

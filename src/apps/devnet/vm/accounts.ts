import { createHash } from 'node:crypto';
import { getAddressFromPublicKey, privateKeyToPublic } from '@stacks/transactions';

/** Network whose address versions, transaction version and chain id the chain uses. The accounts' keys are the same on both. */
export type Dress = 'devnet' | 'mainnet';

/** A key pair whose private key is public: for development only. */
export interface DevAccount {
  readonly name: string;
  readonly address: string;
  /** 64 hex characters followed by `01`, which marks the compressed form. */
  readonly privateKey: string;
  readonly publicKey: string;
}

/** The accounts of a devnet. */
export interface DevAccounts {
  /** Deploys contracts that no registry names. */
  readonly deployer: DevAccount;
  /** Pays the fees of swaps. */
  readonly operator: DevAccount;
  /** Swaps for the test control `/swap`. */
  readonly whale: DevAccount;
  /** Receives the fees of mined transactions. */
  readonly miner: DevAccount;
  readonly wallets: readonly DevAccount[];
}

/** The public keys of every devnet's accounts. They are listed because deriving them would delay each start. */
const PUBLIC_KEYS: ReadonlyMap<string, string> = new Map([
  ['deployer', '0256fc1e518259c2ffbbb42e1de0870d3d73c59b2103c2ab5d71f961ec5a7ebce3'],
  ['operator', '02185ea5dfc0d9ecdd6a4e97b86e46ae4a7f953ab30db4d8b074e7151725f5820d'],
  ['whale', '03c15bbef7e7f87a28d4cb47b7ce65a79dec8a6250649dc4919d62f53d8e94b97b'],
  ['miner', '0335d4a152a016811741108ca60c9f511a929caccf3807f2dbfab2d05ce53498b5'],
  ['alice', '030d7bd8306787a6efa5812cc3a770721115285eedd14c590b3613a016be0f6ec9'],
  ['bob', '02a9050996e0dd5d7410e089361f721b5e5b438074b04b38ea1627d77c8ba25e44'],
  ['carol', '0364b343980d7ac069a7c43fec36e3cadb1e9a34ec3e941cf6f2115b1221406aab'],
  ['dave', '03a48d1da9f58942fd0e5c569d499005a7d546f71d519399bd057e9e4d0516531c'],
]);

/** Derives an account from its name. The same name gives the same key on every machine. */
export function devAccount(name: string, dress: Dress = 'devnet'): DevAccount {
  const privateKey = `${createHash('sha256').update(`sluice devnet, development only: ${name}`).digest('hex')}01`;
  const publicKey = PUBLIC_KEYS.get(name) ?? String(privateKeyToPublic(privateKey));
  return { name, address: getAddressFromPublicKey(publicKey, dress), privateKey, publicKey };
}

/** The accounts with their addresses in the dress. */
export const accountsIn = (dress: Dress): DevAccounts => ({
  deployer: devAccount('deployer', dress),
  operator: devAccount('operator', dress),
  whale: devAccount('whale', dress),
  miner: devAccount('miner', dress),
  wallets: ['alice', 'bob', 'carol', 'dave'].map((name) => devAccount(name, dress)),
});

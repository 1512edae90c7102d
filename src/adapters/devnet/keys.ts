import { createHash } from 'node:crypto';
import { getAddressFromPrivateKey, privateKeyToPublic } from '@stacks/transactions';

/** A key pair whose private key is public knowledge: for development only. */
export interface DevAccount {
  readonly name: string;
  readonly address: string;
  /** 64 hex characters and `01`: the compressed form. */
  readonly privateKey: string;
  readonly publicKey: string;
}

/** Derives an account from its name: the same name gives the same key on every machine. */
export function devAccount(name: string): DevAccount {
  const privateKey = `${createHash('sha256').update(`sluice devnet, development only: ${name}`).digest('hex')}01`;
  return {
    name,
    address: getAddressFromPrivateKey(privateKey, 'devnet'),
    privateKey,
    publicKey: privateKeyToPublic(privateKey).toString(),
  };
}

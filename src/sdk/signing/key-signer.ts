import { toHex } from '../../domain/shared/hex.js';
import { NETWORKS, type Network } from '../../domain/shared/network.js';
import { signContractCall } from './contract-call.js';
import { structuredDigest, textDigest } from './digest.js';
import { SigningError } from './errors.js';
import { addressOf, parsePrivateKey, publicKeyOf, signDigest } from './key.js';
import type { Signer } from './signer.js';

/**
 * A signer that has the private key, for bots. The key is not a property of the object, so logging the object does not reveal it.
 *
 * @param privateKey 64 hex characters, or 66 ending in 01, as wallets export it. Either way, the account is that of the
 * compressed public key.
 * @throws SigningError with code `invalid-key`, which does not contain the key, or `wrong-network`.
 * @example
 * const signer = keySigner(privateKey, 'mainnet');
 * console.log(signer.address);
 */
export function keySigner(privateKey: string, network: Network): Signer {
  const known: readonly unknown[] = NETWORKS;
  if (!known.includes(network))
    throw new SigningError(`the network must be one of ${NETWORKS.join(', ')}`, 'wrong-network');
  const key = parsePrivateKey(privateKey);
  const publicKey = publicKeyOf(key);
  return {
    address: addressOf(publicKey, network),
    publicKey: toHex(publicKey),
    signText: async (message) => signDigest(textDigest(message), key),
    signStructured: async (data) => signDigest(structuredDigest(data), key),
    signCall: async (call, account) => signContractCall(call, key, { ...account, network }),
  };
}

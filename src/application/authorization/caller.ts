import type { Ports } from '../../ports/index.js';
import type { AdmittedKey } from '../api-keys/authenticate-key.js';
import type { WalletProof } from './prove-wallet.js';

/**
 * On whose authority a request is made: a wallet's signed message, an API key that `apiKeys.authenticate` admitted for
 * this request, or `host`, the embedding program, which vouches for the request itself.
 */
export type Authorization =
  WalletProof | { readonly by: 'api-key'; readonly key: AdmittedKey } | { readonly by: 'host' };

/**
 * The verified identity of the caller: the wallet or the API key. `undefined` when the signature is not the wallet's,
 * and for `host`. Grants nothing, and does not check the age or reuse of the signed message, so a retry may repeat it.
 */
export type CallerOf = (authorization: Authorization) => string | undefined;

export const makeCallerOf =
  ({ registry, signatures }: Pick<Ports, 'registry' | 'signatures'>): CallerOf =>
  (authorization) => {
    switch (authorization.by) {
      case 'host':
        return undefined;
      case 'api-key':
        return `api-key ${authorization.key.keyId}`;
      case 'wallet': {
        const { message, signature, publicKey, walletAddress } = authorization;
        const signed = { network: registry.current().network, message, signature, publicKey };
        return signatures.textSigner(signed) === walletAddress ? `wallet ${walletAddress}` : undefined;
      }
    }
  };

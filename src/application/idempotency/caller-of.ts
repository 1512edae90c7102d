import type { Ports } from '../../ports/index.js';
import type { Authorization } from '../orders/authorize-owner.js';

/**
 * Who certainly asks: the wallet whose signature this is, or the key. `undefined` when the signature is not the
 * wallet's, and for the embedding program, which needs no name. Says nothing of what the caller may do, nor of the
 * signed message's age or earlier use, so that a retry may show the very same message.
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

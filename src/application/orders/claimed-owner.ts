import { parseAddress, type Address } from '../../domain/shared/address.js';
import type { Ports } from '../../ports/index.js';
import type { Authorization } from './authorize-owner.js';

/** Whose orders the caller means by its own references. Nothing is verified yet, and nothing may be done for it. */
export function claimedOwner(
  authorization: Authorization,
  { hasher, registry }: Pick<Ports, 'hasher' | 'registry'>,
): Address | undefined {
  switch (authorization.by) {
    case 'host':
      return undefined;
    case 'api-key':
      return authorization.key.owner;
    case 'wallet': {
      const { network } = registry.current();
      const wallet = parseAddress(authorization.walletAddress, network, (bytes) => hasher.sha256(bytes));
      return wallet.ok ? wallet.value : undefined;
    }
  }
}

import type { OrderTerms } from '../../domain/order/order.js';
import { followSignedFields, signedMessage } from '../../domain/order/terms/signed-terms.js';
import { err, ok, type Result } from '../../domain/shared/result.js';
import type { Ports } from '../../ports/index.js';
import type { CoreSettings } from '../settings.js';

/** The order's terms are not those that its owner signed, or none were signed although the server requires it. */
export interface TermsChanged {
  readonly kind: 'terms-changed';
}

type Needs = Pick<Ports, 'hasher' | 'registry' | 'signatures'>;

/** Whether the owner's wallet signed the fields that the terms name as signed; true if they name none. */
export async function areFieldsSigned(
  { owner, signed }: Pick<OrderTerms, 'owner' | 'signed'>,
  { hasher, registry, signatures }: Needs,
): Promise<boolean> {
  if (signed === undefined) return true;
  const message = signedMessage(signed, hasher.sha256);
  const { network } = registry.current();
  return (await signatures.recoverTextSigner({ network, message, signature: signed.signature })) === owner;
}

/**
 * Checks stored terms before a swap is signed for them, so that neither the database nor a bug can change what the owner signed.
 * If signed terms are required, unsigned terms are refused: the signature may have been removed.
 */
export const makeCheckSignedTerms =
  (ports: Needs, { requireSignedTerms }: Pick<CoreSettings, 'requireSignedTerms'>) =>
  async (terms: OrderTerms): Promise<Result<void, TermsChanged>> => {
    const { network, wstx } = ports.registry.current();
    const isSigned = terms.signed === undefined ? !requireSignedTerms : await areFieldsSigned(terms, ports);
    const isUnchanged = isSigned && followSignedFields(terms, { network, wstx, sha256: ports.hasher.sha256 });
    return isUnchanged ? ok() : err({ kind: 'terms-changed' });
  };

import type { Registry, Token } from '../../domain/market/registry.js';
import { routerFor } from '../../domain/market/router-choice.js';
import { signOrders, type SignedOrder, type Signer, type UnsignedOrder } from '../signing/index.js';
import { TermsError } from './terms-error.js';

/** Network, tokens and routers for which orders are signed. */
export type SigningFacts = Pick<Registry, 'network' | 'tokens' | 'routers'>;

/**
 * Signs orders for the first router that pays the signer alone and knows the signature domain of the sold token.
 *
 * @throws TermsError if there is none, and SigningError.
 */
export function signedFor(
  signer: Signer,
  orders: readonly UnsignedOrder[],
  { network, tokens, routers }: SigningFacts,
  now: () => number,
): Promise<readonly SignedOrder[]> {
  const domainOf = (inputToken: string, wanted?: string) => {
    const sold: Partial<Token> = tokens.find(({ contractId }) => contractId === inputToken) ?? {};
    const choice = routerFor(sold, routers, wanted);
    if (choice.ok) return choice.value;
    throw new TermsError('sell', `no router can sell ${inputToken} (${choice.error.kind})`);
  };
  const { router } = domainOf(orders[0]!.inputToken);
  const blaze = (inputToken: string) => domainOf(inputToken, router).blaze;
  return signOrders(signer, orders, { network, router, blaze, now });
}

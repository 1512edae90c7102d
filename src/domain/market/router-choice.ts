import { err, ok, type Result } from '../shared/result.js';
import type { BlazeVersion, RouterContract, Token } from './registry.js';

/** Router and signature domain for which an order is signed. */
export interface RouterChoice {
  readonly router: RouterContract['id'];
  readonly blaze: BlazeVersion;
}

/** The token is no subnet copy, no router pays the signer alone and knows its domain, or no router has the wanted id. */
export type NoRouter = { readonly kind: 'not-a-subnet-token' | 'no-safe-router' | 'no-such-router' };

/** The wanted router, or by default the first that pays only the order's signer and knows the signature domain of the sold token. */
export function routerFor(
  { blaze }: Pick<Token, 'blaze'>,
  routers: readonly RouterContract[],
  wanted?: string,
): Result<RouterChoice, NoRouter> {
  if (blaze === undefined) return err({ kind: 'not-a-subnet-token' });
  const found = routers.find(({ id, payout, blaze: known }) =>
    wanted === undefined ? payout === 'signer' && known.includes(blaze) : id === wanted,
  );
  if (found === undefined) return err({ kind: wanted === undefined ? 'no-safe-router' : 'no-such-router' });
  return ok({ router: found.id, blaze });
}

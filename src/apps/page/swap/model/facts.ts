import type { ListedToken, ResponseOf } from '../../../../sdk/client/index.js';

/** Facts about the network, its tokens and its routers. */
export type Facts = ResponseOf<'readRegistry'>;

/** Recipient and purpose of an order, shown before it is signed. */
export interface Signed {
  readonly network: Facts['network'];
  readonly router: string;
  readonly blaze: 'v1' | 'v2';
}

/** Terms for signing an order that sells the token; undefined if no router accepts it. A router that pays only the signer is preferred. */
export function signedFor({ network, tokens, routers }: Facts, sell: ListedToken): Signed | undefined {
  const blaze = tokens.find(({ contractId }) => contractId === sell.contractId)?.blaze;
  if (blaze === undefined) return undefined;
  const fitting = routers.filter((router) => router.blaze.includes(blaze));
  const router = fitting.find(({ payout }) => payout === 'signer') ?? fitting[0];
  return router === undefined ? undefined : { network, blaze, router: router.id };
}

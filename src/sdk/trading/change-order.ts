import type { NamedChanges } from '../client/orders/named-terms.js';
import { signAmendment, type AmendableOrder, type SignedAmendment } from '../signing/index.js';
import type { Terms } from '../words/order.js';
import { changesOf } from './changes.js';
import { readMarket } from './market.js';
import { clientErrorOf, signerOf, type Placing } from './place.js';
import type { SigningFacts } from './signed.js';
import { tokenNamed } from './tokens.js';

/** Way of changing an order, and what its new terms are made from. */
export interface Changing<O extends Terms & AmendableOrder> extends Pick<
  Placing<O>,
  'wallet' | 'registry' | 'client' | 'now'
> {
  /** Reads the order as its owner. */
  readonly read: () => Promise<O>;
  /** Rejects if the price of the order with its new terms is probably a mistake. */
  readonly near: (order: O) => Promise<unknown>;
  readonly amend: (uuid: string, amendment: SignedAmendment) => Promise<O>;
}

/** Makes the new terms that changes describe, signs and sends them. Rejects with a ClientError only. */
export async function changeOrder<O extends Terms & AmendableOrder>(
  changes: NamedChanges,
  { wallet, registry, client, now, read, near, amend }: Changing<O>,
): Promise<O> {
  const signer = signerOf(wallet);
  const { network, tokens } = (await registry()) as SigningFacts;
  const order = await read();
  try {
    const sell = tokenNamed('sell', order.inputToken, tokens);
    const buy = tokenNamed('buy', order.outputToken, tokens);
    const market = await readMarket(client, order, tokens);
    const terms = changesOf(order, changes, { sell, buy, tokens, now, market });
    await near({ ...order, ...terms });
    return await amend(order.uuid!, await signAmendment(signer, order, terms, { network, now }));
  } catch (error) {
    throw clientErrorOf(error);
  }
}

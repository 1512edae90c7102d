import {
  signOrders,
  type Signer,
  type SignOrderOptions,
  type StructuredData,
  type UnsignedOrder,
} from '../../../../sdk/signing/index.js';

/** An order with its uuid, and exactly what the owner's wallet is asked to sign. */
export interface ToSign {
  readonly order: UnsignedOrder & { readonly uuid: string };
  /** Data of the first signature, which permits spending. */
  readonly data: StructuredData;
  /** Text of the last signature, which covers all terms: those of the order, or of all orders that are signed together. */
  readonly terms: string;
}

/** Number of times that a wallet asks to sign orders that are placed together: for each amount, and once for the terms of all. */
export const signaturesFor = (orders: number): number => orders + 1;

/**
 * Collects what the wallet will be asked to sign, by means of a signer that records the questions without answering them.
 * Runs every check that normally precedes signing.
 *
 * @throws SigningError with the problems of an order that the server would refuse.
 */
export async function toSign(
  orders: readonly UnsignedOrder[],
  { address, publicKey }: Pick<Signer, 'address' | 'publicKey'>,
  options: SignOrderOptions,
): Promise<readonly ToSign[]> {
  const data: StructuredData[] = [];
  let terms = '';
  const writer: Signer = {
    address,
    publicKey,
    signStructured: (asked) => {
      data.push(asked);
      return Promise.resolve('');
    },
    signText: (asked) => {
      terms = asked;
      return Promise.resolve('');
    },
  };
  const signed = await signOrders(writer, orders, options);
  return orders.map((order, n) => ({
    order: { ...order, uuid: signed[n]!.uuid },
    data: data[n]!,
    terms,
  }));
}

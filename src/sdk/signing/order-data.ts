import { NETWORK_FACTS, type Network } from '../../domain/shared/network.js';
import type { StructuredData } from './signer.js';

/** The fields that an order's signature covers. Contract ids are texts. */
export interface OrderToSign {
  /** Network of the subnet, whose chain id is signed. */
  readonly network: Network;
  /** The signature domain of the input token's subnet. */
  readonly blaze: 'v1' | 'v2';
  /** Subnet token that is sold. */
  readonly inputToken: string;
  /** Smallest units of the input token. */
  readonly amountIn: bigint;
  /** Contract that may spend the amount. */
  readonly router: string;
  /** Id of the order, in lower case. The chain accepts it once. */
  readonly uuid: string;
}

/**
 * Data that an order's owner signs (SIP-018).
 *
 * @example
 * const signature = await signer.signStructured(orderData(orderToSign));
 */
export const orderData = (order: OrderToSign): StructuredData => ({
  domain: {
    type: 'tuple',
    value: {
      name: { type: 'ascii', value: 'BLAZE_PROTOCOL' },
      version: { type: 'ascii', value: `${order.blaze}.0` },
      'chain-id': { type: 'uint', value: BigInt(NETWORK_FACTS[order.network].chainId) },
    },
  },
  message: {
    type: 'tuple',
    value: {
      contract: { type: 'contract', value: order.inputToken },
      intent: { type: 'ascii', value: 'TRANSFER_TOKENS' },
      opcode: { type: 'none' },
      amount: { type: 'some', value: { type: 'uint', value: order.amountIn } },
      target: { type: 'some', value: { type: 'contract', value: order.router } },
      uuid: { type: 'ascii', value: order.uuid },
    },
  },
});

import { createHash } from 'node:crypto';
import secp256k1 from 'secp256k1';
import { hash160, sha256 } from '../../src/adapters/stacks/signatures/hashing.js';
import { orderDigest } from '../../src/adapters/stacks/signatures/order-digest.js';
import type { OrderSignature, OrderUuid } from '../../src/domain/order/ids.js';
import { encodeAddress, type Address } from '../../src/domain/shared/address.js';
import type { ContractId } from '../../src/domain/shared/contract-id.js';
import { NETWORK_FACTS } from '../../src/domain/shared/network.js';
import { toUnits } from '../../src/domain/shared/units.js';
import type { SignedOrder } from '../../src/ports/index.js';

const DEPLOYER = 'SP2ZNGJ85ENDY6QRHQ5P2D4FXKGZWCKTB2T0Z55KS';

/** The tokens that the orders sell, and the router. */
export type OrderMarket = Pick<SignedOrder, 'network' | 'blaze' | 'router'> & {
  readonly inputTokens: readonly ContractId[];
};

const MAINNET: OrderMarket = {
  network: 'mainnet',
  blaze: 'v1',
  router: `${DEPLOYER}.x-multihop-v2` as ContractId,
  inputTokens: ['welsh', 'sbtc', 'charisma', 'pepe'].map(
    (name) => `${DEPLOYER}.${name}-token-subnet-v1` as ContractId,
  ),
};

/** An order with its signature, and what bare signature recovery needs of it. */
export interface SignedSample {
  readonly order: SignedOrder;
  readonly signature: OrderSignature;
  readonly owner: Address;
  readonly digest: Uint8Array;
  readonly compact: Uint8Array;
  readonly recoveryId: number;
}

const differentKey = (n: number): Uint8Array => createHash('sha256').update(`signer ${n}`).digest();

/** The first `count` of a fixed series of orders, each signed by a different key unless `keyOf` names the n-th one's key. */
export function someSignedOrders(count: number, market = MAINNET, keyOf = differentKey): SignedSample[] {
  const { network, blaze, router, inputTokens } = market;
  return Array.from({ length: count }, (_, n) => {
    const seed = keyOf(n);
    const order: SignedOrder = {
      network,
      blaze,
      router,
      inputToken: inputTokens[n % inputTokens.length]!,
      amountIn: toUnits(1_000_000n + BigInt(n)),
      uuid: `00000000-0000-4000-8000-${n.toString(16).padStart(12, '0')}` as OrderUuid,
    };
    const digest = orderDigest(order);
    const { signature: compact, recid: recoveryId } = secp256k1.ecdsaSign(digest, seed);
    const v = recoveryId.toString(16).padStart(2, '0');
    return {
      order,
      signature: `${Buffer.from(compact).toString('hex')}${v}` as OrderSignature,
      owner: encodeAddress(
        {
          version: NETWORK_FACTS[network].singleSigVersion,
          hash160: hash160(secp256k1.publicKeyCreate(seed, true)),
        },
        sha256,
      ),
      digest,
      compact,
      recoveryId,
    };
  });
}

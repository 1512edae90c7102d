import { Cl } from '@stacks/transactions';
import type { Network } from '../../../src/domain/shared/network.js';
import { keySigner, type StructuredData, type WalletRequest } from '../../../src/sdk/signing/index.js';

export interface StandIn {
  readonly key: string;
  readonly network: Network;
  /** What the wallet makes of a signature. */
  readonly form?: (rsv: string) => unknown;
  /** What it wraps its results in. */
  readonly wrap?: (result: object) => unknown;
}

/** A wallet that signs with a key, and what it was asked. It reads what it is to sign by Stacks.js, as wallets do. */
export function standInWallet({ key, network, form = (rsv) => rsv, wrap = (result) => result }: StandIn) {
  const signer = keySigner(key, network);
  const asked: [string, unknown][] = [];
  const request: WalletRequest = async (method, params: { message: string; domain: string }) => {
    asked.push([method, params]);
    const { address, publicKey } = signer;
    if (method === 'stx_getAddresses') {
      const bitcoin = { address: 'bc1q', publicKey, symbol: 'BTC' };
      return wrap({ addresses: [bitcoin, { address, publicKey, symbol: 'STX' }] });
    }
    const isText = method === 'stx_signMessage';
    const rsv = isText ? await signer.signText(params.message) : await signer.signStructured(decoded(params));
    return wrap({ signature: form(rsv), publicKey });
  };
  return { request, asked };
}

const decoded = ({ domain, message }: { message: string; domain: string }) =>
  ({ domain: Cl.deserialize(domain), message: Cl.deserialize(message) }) as unknown as StructuredData;

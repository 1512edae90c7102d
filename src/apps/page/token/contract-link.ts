import type { ResponseOf } from '../../../sdk/client/index.js';

type NetworkName = ResponseOf<'readRegistry'>['network'];

const CONTRACT = /^S[A-Z0-9]{1,40}\.[A-Za-z][\w-]{0,127}$/;

/** Address of a contract in the public explorer; undefined on a devnet, which has no explorer, and for STX, which has no contract. */
export function contractLink(contractId: string, network: NetworkName | undefined): string | undefined {
  if (network === undefined || network === 'devnet' || !CONTRACT.test(contractId)) return undefined;
  return `https://explorer.hiro.so/txid/${contractId}?chain=${network}`;
}

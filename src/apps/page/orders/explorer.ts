import type { ResponseOf } from '../../../sdk/client/index.js';

export type NetworkName = ResponseOf<'readRegistry'>['network'];

const TXID = /^(?:0x)?[0-9a-f]{64}$/i;

/** Address of a transaction in the public explorer; undefined on a devnet, which has none. */
export function explorerLink(txid: string, network: NetworkName | undefined): string | undefined {
  if (network === undefined || network === 'devnet' || !TXID.test(txid)) return undefined;
  return `https://explorer.hiro.so/txid/0x${txid.replace(/^0x/i, '').toLowerCase()}?chain=${network}`;
}

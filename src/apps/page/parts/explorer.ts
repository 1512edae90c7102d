import type { ResponseOf } from '../../../sdk/client/index.js';

type NetworkName = ResponseOf<'readRegistry'>['network'];

const TXID = /^(?:0x)?[0-9a-f]{64}$/i;
const CONTRACT = /^S[A-Z0-9]{1,40}\.[A-Za-z][\w-]{0,127}$/;

/** Address of a transaction or contract in the public explorer; undefined for STX, and on a devnet, which no explorer follows. */
export function explorerLink(id: string, network: NetworkName | undefined): string | undefined {
  if (network === undefined || network === 'devnet') return undefined;
  const address = (path: string) => `https://explorer.hiro.so/txid/${path}?chain=${network}`;
  if (TXID.test(id)) return address(`0x${id.replace(/^0x/i, '').toLowerCase()}`);
  return CONTRACT.test(id) ? address(id) : undefined;
}

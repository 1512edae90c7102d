/** The gateway of `ipfs:` addresses if the operator names none. */
export const IPFS_GATEWAY = 'https://ipfs.io/ipfs/';

/** Form of a gateway's address: what is behind `ipfs://` is appended. */
export const GATEWAY_FORM = {
  pattern: /^https:\/\/[^\s?#]+\/$/,
  words: 'an https address that ends in /',
} as const;

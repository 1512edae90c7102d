/** The gateway of `ipfs:` addresses where the operator names none. */
export const IPFS_GATEWAY = 'https://ipfs.io/ipfs/';

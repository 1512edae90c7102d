/** `devnet` is the embedded chain, which shares address versions and chain id with `testnet`. */
export type Network = (typeof NETWORKS)[number];
export const NETWORKS = ['devnet', 'testnet', 'mainnet'] as const;

export interface NetworkFacts {
  /** Address version byte of a single-signature account. */
  readonly singleSigVersion: number;
  /** Address version byte of a multi-signature account. */
  readonly multiSigVersion: number;
  /** The chain id signed in SIP-018 domains and transactions. */
  readonly chainId: number;
}

const TESTNET: NetworkFacts = { singleSigVersion: 26, multiSigVersion: 21, chainId: 0x80000000 };

/** Address versions and chain ids of the networks, according to SIP-005. */
export const NETWORK_FACTS: Readonly<Record<Network, NetworkFacts>> = {
  mainnet: { singleSigVersion: 22, multiSigVersion: 20, chainId: 1 },
  testnet: TESTNET,
  devnet: TESTNET,
};

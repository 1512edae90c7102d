import { createHash } from 'node:crypto';
import type { ClarityAbi } from '@stacks/transactions';

export interface Block {
  readonly height: number;
  /** Time of the block, Unix seconds. */
  readonly time: number;
  readonly hash: string;
  readonly parentHash: string;
}

/** Beginning of a chain: the devnet's genesis, or a network at one of its blocks. */
export interface Origin {
  /** The chain's first block. */
  readonly block: Block;
  /** Loads what the functions below need about an account or a contract that is not yet known. */
  learn(what: { readonly account?: string; readonly contract?: string }): Promise<void>;
  /** The account's next nonce after the chain's first block. */
  nonceOf(account: string): bigint;
  /** The STX balance of an account or a contract now, in microSTX. */
  stxBalance(account: string): bigint;
  /** Interface of a contract; undefined for an unknown contract. */
  interfaceOf(contractId: string): ClarityAbi | undefined;
  /** The network that the chain continues; absent if nothing precedes the chain. */
  readonly network?: OriginalNetwork;
}

/** A network that a chain continues. */
export interface OriginalNetwork {
  readonly name: 'mainnet' | 'testnet';
  /** Response of the network to a GET about the time before the chain. `path` includes the query. */
  forward(path: string): Promise<{ readonly status: number; readonly body: unknown }>;
  /** Returns the number of requests that the network's API has received so far. */
  requests(): number;
}

/** The hash of a devnet block on the nth fork. */
export const blockHash = (fork: number, height: number): string =>
  createHash('sha256').update(`devnet ${fork} ${height}`).digest('hex');

import { createHash } from 'node:crypto';
import type { ClarityAbi } from '@stacks/transactions';

export interface Block {
  readonly height: number;
  /** Unix seconds. */
  readonly time: number;
  readonly hash: string;
  readonly parentHash: string;
}

/** Origin that a chain continues: the devnet's genesis, or a network at one of its blocks. */
export interface Origin {
  /** The chain's first block. */
  readonly block: Block;
  /** Reads what the functions below need about an account or a contract that is not known yet. */
  learn(what: { readonly account?: string; readonly contract?: string }): Promise<void>;
  /** The nonce that the account's next transaction needed after the first block. */
  nonceOf(account: string): bigint;
  /** The STX balance of an account or a contract now, in microSTX. */
  stxBalance(account: string): bigint;
  /** Undefined for an unknown contract. */
  interfaceOf(contractId: string): ClarityAbi | undefined;
  /** Absent if nothing precedes the chain. */
  readonly network?: OriginalNetwork;
}

/** A network that a chain continues. */
export interface OriginalNetwork {
  readonly name: 'mainnet' | 'testnet';
  /** The network's response to a GET about its time before the chain; `path` includes the query. */
  forward(path: string): Promise<{ readonly status: number; readonly body: unknown }>;
  /** Returns the number of requests that the network's API has received so far. */
  requests(): number;
}

/** The hash of a devnet block on the nth fork. */
export const blockHash = (fork: number, height: number): string =>
  createHash('sha256').update(`devnet ${fork} ${height}`).digest('hex');

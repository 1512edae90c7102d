import type { OrderTerms } from '../domain/order/order.js';
import type { TransactionStatus } from '../domain/order/lifecycle/settlement.js';
import type { BlockRef } from '../domain/order/swap-transaction.js';
import type { RawTransaction, Txid } from '../domain/order/ids.js';
import type { Address } from '../domain/shared/address.js';
import type { Result } from '../domain/shared/result.js';
import type { VaultFees } from '../domain/vault/fee.js';
import type { HopQuote, Opcode, Reserves, Vault } from '../domain/vault/vault.js';
import type { ContractId } from '../domain/shared/contract-id.js';
import type { Units } from '../domain/shared/units.js';

/** No usable response: connection refused, time-out, rate limit or a 5xx. Implies nothing about the state of the chain. */
export interface ChainUnreachable {
  readonly kind: 'chain-unreachable';
  /** For the log, without secrets. */
  readonly reason: string;
  /** Milliseconds until another try is worthwhile: the host requested a pause, or the request allowance is used up. */
  readonly retryAfterMs?: number;
  /** The chain responds, but some vaults that could change the result have not been read, or have not quoted their amounts yet. */
  readonly isPartial?: true;
  /** The chain may well respond, but reads of this kind have used up their share of the request allowance. */
  readonly isShareUsedUp?: true;
}

/** Result of a read of the chain. */
export type ChainRead<T> = Promise<Result<T, ChainUnreachable>>;

/** Outcome of sending a transaction to a node. */
export type BroadcastOutcome =
  | { readonly kind: 'accepted' }
  /** The node checked the transaction and rejected it. */
  | { readonly kind: 'refused'; readonly reason: string; readonly about: RefusalSubject }
  /** The node may or may not have it. */
  | { readonly kind: 'unknown'; readonly reason: string };

/**
 * Subject of a refusal. `nonce`: an earlier copy of the same bytes may be the cause, so it proves nothing. `account`: the
 * sender lacks funds or has too many transactions pending, for now. `node`: the node itself is in trouble. `transaction`: the
 * bytes; a retry will not help.
 */
export type RefusalSubject = 'nonce' | 'account' | 'node' | 'transaction';

/** A block to which reads can be pinned, so that several hosts at one address return the same state. */
export interface ChainTip {
  readonly height: number;
  /** Names the block to a node: 64 hex digits. */
  readonly id: string;
}

/** An account's nonces. */
export interface AccountNonces {
  /** Nonce that its next executed transaction must have; pending ones do not count. The larger of the node's and the index's. */
  readonly next: bigint;
  /** Nonces of its transactions in the mempool, as far as the index knows them, no matter which program sent them. */
  readonly pending: readonly bigint[];
}

/** A Stacks node and its index: perhaps many hosts behind one address, some of them blocks behind the others. */
export interface ChainNode {
  /** The node's newest block. */
  tip(): ChainRead<ChainTip>;
  /** Height of the index's newest block. */
  indexHeight(): ChainRead<number>;
  /** The block of the canonical chain at the height; undefined above the index's newest block. */
  blockAt(height: number): ChainRead<BlockRef | undefined>;
  /** The account's next nonce as of the block; unreachable while the host does not know it. */
  nextNonce(account: Address, at: ChainTip): ChainRead<bigint>;
  /** Reads the account's next and pending nonces, as of now, for a new transaction. */
  accountNonces(account: Address): ChainRead<AccountNonces>;
  /** Sends the bytes once, without a retry. Never throws because of the network. */
  broadcast(raw: RawTransaction, txid: Txid): Promise<BroadcastOutcome>;
  /** Includes the result of a mined transaction, unless the index omits it. */
  transactionStatus(txid: Txid): ChainRead<TransactionStatus>;
  /**
   * Statuses by txid; those of mined transactions may lack their results. A transaction without a usable response is absent; the
   * read is unreachable if no transaction has one. `senders` are the accounts that sent the transactions, if known: all pending
   * transactions of one account then cost a single read.
   */
  transactionStatuses(
    txids: readonly Txid[],
    senders?: readonly Address[],
  ): ChainRead<ReadonlyMap<Txid, TransactionStatus>>;
}

/** A quote request to one vault, which may be outside the router. */
export interface AskedHop {
  readonly vault: Vault;
  readonly opcode: Opcode;
  /** Smallest units. */
  readonly amountIn: bigint;
}

/** The current reserves and quotes of vaults. */
export interface LiquiditySource {
  /** Reads all vaults close together in time. Vaults without a usable response are absent; unreachable if none responds. */
  readReserves(vaults: readonly Vault[]): ChainRead<ReadonlyMap<ContractId, Reserves>>;

  /**
   * Queries the vaults' contracts for quotes. Results are in the order of the hops, undefined if a vault gives none. Unreachable
   * if one of them cannot be queried.
   */
  quoteHops(hops: readonly AskedHop[]): ChainRead<readonly (HopQuote | undefined)[]>;

  /** The fees in the data of the pool behind the vault; undefined if it has none, or if the two directions differ. */
  readPoolFees(vault: Vault): ChainRead<VaultFees | undefined>;
}

/** Orders whose signatures are spent, according to the contracts that verify them. */
export interface SpentOrders {
  /** Whether the order was paid, by whatever transaction, as of the block. Unreachable while the host does not know it. */
  isSpent(terms: Pick<OrderTerms, 'uuid' | 'owner' | 'inputToken'>, at: ChainTip): ChainRead<boolean>;
}

/**
 * Priority of reading a balance from a node whose host limits requests. `swap`: a swap is about to be signed. `first`: an order
 * runs by itself, and its owner's funds are unknown. `again`: the funds were insufficient, or could not be read. Anyone can cause
 * reads of the last two kinds, so each kind has its own share ({@link ChainUnreachable.isShareUsedUp}).
 */
export type BalanceTurn = 'swap' | 'first' | 'again';

/** Token balances of wallets. */
export interface TokenBalances {
  /**
   * The owner's balance of a token contract, or of unlocked STX; undefined if the contract does not return one. The balance is as
   * of the block `at`, by default the newest one; unreachable while the host does not know the block. Without `turn`, the read has
   * the priority of a swap.
   */
  balanceOf(
    token: ContractId,
    owner: Address,
    at?: ChainTip,
    turn?: BalanceTurn,
  ): ChainRead<Units | undefined>;
}

/**
 * Balances of wallets for any caller. Unlike {@link TokenBalances}, these reads are bounded, so that no number of callers can
 * delay swaps: a read that would wait too long is unreachable.
 */
export interface WalletBalances {
  /** The node's newest block. */
  tip(): ChainRead<ChainTip>;
  /** Like `balanceOf` of {@link TokenBalances}, as of the block. */
  balanceOf(token: ContractId, owner: Address, at: ChainTip): ChainRead<Units | undefined>;
}

// Written by `npm run docs:client` from the description of the HTTP interface. Do not edit.
import type { Units, ContractId, Address, Uuid, Txid, SignedBody } from './common.js';

/** A swap order. Its signature is never returned. Fields that mean nothing to the server are returned as the owner sent them. */
export interface Order {
  /** As signed by the owner, for callers who named it so and for the owner; for everyone else the handle. */
  readonly uuid: Uuid;
  /** Its public id; a path may name it. */
  readonly handle: Uuid;
  /** Who signed the order. */
  readonly owner: Address;
  /** The subnet token that is paid. */
  readonly inputToken: ContractId;
  /** The token that is bought. */
  readonly outputToken: ContractId;
  /** Input. */
  readonly amountIn: Units;
  /** Who is paid. */
  readonly recipient: Address;
  /** The multihop contract that the signature is for. */
  readonly router: ContractId;
  /** Token whose price is watched, by contract id; * for a time window alone. */
  readonly conditionToken?: string;
  /** Decimal number, 0 or more, up to 18 decimals: the price to reach. Unit: baseAsset per conditionToken. */
  readonly targetPrice?: string;
  /** Which prices trigger the order. gt: at or above the target; lt: at or below it. */
  readonly direction?: 'gt' | 'lt';
  /** What the price is counted in: a contract id, or USD. */
  readonly baseAsset?: string;
  /** The executor does not send it before this time. ISO 8601. */
  readonly validFrom?: string;
  /** Not sent at or after this time. ISO 8601. */
  readonly validTo?: string;
  /** Groups orders of one plan. */
  readonly strategyId?: string;
  /** Such as dca, range, target, split, batch. */
  readonly strategyType?: string;
  /** The plan in words. */
  readonly strategyDescription?: string;
  /** Place in the plan, from 1. At least 1. */
  readonly strategyPosition?: number;
  /** Orders in the plan. At least 1. */
  readonly strategySize?: number;
  /** The owner’s own id. */
  readonly clientOrderId?: string;
  /** Least output: a quote below it is never sent, and the chain aborts a swap that would pay less. */
  readonly minAmountOut?: Units;
  /** How far the swap’s amounts may move before the chain aborts it, instead of the server’s own setting; such an order takes only routes that the chain can hold to it. Unit: fraction. 0 to 0.5. */
  readonly slippage?: number;
  /** The order waits while the price impact of its swap is above; when absent, 0.05 for an order that runs by itself, and no bound for an execute. Unit: fraction. 0 to 1. */
  readonly maxPriceImpact?: number;
  /** Nothing triggers the order while the pools of conditionToken, or of baseAsset, hold less; when absent, SLUICE_MIN_LIQUIDITY_USD, which is 1000 by default. Unit: US dollars. At least 0. */
  readonly minLiquidityUsd?: number;
  /** How long the price must hold before the order is sent: one of the three; blocks: 2 when absent. */
  readonly confirm?: {
    /** Still met on the reserves of so many blocks after the run. 0 to 100. */
    readonly blocks?: number;
    /** Met in so many consecutive five-minute runs. 1 to 12. */
    readonly runs?: number;
    /** Met by the average over the runs of so long. 5 to 1440. */
    readonly minutes?: number;
  };
  /** Open → broadcasted → confirmed or failed; or open → cancelled. */
  readonly status: 'open' | 'broadcasted' | 'confirmed' | 'failed' | 'cancelled';
  /** When it was placed. ISO 8601. */
  readonly createdAt: string;
  /** The swap’s transaction; from broadcasted on. */
  readonly txid?: Txid;
  /** When a node accepted the swap. ISO 8601. */
  readonly broadcastedAt?: string;
  /** When the swap was found mined. ISO 8601. */
  readonly confirmedAt?: string;
  /** When the swap was found aborted, or the signature used elsewhere. ISO 8601. */
  readonly failedAt?: string;
  /** Block of the swap, or of what used the signature; confirmed and failed. At least 0. */
  readonly blockHeight?: number;
  /** Time of that block; confirmed and failed. Unit: Unix seconds. */
  readonly blockTime?: number;
  /** What was paid; confirmed. */
  readonly executedAmountIn?: Units;
  /** What was received; confirmed. */
  readonly executedAmountOut?: Units;
  /** Transaction fee, paid by the operator; confirmed, failed. Unit: microSTX. */
  readonly feeUstx?: string;
  /** The chain’s own words, or spent-elsewhere: another transaction used the signature; failed. */
  readonly failureReason?: string;
  /** When it was cancelled. ISO 8601. */
  readonly cancelledAt?: string;
  /** Cancelled while its swap is under way: ends as cancelled, or as confirmed if the swap wins. */
  readonly ending?: 'owner';
  /** Why it was cancelled. owner: the owner cancelled it; expired: validTo passed; max-age: it was open for 90 days; oco: another order of its one-cancels-other group ran; restored: the exchange was restored from a backup that does not tell whether its owner had cancelled it; revoked: its owner revoked its uuid on the chain. */
  readonly cancelReason?: 'owner' | 'expired' | 'max-age' | 'oco' | 'restored' | 'revoked';
  /** The owner’s own object, and the quote. */
  readonly metadata?: {
    /** The quote that the swap was built on; present once it was sent. */
    readonly quote?: {
      /** Input; loses digits beyond 2^53. Unit: smallest units of inputToken. */
      readonly amountIn: number;
      /** Output; loses digits beyond 2^53. Unit: smallest units of outputToken. */
      readonly amountOut: number;
      /** Input, exact. */
      readonly amountInExact: Units;
      /** Output, exact. */
      readonly amountOutExact: Units;
      /** When it was quoted. ISO 8601. */
      readonly timestamp: string;
      /** How far the amounts may move before the chain aborts the swap. Unit: fraction. 0 to 0.5. */
      readonly slippage: number;
      /** Whether the chain holds the swap to amountOut less slippage; false: a subnet copy is paid by a vault that no post-condition binds. */
      readonly protected?: boolean;
      /** Tokens from input to output. */
      readonly path: readonly OrderToken[];
      /** One per hop. */
      readonly vaults: readonly ContractId[];
    };
    readonly [field: string]: unknown;
  };
  /** Why an open order is not sent right now; only where a single order is read. */
  readonly evaluation?: {
    /** When it was evaluated. ISO 8601. */
    readonly at: string;
    /** Where it is in its life. manual: only its owner sends it; waiting: for its window or its price, or for its price to be confirmed; held: its price cannot be relied on; backing-off: an attempt failed; the next one is scheduled; ready: the next pass of the executor takes it, unless stoppedBy says what stops it; sending: its swap is stored and is sent until its outcome is known; ended: the next pass of the executor cancels it. */
    readonly state: 'manual' | 'waiting' | 'held' | 'backing-off' | 'ready' | 'sending' | 'ended';
    /** Manual, waiting-window, waiting-price, price-missing, price-stale, price-thin, low-liquidity, waiting-confirmation, own-pool, no-route, below-minimum, price-impact, unprotected-route, insufficient-balance, owner-in-flight, too-many-failures, order-spent, terms-changed, worth-unknown, worth-too-high, chain-unreachable, backing-off, due, broadcast-unknown, expired or max-age. */
    readonly reason: string;
    /** Price of conditionToken in baseAsset, rounded down to 18 decimals; waiting-price. */
    readonly ratio?: string;
    /** How far the ratio has to move, as a signed fraction of itself; waiting-price. */
    readonly distance?: string;
    /** The token whose price is missing, stale or thin, or whose liquidity is low. */
    readonly token?: ContractId;
    /** When the window opens; waiting-window. ISO 8601. */
    readonly opensAt?: string;
    /** Failed attempts that count; backing-off. At least 0. */
    readonly attempts?: number;
    /** When it is tried again; backing-off, waiting-confirmation, own-pool. ISO 8601. */
    readonly retryAt?: string;
    /** What the swap would have given; below-minimum. */
    readonly amountOut?: Units;
    /** What it had to give; below-minimum. */
    readonly minAmountOut?: Units;
    /** Of the swap at the last attempt; price-impact. Unit: fraction. At least 0. */
    readonly priceImpact?: number;
    /** The largest at which it is sent; price-impact. Unit: fraction. At least 0. */
    readonly maxPriceImpact?: number;
    /** What the owner has of inputToken, less what swaps under way take; insufficient-balance. */
    readonly balance?: Units;
    /** What the order pays; insufficient-balance. */
    readonly needed?: Units;
    /** Of the token in pools; low-liquidity, and in the other pools; own-pool. Unit: US dollars. At least 0. */
    readonly liquidityUsd?: number;
    /** Below which nothing triggers the order; low-liquidity, own-pool. Unit: US dollars. At least 0. */
    readonly minLiquidityUsd?: number;
    /** Blocks, runs or minutes so far; waiting-confirmation, own-pool. At least 0. */
    readonly confirmed?: number;
    /** How many it takes; waiting-confirmation, own-pool. At least 0. */
    readonly confirm?: number;
    /** What is counted; waiting-confirmation, own-pool. */
    readonly unit?: 'blocks' | 'runs' | 'minutes';
    /** Average ratio over the minutes; waiting-confirmation, own-pool. */
    readonly average?: string;
    /** The pools that the order itself would trade through; own-pool. */
    readonly pools?: readonly ContractId[];
    /** The ratio without these pools; own-pool, absent where the others give no usable price. */
    readonly ratioWithout?: string;
    /** The operator has paused new swaps: it is sent after the pause; ready. */
    readonly isPaused?: true;
    /** What stops all new swaps, of which GET /api/v1/sending says more: it is sent after that; ready. paused: the operator has paused new swaps; restored: the database was restored from a backup, and the operator has not released it yet; went-back: the database went back in time, or a standby took over, and the chain is being asked; operator-balance-low: the operator’s accounts hold too little for fees; fee-limit-reached: the operator’s limit on fees is reached for now; worth-limit-reached: the operator’s limit on what is swapped within an hour is reached; chain-unreachable: the operator’s limits cannot be checked, because the chain cannot be reached; dry-run: the server only plans swaps. */
    readonly stoppedBy?:
      | 'paused'
      | 'restored'
      | 'went-back'
      | 'operator-balance-low'
      | 'fee-limit-reached'
      | 'worth-limit-reached'
      | 'chain-unreachable'
      | 'dry-run';
    /** The stored swap; sending. */
    readonly txid?: Txid;
  };
}

/** A token of a past swap: a QuoteToken. One that has left the registry may have its contractId alone. */
export interface OrderToken {
  /** The token. */
  readonly contractId: ContractId;
  /** Symbol; not unique. */
  readonly symbol?: string;
  /** Digits after the point of a whole token. 0 to 18. */
  readonly decimals?: number;
  /** Name. */
  readonly name?: string;
  /** Its asset’s name inside the contract. */
  readonly identifier?: string;
  /** Address of an image. */
  readonly image?: string;
  /** About it. */
  readonly description?: string;
  /** The kind of token. SIP10: a plain token; SUBNET: a subnet copy. */
  readonly type?: 'SIP10' | 'SUBNET';
  /** What a subnet copy holds 1:1. */
  readonly base?: ContractId;
}

/** One line of an order’s log; further fields are its facts. */
export interface OrderEvent {
  /** Counts an order’s events from 1, without gaps. At least 1. */
  readonly seq: number;
  /** When it happened. ISO 8601. */
  readonly at: string;
  /** What happened. created: placed; imported: taken over from another exchange: its status there and when it was created; waiting: why an order that is due is not sent yet; written each time the reason changes; swap-stored: a signed swap is stored and will be sent; swap-refused: the node refused the swap; the order is open again; broadcasted: a node has the swap; fee-raised: the swap is stored again with a higher fee; either transaction may be mined; cancel-requested: its owner cancelled it while its swap was overdue; swap-given-up: no node accepts the swap, or the order is to end: a no-op transaction uses its nonce; the swap may still be mined; txid-changed: another transaction of the same swap replaced it; confirmed: the swap is mined; failed: the swap was mined and aborted, or another transaction used the signature; reopened: the swap can never be mined; the order is open again; orphaned: the swap’s block is no longer canonical; the swap is pending again; corrected: a transaction that was taken for dropped, or that the order no longer referred to, has paid the order; cancelled: ended without a swap. */
  readonly type:
    | 'created'
    | 'imported'
    | 'waiting'
    | 'swap-stored'
    | 'swap-refused'
    | 'broadcasted'
    | 'fee-raised'
    | 'cancel-requested'
    | 'swap-given-up'
    | 'txid-changed'
    | 'confirmed'
    | 'failed'
    | 'reopened'
    | 'orphaned'
    | 'corrected'
    | 'cancelled';
}

/** An event of an order, as streams send it. */
export interface OrderChange {
  /** The event’s place among those of all orders, the first part of the id of the server-sent event. At least 1. */
  readonly position: number;
  /** The order’s uuid for its owner, its handle for everyone else. */
  readonly id: Uuid;
  /** As in the order’s log. */
  readonly event: OrderEvent;
  /** As it is when the event is sent, without evaluation. */
  readonly order: Order;
}

/** Pagination as JSON. */
export interface Pagination {
  /** Orders that match: exact, except that a search counts to 10,000. At least 0. */
  readonly total: number;
  /** Present when more orders match the search than total says, or may match one or two characters beyond the newest 10,000. */
  readonly totalIsLowerBound?: true;
  /** This page, from 1. At least 1. */
  readonly page: number;
  /** Orders per page. At least 1. */
  readonly limit: number;
  /** Total divided by limit, rounded up. At least 0. */
  readonly totalPages: number;
  /** Whether another page follows. */
  readonly hasNextPage: boolean;
  /** Whether a page precedes it. */
  readonly hasPrevPage: boolean;
  /** Where the next page starts, for the parameter cursor; with hasNextPage. */
  readonly nextCursor?: string;
}

/** The orders of one owner with the same strategyId. amountIn, executedAmountIn and executedAmountOut are present where all of them swap between the same two tokens. */
export interface Strategy {
  /** As the owner gave it. */
  readonly strategyId: string;
  /** As its oldest order names it. */
  readonly strategyType?: string;
  /** Whose orders these are. */
  readonly owner: Address;
  /** The strategySize of its oldest order, or else the number of its orders. At least 1. */
  readonly size: number;
  /** Open orders. At least 0. */
  readonly open: number;
  /** Orders whose swap is broadcast. At least 0. */
  readonly broadcasted: number;
  /** Orders whose swap is mined. At least 0. */
  readonly confirmed: number;
  /** Orders whose swap was aborted, or whose signature was used elsewhere. At least 0. */
  readonly failed: number;
  /** Cancelled orders. At least 0. */
  readonly cancelled: number;
  /** Inputs of all its orders, whatever became of them. Unit: smallest units of inputToken. */
  readonly amountIn?: string;
  /** What its confirmed orders paid, but for imported ones. Unit: smallest units of inputToken. */
  readonly executedAmountIn?: string;
  /** What they received. Unit: smallest units of outputToken. */
  readonly executedAmountOut?: string;
  /** The sums of each pair of tokens. */
  readonly amounts: readonly StrategyAmounts[];
  /** The open order that may be sent first; null when none is open. */
  readonly next: {
    /** Its strategyPosition, where it has one. At least 1. */
    readonly position?: number;
    /** Absent for an order that may be sent at once. ISO 8601. */
    readonly validFrom?: string;
  } | null;
  /** Its 50 oldest orders; GET /orders?owner=&strategyId= pages through all. */
  readonly orders?: readonly Order[];
}

/** Strategy amounts as JSON. */
export interface StrategyAmounts {
  /** The token that is paid. */
  readonly inputToken: ContractId;
  /** The token that is bought. */
  readonly outputToken: ContractId;
  /** Inputs of all its orders, whatever became of them. Unit: smallest units of inputToken. */
  readonly amountIn: string;
  /** What its confirmed orders paid, but for imported ones. Unit: smallest units of inputToken. */
  readonly executedAmountIn: string;
  /** What they received. Unit: smallest units of outputToken. */
  readonly executedAmountOut: string;
}

/** An order to place. conditionToken, targetPrice and direction come all together or not at all; without them the order is sent only when it is executed. Any other field is kept and returned, 16384 bytes in all, but for those within two letters of one of these, which are taken for a mistake, and those that the server sets: status, txid, createdAt, broadcastedAt, confirmedAt, failedAt, cancelledAt, cancelReason, ending, blockHeight, blockTime, failureReason, executedAmountIn, executedAmountOut, feeUstx, evaluation, handle. */
export interface OrderDraft {
  /** A UUID of your choice; it is signed, and the chain spends it once. */
  readonly uuid: string;
  /** The signer. */
  readonly owner: Address;
  /** Who is paid; equal to owner, unless the server takes orders for routers that pay anyone. */
  readonly recipient: Address;
  /** A subnet token; not .stx. */
  readonly inputToken: ContractId;
  /** What to buy; the registry’s wstx contract is read as .stx. */
  readonly outputToken: ContractId;
  /** Decimal digits without sign or leading zero, 1 to 18446744073709551615. Unit: smallest units of inputToken. */
  readonly amountIn: string;
  /** SIP-018 signature R, S, V with low s; a leading 0x is dropped. A secret. */
  readonly signature: string;
  /** One of the registry’s routers; when absent, the one that the signature fits. */
  readonly router?: ContractId | undefined;
  /** Token whose price is watched, by contract id; * for a time window alone. */
  readonly conditionToken?: string | undefined;
  /** Decimal number, 0 or more, up to 18 decimals: the price to reach. Unit: baseAsset per conditionToken. */
  readonly targetPrice?: string | undefined;
  /** Which prices trigger the order. gt: at or above the target; lt: at or below it. */
  readonly direction?: 'gt' | 'lt' | undefined;
  /** What the price is counted in: a contract id, or USD. Default `USD`. */
  readonly baseAsset?: string | undefined;
  /** The executor does not send it before; before validTo, less than 90 days ahead. ISO 8601. */
  readonly validFrom?: string | undefined;
  /** Not sent at or after; at least a second after now and validFrom. ISO 8601. */
  readonly validTo?: string | undefined;
  /** A quote below it is never sent, and the chain aborts a swap that would pay less; at most 2^64 - 1. */
  readonly minAmountOut?: Units | undefined;
  /** How far the swap’s amounts may move before the chain aborts it, instead of the server’s own setting; such an order takes only routes that the chain can hold to it. At most SLUICE_MAX_SLIPPAGE, which is 0.05 by default. Unit: fraction. 0 to 0.5. */
  readonly slippage?: number | undefined;
  /** The order waits while the price impact of its swap is above; when absent, 0.05 for an order that runs by itself, and no bound for an execute. Unit: fraction. 0 to 1. */
  readonly maxPriceImpact?: number | undefined;
  /** Nothing triggers the order while the pools of conditionToken, or of baseAsset, hold less; when absent, SLUICE_MIN_LIQUIDITY_USD, which is 1000 by default. Unit: US dollars. At least 0. */
  readonly minLiquidityUsd?: number | undefined;
  /** How long the price must hold before the order is sent: one of the three; blocks: 2 when absent. */
  readonly confirm?:
    | {
        /** Still met on the reserves of so many blocks after the run. 0 to 100. */
        readonly blocks?: number | undefined;
        /** Met in so many consecutive five-minute runs. 1 to 12. */
        readonly runs?: number | undefined;
        /** Met by the average over the runs of so long. 5 to 1440. */
        readonly minutes?: number | undefined;
      }
    | undefined;
  /** stx_signMessage by the owner over "sluice-terms:" and the SHA-256 (hex) of the canonical JSON (RFC 8785) of this object without signature, termsSignature and metadata; the order is sent on these terms or not at all. A secret. */
  readonly termsSignature?: string | undefined;
  /** Your own id, unique among your open and broadcasted orders. */
  readonly clientOrderId?: string | undefined;
  /** Groups orders of one plan. */
  readonly strategyId?: string | undefined;
  /** Dca, twitter, range, target, in-and-out, split, batch, or any other text. */
  readonly strategyType?: string | undefined;
  /** The plan in words. */
  readonly strategyDescription?: string | undefined;
  /** Place in the plan; at most strategySize. 1 to 1000000. */
  readonly strategyPosition?: number | undefined;
  /** Orders in the plan. 1 to 1000000. */
  readonly strategySize?: number | undefined;
  /** Any JSON object, at most 8192 bytes; quote is set by the server. */
  readonly metadata?:
    | {
        /** True: one order of the strategyId being sent cancels the others; needs strategyId, at most 100 live orders. */
        readonly oco?: boolean | undefined;
        readonly [field: string]: unknown;
      }
    | undefined;
}

/** Orders to place. */
export interface OrderBatchDraft {
  /** Bodies of POST /orders/new. */
  readonly orders: readonly OrderDraft[];
  /** True: all are stored, or none. Default `false`. */
  readonly atomic?: boolean | undefined;
}

/** Which of the owner’s open orders: those that have all of these; every one when empty. */
export interface OrderSelection {
  /** Only orders of this plan. */
  readonly strategyId?: string | undefined;
  /** Only orders that pay this token. */
  readonly inputToken?: ContractId | undefined;
  /** Only orders that buy this token. */
  readonly outputToken?: ContractId | undefined;
  /** Only orders that sell either of two tokens for the other: their contract ids, separated by a comma. */
  readonly pair?: string | undefined;
}

/** An API key, without the key itself. */
export interface ApiKey {
  /** 32 hex characters. */
  readonly id: string;
  /** 1 to 100 letters, digits, spaces, - or _; unique among the wallet’s active keys. */
  readonly name: string;
  /** ck_live_… and its last four characters. */
  readonly keyPreview: string;
  /** What the key may do, each once. */
  readonly permissions: readonly ('execute' | 'cancel' | 'create')[];
  /** Requests a minute, 100. Unit: requests a minute. */
  readonly rateLimit: number;
  /** An expired key counts as revoked. */
  readonly status: 'active' | 'revoked';
  /** When it was created. ISO 8601. */
  readonly createdAt: string;
  /** Its last request; null for none. ISO 8601. */
  readonly lastUsedAt: string | null;
  /** When it stops working; null for never. ISO 8601. */
  readonly expiresAt: string | null;
  /** When it was revoked; null if it was not. ISO 8601. */
  readonly revokedAt: string | null;
  /** How often it was used, and what for. */
  readonly usageStats: {
    /** All requests. At least 0. */
    readonly totalRequests: number;
    /** Those that succeeded. At least 0. */
    readonly successfulRequests: number;
    /** Those that did not. At least 0. */
    readonly failedRequests: number;
    /** Always 0. At least 0. */
    readonly creationCount: number;
    /** Orders executed. At least 0. */
    readonly executionCount: number;
    /** Orders cancelled. At least 0. */
    readonly cancellationCount: number;
  };
}

/** Key request as JSON. */
export interface KeyRequest {
  /** When. ISO 8601. */
  readonly timestamp: string;
  /** HTTP method. */
  readonly method: string;
  /** Path, without its query. */
  readonly endpoint: string;
  /** Whether it succeeded. */
  readonly success: boolean;
  /** HTTP status. 100 to 599. */
  readonly statusCode: number;
  /** The error sentence, where it failed. */
  readonly errorMessage?: string;
  /** How long it took. Unit: milliseconds. At least 0. */
  readonly responseTime: number;
}

/** A webhook, without its secret. */
export interface Webhook {
  /** 32 hex characters. */
  readonly id: string;
  /** Where events are posted. */
  readonly url: string;
  /** Only these; all when absent. */
  readonly eventTypes?: readonly (
    | 'order.created'
    | 'order.imported'
    | 'order.waiting'
    | 'order.swap-stored'
    | 'order.swap-refused'
    | 'order.broadcasted'
    | 'order.fee-raised'
    | 'order.cancel-requested'
    | 'order.swap-given-up'
    | 'order.txid-changed'
    | 'order.confirmed'
    | 'order.failed'
    | 'order.reopened'
    | 'order.orphaned'
    | 'order.corrected'
    | 'order.cancelled'
  )[];
  /** Only events of the owner’s orders with this strategyId; of all when absent. */
  readonly strategyId?: string;
  /** eventTypes, or order.* for all. */
  readonly events: readonly string[];
  /** A disabled webhook is sent nothing but tests. */
  readonly status: 'enabled' | 'disabled';
  /** When it was disabled; null while it is not. ISO 8601. */
  readonly disabledAt: string | null;
  /** Why it is disabled. gone: the receiver responded 410; failing: it failed for 72 hours without a success. */
  readonly disabledFor?: 'gone' | 'failing';
  /** Its first failure since the last success; null for none. ISO 8601. */
  readonly failingSince: string | null;
  /** When it was created. ISO 8601. */
  readonly createdAt: string;
  /** Until when the secret before the last rotation signs as well; null before the first. ISO 8601. */
  readonly previousSecretUntil: string | null;
  /** Deliveries that wait for an attempt. At least 0. */
  readonly waiting: number;
  /** Events without further attempts, which can be replayed; dead pings do not count. At least 0. */
  readonly dead: number;
}

/** A message to a webhook: what was sent, without the receiver’s response but its status. */
export interface WebhookDelivery {
  /** msg_ and 32 hex characters: the header webhook-id of all its attempts. */
  readonly id: string;
  /** Type of the message. */
  readonly type:
    | 'order.created'
    | 'order.imported'
    | 'order.waiting'
    | 'order.swap-stored'
    | 'order.swap-refused'
    | 'order.broadcasted'
    | 'order.fee-raised'
    | 'order.cancel-requested'
    | 'order.swap-given-up'
    | 'order.txid-changed'
    | 'order.confirmed'
    | 'order.failed'
    | 'order.reopened'
    | 'order.orphaned'
    | 'order.corrected'
    | 'order.cancelled'
    | 'ping';
  /** The order; absent for a ping. */
  readonly uuid?: Uuid;
  /** The event’s number in the order’s log. At least 1. */
  readonly seq?: number;
  /** Dead: no further attempt is made unless it is replayed. */
  readonly state: 'waiting' | 'delivered' | 'dead';
  /** Attempts since it was created or replayed. At least 0. */
  readonly attempts: number;
  /** When it was created. ISO 8601. */
  readonly createdAt: string;
  /** When it is tried next; null where it has ended, or waits for an earlier one of its order. ISO 8601. */
  readonly nextAttemptAt: string | null;
  /** When it was delivered, or died. ISO 8601. */
  readonly endedAt: string | null;
  /** The last attempt; absent before the first has ended. */
  readonly lastAttempt?: {
    /** When it ended. ISO 8601. */
    readonly at: string;
    /** How long it took. Unit: milliseconds. At least 0. */
    readonly tookMs: number;
    /** The receiver’s HTTP status. 100 to 999. */
    readonly status?: number;
    /** Why there was no response. url-refused: the operator allows its host no more; host-unresolved: its name has no address; address-refused: its name leads to an address that is not of the public internet; connection-failed: the receiver takes no connections, or closed it; tls-failed: its certificate is not valid, or it speaks no TLS; no-response-in-time: it did not respond within 10 seconds; malformed-response: its response is no HTTP, or has too many headers. */
    readonly failure?:
      | 'url-refused'
      | 'host-unresolved'
      | 'address-refused'
      | 'connection-failed'
      | 'tls-failed'
      | 'no-response-in-time'
      | 'malformed-response';
  };
}

/** Quote token as JSON. */
export interface QuoteToken {
  /** The token. */
  readonly contractId: ContractId;
  /** Symbol; not unique. */
  readonly symbol: string;
  /** Digits after the point of a whole token. 0 to 18. */
  readonly decimals: number;
  /** Name. */
  readonly name: string;
  /** Its asset’s name inside the contract. */
  readonly identifier: string;
  /** Address of an image. */
  readonly image?: string;
  /** About it. */
  readonly description?: string;
  /** The kind of token. SIP10: a plain token; SUBNET: a subnet copy. */
  readonly type: 'SIP10' | 'SUBNET';
  /** What a subnet copy holds 1:1. */
  readonly base?: ContractId;
}

/** Hop as JSON. */
export interface Hop {
  /** The vault that it passes. */
  readonly vault: {
    /** The vault. */
    readonly contractId: ContractId;
    /** Name. */
    readonly name: string;
    /** Symbol of its LP token. */
    readonly symbol: string;
    /** What it does. POOL: an exchange; SUBLINK: a subnet bridge. */
    readonly type: 'POOL' | 'SUBLINK';
    /** How it computes. */
    readonly kind:
      | 'pool'
      | 'sublink'
      | 'velar'
      | 'arkadiko'
      | 'bitflow-xyk'
      | 'bitflow-stableswap'
      | 'bitflow-dlmm'
      | 'alex'
      | 'fee-out-pool'
      | 'external';
    /** Whose it is. */
    readonly protocol: string;
    /** Decimals of its LP token. 0 to 18. */
    readonly decimals: number;
    /** On the input. Unit: parts per million. 0 to 1000000. */
    readonly fee: number;
    /** Holds the funds in place of the vault, by contract id; empty if absent. */
    readonly externalPoolId: string;
    /** First token. */
    readonly tokenA: QuoteToken;
    /** Second token. */
    readonly tokenB: QuoteToken;
    /** Held of tokenA; null in a subnet bridge; loses digits beyond 2^53. Unit: smallest units. At least 0. */
    readonly reservesA: number | null;
    /** Held of tokenB; null in a subnet bridge; loses digits beyond 2^53. Unit: smallest units. At least 0. */
    readonly reservesB: number | null;
    /** What it held, exact; null in a subnet bridge, which pays 1:1 whatever it holds. */
    readonly reserves: {
      /** First token. */
      readonly tokenA: ContractId;
      /** Second token. */
      readonly tokenB: ContractId;
      /** Held of tokenA. */
      readonly reservesA: Units | null;
      /** Held of tokenB. */
      readonly reservesB: Units | null;
    };
  };
  /** Paid in. */
  readonly tokenIn: QuoteToken;
  /** Paid out. */
  readonly tokenOut: QuoteToken;
  /** 0: token A to B; 1: B to A; 5: deposit into a subnet; 6: withdrawal from it. */
  readonly opcode: 0 | 1 | 5 | 6;
  /** What goes in and what comes out. */
  readonly quote: {
    /** Input of the hop; loses digits beyond 2^53. Unit: smallest units. At least 0. */
    readonly amountIn: number;
    /** Output of the hop; loses digits beyond 2^53. Unit: smallest units. At least 0. */
    readonly amountOut: number;
  };
}

/** Quote as JSON. */
export interface Quote {
  /** Tokens from tokenIn to tokenOut; empty without a route. */
  readonly path: readonly QuoteToken[];
  /** One per vault; empty without a route. */
  readonly hops: readonly Hop[];
  /** Input; 0 without a route; loses digits beyond 2^53. Unit: smallest units. At least 0. */
  readonly amountIn: number;
  /** Output; 0 without a route; loses digits beyond 2^53. Unit: smallest units. At least 0. */
  readonly amountOut: number;
  /** Input, exact. */
  readonly amountInExact: Units;
  /** Output, exact. */
  readonly amountOutExact: Units;
  /** 1 - rate of the route / mid rate, fees taken out. Unit: fraction. 0 to 1. */
  readonly priceImpact: number;
  /** One per hop. */
  readonly fees: readonly {
    /** The hop’s input token. */
    readonly token: ContractId;
    /** Fee of the hop. */
    readonly amount: Units;
  }[];
  /** When the oldest reserves used were read; absent without a route. ISO 8601. */
  readonly asOf?: string;
  /** Block at which the reserves were read; absent without a route. */
  readonly blockHeight?: number;
  /** Present when only the vaults’ contracts know their maths: they quoted exactly these amounts. */
  readonly verified?: true;
  /** Whether the chain can hold a swap over this route to its output less slippage; false: the last vault pays a subnet copy, which no post-condition binds, and the swap may pay less. Routes that can be held rank first. Absent without a route. */
  readonly protected?: boolean;
  /** amountOut less slippage, rounded down; with the parameter slippage. */
  readonly minimumReceived?: Units;
  /** Present without a route: why. same-token: tokenIn is tokenOut; unknown-token: a token is neither listed nor in any vault; no-route: no path of 4 hops or fewer; amount-too-small: a larger amount would give a unit or more; insufficient-liquidity: the vaults hold too little. */
  readonly reason?:
    'same-token' | 'unknown-token' | 'no-route' | 'amount-too-small' | 'insufficient-liquidity';
  /** Which tokens are unknown, with the reason unknown-token. */
  readonly unknown?: readonly {
    /** Which one. */
    readonly parameter: 'tokenIn' | 'tokenOut';
    /** As it was sent, 80 characters at most. */
    readonly token: string;
    /** Tokens are named by contract id; these have it as symbol. */
    readonly meant: readonly ContractId[];
  }[];
}

/** Swaps to quote. */
export interface QuotesRequest {
  /** The swaps. */
  readonly quotes: readonly {
    /** Contract id of the token paid; .stx for STX. */
    readonly tokenIn: string;
    /** Contract id of the token received. */
    readonly tokenOut: string;
    /** Decimal digits, 1 to 2^128 - 1, or a number up to 2^53. Unit: smallest units of tokenIn. */
    readonly amount: string;
    /** How much less you would accept. Unit: fraction. 0 to 0.5. */
    readonly slippage?: number | undefined;
  }[];
}

/** Whether new swaps are sent, and what stops them. */
export interface Sending {
  /** Whether no new swap is sent. */
  readonly isStopped: boolean;
  /** Everything that stops them; empty while they are sent. */
  readonly stops: readonly {
    /** Word for programs. paused: the operator has paused new swaps; restored: the database was restored from a backup, and the operator has not released it yet; went-back: the database went back in time, or a standby took over, and the chain is being asked; operator-balance-low: the operator’s accounts hold too little for fees; fee-limit-reached: the operator’s limit on fees is reached for now; worth-limit-reached: the operator’s limit on what is swapped within an hour is reached; chain-unreachable: the operator’s limits cannot be checked, because the chain cannot be reached; dry-run: the server only plans swaps. */
    readonly reason:
      | 'paused'
      | 'restored'
      | 'went-back'
      | 'operator-balance-low'
      | 'fee-limit-reached'
      | 'worth-limit-reached'
      | 'chain-unreachable'
      | 'dry-run';
    /** Since when; paused. ISO 8601. */
    readonly since?: string;
    /** The earliest time at which the next swap is sent; the limits. ISO 8601. */
    readonly until?: string;
    /** Why, in the operator’s own words; paused, where the operator gave any. */
    readonly message?: string;
  }[];
}

/** Balances as JSON. */
export interface Balances {
  /** The wallet. */
  readonly address: Address;
  /** The block as of which all of them were read. At least 0. */
  readonly blockHeight: number;
  /** In the sequence of the request, each token once. */
  readonly balances: readonly {
    /** The token, as it was sent. */
    readonly contractId: string;
    /** What the wallet holds; of STX what is not locked; null where it is not known. */
    readonly balance: Units | null;
    /** With null: why. unknown-token: no token of this exchange; no-balance: the contract returns no balance; chain-unreachable: it could not be read now. */
    readonly reason?: 'unknown-token' | 'no-balance' | 'chain-unreachable';
  }[];
}

/** Its operations by id: what each takes and returns. */
export interface SwapOperations {
  /** `GET /swap/api/v1/orders`: List orders. */
  readonly listOrders: {
    readonly area: 'swap';
    readonly method: 'GET';
    readonly path: '/api/v1/orders';
    readonly access: 'anyone' | 'api-key' | 'wallet-headers';
    readonly query: {
      /** Owner: 401 unless a key or wallet proves the owner; public: handles, whatever is sent. When absent, the owner’s where it is proven, and the public one otherwise. */
      readonly view?: 'owner' | 'public' | undefined;
      /** Only this address’s orders. */
      readonly owner?: Address | undefined;
      /** Only orders of this plan. */
      readonly strategyId?: string | undefined;
      /** Only orders that pay or buy this token; or .stx. */
      readonly token?: ContractId | undefined;
      /** Only orders that pay this token; or .stx. */
      readonly inputToken?: ContractId | undefined;
      /** Only orders that buy this token; or .stx. */
      readonly outputToken?: ContractId | undefined;
      /** Only orders that sell either of two tokens for the other: their contract ids, separated by a comma. */
      readonly pair?: string | undefined;
      /** Only orders created at this time or later. ISO 8601. */
      readonly from?: string | undefined;
      /** Only orders created before this time. ISO 8601. */
      readonly to?: string | undefined;
      /** Only the order that refers to this transaction, with or without 0x. */
      readonly txid?: string | undefined;
      /** Only orders with these handles or uuids: up to 100, separated by commas. */
      readonly ids?: string | undefined;
      /** Number of the page. 1 to 99999999999999. Default `1`. */
      readonly page?: number | undefined;
      /** Orders per page. 1 to 50. Default `10`. */
      readonly limit?: number | undefined;
      /** Status sorts in the order open, broadcasted, confirmed, failed, cancelled. Default `createdAt`. */
      readonly sortBy?: 'createdAt' | 'status' | undefined;
      /** Ties are ordered by createdAt, then handle, in the same direction. Default `desc`. */
      readonly sortOrder?: 'asc' | 'desc' | undefined;
      /** Open includes broadcasted. Default `all`. */
      readonly status?: 'all' | 'open' | 'broadcasted' | 'confirmed' | 'failed' | 'cancelled' | undefined;
      /** Part of owner, inputToken, outputToken, conditionToken, handle or txid, in any case; matched literally. One or two characters are looked for in the newest 10,000 orders that pass the other filters. */
      readonly search?: string | undefined;
      /** nextCursor of the previous page, of the same sort; not together with page. */
      readonly cursor?: string | undefined;
    };
    readonly signed: {
      /** The same in every such response. */
      readonly action: 'read_orders';
      /** *, or the order’s name as in the path, before percent-encoding. */
      readonly uuid: string;
    };
    readonly response: {
      /** The same in every such response. */
      readonly status: 'success';
      /** The orders. */
      readonly data: readonly Order[];
      /** With page, limit or cursor. */
      readonly pagination?: Pagination;
    };
  };
  /** `GET /swap/api/v1/orders/{uuid}`: Read one order. */
  readonly getOrder: {
    readonly area: 'swap';
    readonly method: 'GET';
    readonly path: '/api/v1/orders/{uuid}';
    readonly access: 'anyone' | 'api-key' | 'wallet-headers';
    readonly params: {
      /** The order’s handle or uuid, in any case; or client: and the clientOrderId, for its owner. */
      readonly uuid: string;
    };
    readonly query: {
      /** Owner: 401 unless a key or wallet proves the owner; public: handles, whatever is sent. When absent, the owner’s where it is proven, and the public one otherwise. */
      readonly view?: 'owner' | 'public' | undefined;
    };
    readonly signed: {
      /** The same in every such response. */
      readonly action: 'read_orders';
      /** *, or the order’s name as in the path, before percent-encoding. */
      readonly uuid: string;
    };
    readonly response: {
      /** The same in every such response. */
      readonly status: 'success';
      readonly data: Order;
    };
  };
  /** `GET /swap/api/v1/orders/{uuid}/events`: Everything that happened to an order, oldest first. */
  readonly listOrderEvents: {
    readonly area: 'swap';
    readonly method: 'GET';
    readonly path: '/api/v1/orders/{uuid}/events';
    readonly access: 'anyone' | 'api-key' | 'wallet-headers';
    readonly params: {
      /** The order’s handle or uuid, in any case; or client: and the clientOrderId, for its owner. */
      readonly uuid: string;
    };
    readonly query: {
      /** Owner: 401 unless a key or wallet proves the owner; public: handles, whatever is sent. When absent, the owner’s where it is proven, and the public one otherwise. */
      readonly view?: 'owner' | 'public' | undefined;
    };
    readonly signed: {
      /** The same in every such response. */
      readonly action: 'read_orders';
      /** *, or the order’s name as in the path, before percent-encoding. */
      readonly uuid: string;
    };
    readonly response: {
      /** The same in every such response. */
      readonly status: 'success';
      /** The events. */
      readonly data: readonly OrderEvent[];
    };
  };
  /** `GET /swap/api/v1/orders/stream`: Follow the orders of an owner or a plan as server-sent events. */
  readonly followOrders: {
    readonly area: 'swap';
    readonly method: 'GET';
    readonly path: '/api/v1/orders/stream';
    readonly access: 'anyone' | 'api-key' | 'wallet-headers';
    readonly query: {
      /** The id of the last event that was received, to continue behind it; the header Last-Event-ID comes first. */
      readonly lastEventId?: string | undefined;
      /** Another name of lastEventId, which comes first. */
      readonly after?: string | undefined;
      /** Owner: 401 unless a key or wallet proves the owner; public: handles, whatever is sent. When absent, the owner’s where it is proven, and the public one otherwise. */
      readonly view?: 'owner' | 'public' | undefined;
      /** Only this address’s orders. */
      readonly owner?: Address | undefined;
      /** Only orders of this plan. */
      readonly strategyId?: string | undefined;
    };
    readonly signed: {
      /** The same in every such response. */
      readonly action: 'read_orders';
      /** *, or the order’s name as in the path, before percent-encoding. */
      readonly uuid: string;
    };
    readonly response: string;
  };
  /** `GET /swap/api/v1/orders/{uuid}/stream`: Follow one order as server-sent events. */
  readonly followOrder: {
    readonly area: 'swap';
    readonly method: 'GET';
    readonly path: '/api/v1/orders/{uuid}/stream';
    readonly access: 'anyone' | 'api-key' | 'wallet-headers';
    readonly params: {
      /** The order’s handle or uuid, in any case; or client: and the clientOrderId, for its owner. */
      readonly uuid: string;
    };
    readonly query: {
      /** The id of the last event that was received, to continue behind it; the header Last-Event-ID comes first. */
      readonly lastEventId?: string | undefined;
      /** Another name of lastEventId, which comes first. */
      readonly after?: string | undefined;
      /** Owner: 401 unless a key or wallet proves the owner; public: handles, whatever is sent. When absent, the owner’s where it is proven, and the public one otherwise. */
      readonly view?: 'owner' | 'public' | undefined;
    };
    readonly signed: {
      /** The same in every such response. */
      readonly action: 'read_orders';
      /** *, or the order’s name as in the path, before percent-encoding. */
      readonly uuid: string;
    };
    readonly response: string;
  };
  /** `GET /swap/api/v1/strategies`: What became of an owner’s plans: orders with the same strategyId. */
  readonly listStrategies: {
    readonly area: 'swap';
    readonly method: 'GET';
    readonly path: '/api/v1/strategies';
    readonly access: 'anyone' | 'api-key' | 'wallet-headers';
    readonly query: {
      /** Owner: 401 unless a key or wallet proves the owner; public: handles, whatever is sent. When absent, the owner’s where it is proven, and the public one otherwise. */
      readonly view?: 'owner' | 'public' | undefined;
      /** Whose plans: strategies of different owners can share an id. */
      readonly owner: Address;
      /** Plans per page. 1 to 50. Default `10`. */
      readonly limit?: number | undefined;
      /** nextCursor of the previous page. */
      readonly cursor?: string | undefined;
    };
    readonly signed: {
      /** The same in every such response. */
      readonly action: 'read_orders';
      /** The same in every such response. */
      readonly uuid: '*';
    };
    readonly response: {
      /** The same in every such response. */
      readonly status: 'success';
      /** The plans, sorted by strategyId. */
      readonly data: readonly Strategy[];
      /** This page, and how to get the next one. */
      readonly pagination: {
        /** Plans per page. 1 to 50. */
        readonly limit: number;
        /** Whether another page follows. */
        readonly hasNextPage: boolean;
        /** Where the next page starts, for the parameter cursor; with hasNextPage. */
        readonly nextCursor?: string;
      };
    };
  };
  /** `GET /swap/api/v1/strategies/{strategyId}`: What became of one plan, with its oldest orders. */
  readonly getStrategy: {
    readonly area: 'swap';
    readonly method: 'GET';
    readonly path: '/api/v1/strategies/{strategyId}';
    readonly access: 'anyone' | 'api-key' | 'wallet-headers';
    readonly params: {
      /** As the owner gave it, percent-encoded. */
      readonly strategyId: string;
    };
    readonly query: {
      /** Owner: 401 unless a key or wallet proves the owner; public: handles, whatever is sent. When absent, the owner’s where it is proven, and the public one otherwise. */
      readonly view?: 'owner' | 'public' | undefined;
      /** Whose plans: strategies of different owners can share an id. */
      readonly owner: Address;
    };
    readonly signed: {
      /** The same in every such response. */
      readonly action: 'read_orders';
      /** The same in every such response. */
      readonly uuid: '*';
    };
    readonly response: {
      /** The same in every such response. */
      readonly status: 'success';
      readonly data: Strategy;
    };
  };
  /** `POST /swap/api/v1/orders/new`: Place a signed order. */
  readonly placeOrder: {
    readonly area: 'swap';
    readonly method: 'POST';
    readonly path: '/api/v1/orders/new';
    readonly access: 'order-signature';
    readonly body: OrderDraft;
    readonly takesIdempotencyKey: true;
    readonly response: {
      /** The same in every such response. */
      readonly status: 'success';
      readonly data: Order;
    };
  };
  /** `POST /swap/api/v1/orders/batch`: Place up to 100 signed orders. */
  readonly placeOrders: {
    readonly area: 'swap';
    readonly method: 'POST';
    readonly path: '/api/v1/orders/batch';
    readonly access: 'order-signature';
    readonly body: OrderBatchDraft;
    readonly takesIdempotencyKey: true;
    readonly response: {
      /** How much was stored. success: every order is stored; partial: some are; error: none is. */
      readonly status: 'success' | 'partial' | 'error';
      /** One for each order, in the same sequence. */
      readonly results: readonly {
        /** As it was sent. */
        readonly uuid?: string;
        /** Whether the order is stored. */
        readonly status: 'success' | 'error';
        /** The stored order; success. */
        readonly data?: Order;
        /** For people; error. */
        readonly error?: string;
        /** The code that POST /orders/new responds with, or batch-refused; error. */
        readonly code?: string;
        /** With the code invalid-order. */
        readonly details?: readonly string[];
        /** What would help, as in other errors; error. */
        readonly hint?: string;
      }[];
    };
  };
  /** `POST /swap/api/v1/orders/{uuid}/execute`: Send an open order’s swap now, on a fresh quote. */
  readonly executeOrder: {
    readonly area: 'swap';
    readonly method: 'POST';
    readonly path: '/api/v1/orders/{uuid}/execute';
    readonly access: 'api-key' | 'wallet-headers';
    readonly params: {
      /** The order’s handle or uuid, or client: and the clientOrderId that its owner gave it. */
      readonly uuid: string;
    };
    readonly takesIdempotencyKey: true;
    readonly signed: {
      /** The same in every such response. */
      readonly action: 'execute_order';
      /** The order’s name as in the path, before percent-encoding. */
      readonly uuid: string;
    };
    readonly response: {
      /** The same in every such response. */
      readonly status: 'success';
      /** The swap’s transaction. */
      readonly txid: Txid;
      readonly data: Order;
    };
  };
  /** `PATCH /swap/api/v1/orders/{uuid}/cancel`: End an open order without a swap. */
  readonly cancelOrder: {
    readonly area: 'swap';
    readonly method: 'PATCH';
    readonly path: '/api/v1/orders/{uuid}/cancel';
    readonly access: 'api-key' | 'wallet-headers';
    readonly params: {
      /** The order’s handle or uuid, or client: and the clientOrderId that its owner gave it. */
      readonly uuid: string;
    };
    readonly takesIdempotencyKey: true;
    readonly signed: {
      /** The same in every such response. */
      readonly action: 'cancel_order';
      /** The order’s name as in the path, before percent-encoding. */
      readonly uuid: string;
    };
    readonly response: {
      /** The same in every such response. */
      readonly status: 'success';
      readonly data: Order;
    };
  };
  /** `POST /swap/api/v1/orders/cancel`: End all of an owner’s open orders, or those of a plan, a token or a pair. */
  readonly cancelOrders: {
    readonly area: 'swap';
    readonly method: 'POST';
    readonly path: '/api/v1/orders/cancel';
    readonly access: 'api-key' | 'wallet-headers';
    readonly body: OrderSelection;
    readonly takesIdempotencyKey: true;
    readonly signed: {
      /** The same in every such response. */
      readonly action: 'cancel_orders';
      /** As in the body; absent where the body does not have it. */
      readonly strategyId?: string | undefined;
      /** As in the body; absent where the body does not have it. */
      readonly inputToken?: string | undefined;
      /** As in the body; absent where the body does not have it. */
      readonly outputToken?: string | undefined;
      /** As in the body; absent where the body does not have it. */
      readonly pair?: string | undefined;
    };
    readonly response: {
      /** The same in every such response. */
      readonly status: 'success';
      /** The orders that are cancelled. */
      readonly cancelled: readonly Uuid[];
      /** The orders that are not. */
      readonly skipped: readonly {
        /** The order’s uuid. */
        readonly id: Uuid;
        /** Why it is not cancelled. order-already-broadcast: its swap is on its way; ending: its swap is overdue: a no-op transaction takes its nonce, and what is mined decides; order-not-open: it was executed meanwhile; order-not-found: it was deleted meanwhile. */
        readonly reason: 'order-already-broadcast' | 'ending' | 'order-not-open' | 'order-not-found';
      }[];
      /** Whether more than 1000 orders match: the next request continues with the others. */
      readonly more: boolean;
    };
  };
  /** `GET /swap/api/v1/api-keys`: List the wallet’s keys, newest first, revoked ones too. */
  readonly listApiKeys: {
    readonly area: 'swap';
    readonly method: 'GET';
    readonly path: '/api/v1/api-keys';
    readonly access: 'wallet-headers';
    readonly signed: {
      /** The same in every such response. */
      readonly action: 'list_api_keys';
    };
    readonly response: {
      /** The same in every such response. */
      readonly status: 'success';
      /** The keys. */
      readonly apiKeys: readonly ApiKey[];
    };
  };
  /** `POST /swap/api/v1/api-keys`: Create an API key, so that a bot may execute or cancel the wallet’s orders. */
  readonly createApiKey: {
    readonly area: 'swap';
    readonly method: 'POST';
    readonly path: '/api/v1/api-keys';
    readonly access: 'wallet-body';
    readonly body: SignedBody;
    readonly signed: {
      /** The same in every such response. */
      readonly action: 'create_api_key';
      /** 1 to 100 letters, digits, spaces, - or _; unique among the wallet’s active keys. */
      readonly keyName: string;
      /** What the key may do, each once. */
      readonly permissions: readonly ('execute' | 'cancel' | 'create')[];
      /** Optional; when the key stops working, in the future. ISO 8601. */
      readonly expiresAt?: string | undefined;
    };
    readonly response: {
      /** The same in every such response. */
      readonly status: 'success';
      /** The key itself. A secret. */
      readonly apiKey: string;
      /** 32 hex characters. */
      readonly keyId: string;
      /** 1 to 100 letters, digits, spaces, - or _; unique among the wallet’s active keys. */
      readonly name: string;
      /** What the key may do, each once. */
      readonly permissions: readonly ('execute' | 'cancel' | 'create')[];
      /** Requests a minute, 100. Unit: requests a minute. */
      readonly rateLimit: number;
      /** When it stops working; null for never. ISO 8601. */
      readonly expiresAt: string | null;
    };
  };
  /** `GET /swap/api/v1/api-keys/{keyId}`: Read a key and its last requests. */
  readonly getApiKey: {
    readonly area: 'swap';
    readonly method: 'GET';
    readonly path: '/api/v1/api-keys/{keyId}';
    readonly access: 'wallet-headers';
    readonly params: {
      /** 32 hex characters. */
      readonly keyId: string;
    };
    readonly signed: {
      /** The same in every such response. */
      readonly action: 'get_api_key_stats';
      /** As in the path. */
      readonly keyId: string;
    };
    readonly response: {
      /** The same in every such response. */
      readonly status: 'success';
      /** The key. */
      readonly apiKey: ApiKey;
      /** Its last 50 requests, newest first. */
      readonly recentActivity: readonly KeyRequest[];
    };
  };
  /** `DELETE /swap/api/v1/api-keys/{keyId}`: Revoke a key, at once and forever; repeating it returns 200. */
  readonly revokeApiKey: {
    readonly area: 'swap';
    readonly method: 'DELETE';
    readonly path: '/api/v1/api-keys/{keyId}';
    readonly access: 'wallet-body';
    readonly params: {
      /** 32 hex characters. */
      readonly keyId: string;
    };
    readonly body: SignedBody;
    readonly signed: {
      /** The same in every such response. */
      readonly action: 'delete_api_key';
      /** As in the path. */
      readonly keyId: string;
    };
    readonly response: {
      /** The same in every such response. */
      readonly status: 'success';
      /** Says so, with the key’s name. */
      readonly message: string;
    };
  };
  /** `GET /swap/api/v1/webhooks`: List the wallet’s webhooks, newest first, disabled ones too. */
  readonly listWebhooks: {
    readonly area: 'swap';
    readonly method: 'GET';
    readonly path: '/api/v1/webhooks';
    readonly access: 'wallet-headers';
    readonly signed: {
      /** The same in every such response. */
      readonly action: 'list_webhooks';
    };
    readonly response: {
      /** The same in every such response. */
      readonly status: 'success';
      /** The webhooks. */
      readonly webhooks: readonly Webhook[];
    };
  };
  /** `POST /swap/api/v1/webhooks`: Create a webhook: events of the wallet’s orders are posted to its url. */
  readonly createWebhook: {
    readonly area: 'swap';
    readonly method: 'POST';
    readonly path: '/api/v1/webhooks';
    readonly access: 'wallet-body';
    readonly body: SignedBody;
    readonly signed: {
      /** The same in every such response. */
      readonly action: 'create_webhook';
      /** Where events are posted. */
      readonly url: string;
      /** Only these; all when absent. */
      readonly eventTypes?:
        | readonly (
            | 'order.created'
            | 'order.imported'
            | 'order.waiting'
            | 'order.swap-stored'
            | 'order.swap-refused'
            | 'order.broadcasted'
            | 'order.fee-raised'
            | 'order.cancel-requested'
            | 'order.swap-given-up'
            | 'order.txid-changed'
            | 'order.confirmed'
            | 'order.failed'
            | 'order.reopened'
            | 'order.orphaned'
            | 'order.corrected'
            | 'order.cancelled'
          )[]
        | undefined;
      /** Only events of the owner’s orders with this strategyId; of all when absent. */
      readonly strategyId?: string | undefined;
    };
    readonly response: {
      /** The same in every such response. */
      readonly status: 'success';
      /** The webhook. */
      readonly webhook: Webhook;
      /** whsec_ and 32 bytes in base64: what signs its messages. A secret. */
      readonly secret: string;
    };
  };
  /** `GET /swap/api/v1/webhooks/{webhookId}`: Read one webhook with its newest deliveries. */
  readonly getWebhook: {
    readonly area: 'swap';
    readonly method: 'GET';
    readonly path: '/api/v1/webhooks/{webhookId}';
    readonly access: 'wallet-headers';
    readonly params: {
      /** 32 hex characters. */
      readonly webhookId: string;
    };
    readonly signed: {
      /** The same in every such response. */
      readonly action: 'get_webhook';
      /** As in the path. */
      readonly webhookId: string;
    };
    readonly response: {
      /** The same in every such response. */
      readonly status: 'success';
      readonly webhook: Webhook;
      /** The newest, newest first. */
      readonly deliveries: readonly WebhookDelivery[];
    };
  };
  /** `PATCH /swap/api/v1/webhooks/{webhookId}`: Change the url or the types of events of a webhook. */
  readonly updateWebhook: {
    readonly area: 'swap';
    readonly method: 'PATCH';
    readonly path: '/api/v1/webhooks/{webhookId}';
    readonly access: 'wallet-body';
    readonly params: {
      /** 32 hex characters. */
      readonly webhookId: string;
    };
    readonly body: SignedBody;
    readonly signed: {
      /** The same in every such response. */
      readonly action: 'update_webhook';
      /** As in the path. */
      readonly webhookId: string;
      /** Optional; where events are posted from now on. */
      readonly url?: string | undefined;
      /** Only these; all when absent. */
      readonly eventTypes?:
        | readonly (
            | 'order.created'
            | 'order.imported'
            | 'order.waiting'
            | 'order.swap-stored'
            | 'order.swap-refused'
            | 'order.broadcasted'
            | 'order.fee-raised'
            | 'order.cancel-requested'
            | 'order.swap-given-up'
            | 'order.txid-changed'
            | 'order.confirmed'
            | 'order.failed'
            | 'order.reopened'
            | 'order.orphaned'
            | 'order.corrected'
            | 'order.cancelled'
          )[]
        | undefined;
    };
    readonly response: {
      /** The same in every such response. */
      readonly status: 'success';
      readonly webhook: Webhook;
    };
  };
  /** `GET /swap/api/v1/webhooks/{webhookId}/deliveries`: List what a webhook was sent or will be, newest first. */
  readonly listWebhookDeliveries: {
    readonly area: 'swap';
    readonly method: 'GET';
    readonly path: '/api/v1/webhooks/{webhookId}/deliveries';
    readonly access: 'wallet-headers';
    readonly params: {
      /** 32 hex characters. */
      readonly webhookId: string;
    };
    readonly query: {
      /** Dead: no further attempt is made unless it is replayed. */
      readonly state?: 'waiting' | 'delivered' | 'dead' | undefined;
      /** The id of the last delivery of the page before. */
      readonly after?: string | undefined;
      /** Deliveries per page. 1 to 100. Default `50`. */
      readonly limit?: number | undefined;
    };
    readonly signed: {
      /** The same in every such response. */
      readonly action: 'list_webhook_deliveries';
      /** As in the path. */
      readonly webhookId: string;
    };
    readonly response: {
      /** The same in every such response. */
      readonly status: 'success';
      /** The deliveries. */
      readonly deliveries: readonly WebhookDelivery[];
    };
  };
  /** `POST /swap/api/v1/webhooks/{webhookId}/rotate-secret`: Replace the secret of a webhook. */
  readonly rotateWebhookSecret: {
    readonly area: 'swap';
    readonly method: 'POST';
    readonly path: '/api/v1/webhooks/{webhookId}/rotate-secret';
    readonly access: 'wallet-body';
    readonly params: {
      /** 32 hex characters. */
      readonly webhookId: string;
    };
    readonly body: SignedBody;
    readonly signed: {
      /** The same in every such response. */
      readonly action: 'rotate_webhook_secret';
      /** As in the path. */
      readonly webhookId: string;
    };
    readonly response: {
      /** The same in every such response. */
      readonly status: 'success';
      /** The webhook. */
      readonly webhook: Webhook;
      /** whsec_ and 32 bytes in base64: what signs its messages. A secret. */
      readonly secret: string;
    };
  };
  /** `POST /swap/api/v1/webhooks/{webhookId}/test`: Send a webhook a ping. */
  readonly testWebhook: {
    readonly area: 'swap';
    readonly method: 'POST';
    readonly path: '/api/v1/webhooks/{webhookId}/test';
    readonly access: 'wallet-body';
    readonly params: {
      /** 32 hex characters. */
      readonly webhookId: string;
    };
    readonly body: SignedBody;
    readonly signed: {
      /** The same in every such response. */
      readonly action: 'test_webhook';
      /** As in the path. */
      readonly webhookId: string;
    };
    readonly response: {
      /** The same in every such response. */
      readonly status: 'success';
      /** The ping. */
      readonly delivery: WebhookDelivery;
    };
  };
  /** `POST /swap/api/v1/webhooks/{webhookId}/replay`: Send again what is dead: all of it, or one delivery; or everything since a time. */
  readonly replayWebhookDeliveries: {
    readonly area: 'swap';
    readonly method: 'POST';
    readonly path: '/api/v1/webhooks/{webhookId}/replay';
    readonly access: 'wallet-body';
    readonly params: {
      /** 32 hex characters. */
      readonly webhookId: string;
    };
    readonly body: SignedBody;
    readonly signed: {
      /** The same in every such response. */
      readonly action: 'replay_webhook_deliveries';
      /** As in the path. */
      readonly webhookId: string;
      /** Optional; only this dead one. */
      readonly deliveryId?: string | undefined;
      /** Optional, instead of deliveryId; everything that was created from then on. ISO 8601. */
      readonly since?: string | undefined;
    };
    readonly response: {
      /** The same in every such response. */
      readonly status: 'success';
      /** How many. At least 0. */
      readonly replayed: number;
    };
  };
  /** `DELETE /swap/api/v1/webhooks/{webhookId}`: Delete a webhook with all its deliveries. */
  readonly deleteWebhook: {
    readonly area: 'swap';
    readonly method: 'DELETE';
    readonly path: '/api/v1/webhooks/{webhookId}';
    readonly access: 'wallet-body';
    readonly params: {
      /** 32 hex characters. */
      readonly webhookId: string;
    };
    readonly body: SignedBody;
    readonly signed: {
      /** The same in every such response. */
      readonly action: 'delete_webhook';
      /** As in the path. */
      readonly webhookId: string;
    };
    readonly response: {
      /** The same in every such response. */
      readonly status: 'success';
      /** Says so. */
      readonly message: string;
    };
  };
  /** `GET /swap/api/v1/quote`: Find the best route of up to 4 hops for a swap. */
  readonly quoteRoute: {
    readonly area: 'swap';
    readonly method: 'GET';
    readonly path: '/api/v1/quote';
    readonly access: 'anyone';
    readonly query: {
      /** Contract id of the token paid; .stx for STX. */
      readonly tokenIn: string;
      /** Contract id of the token received. */
      readonly tokenOut: string;
      /** Positive whole number in decimal digits, 1 to 2^128 - 1. Unit: smallest units of tokenIn. */
      readonly amount: string;
      /** How much less than quoted you would accept. Unit: fraction. 0 to 0.5. */
      readonly slippage?: number | undefined;
    };
    readonly response: {
      /** The same in every such response. */
      readonly success: true;
      /** The best route; where no route exists, `reason` says why. */
      readonly data: Quote;
    };
  };
  /** `POST /swap/api/v1/quotes`: Quote up to 50 swaps from one state of the market. */
  readonly quoteRoutes: {
    readonly area: 'swap';
    readonly method: 'POST';
    readonly path: '/api/v1/quotes';
    readonly access: 'anyone';
    readonly body: QuotesRequest;
    readonly response: {
      /** The same in every such response. */
      readonly success: true;
      /** One for each request, in the same sequence. */
      readonly data: readonly (
        | Quote
        | {
            /** For people: what is wrong with the request, or that a vault could not be read. */
            readonly error: string;
            /** Invalid-request or chain-unreachable. */
            readonly code: string;
            /** What would help. */
            readonly hint?: string;
          }
      )[];
    };
  };
  /** `GET /swap/api/v1/sending`: Whether new swaps are sent, and if not, what stops them. */
  readonly readSending: {
    readonly area: 'swap';
    readonly method: 'GET';
    readonly path: '/api/v1/sending';
    readonly access: 'anyone';
    readonly response: Sending;
  };
  /** `GET /swap/api/v1/balances/{address}`: What a wallet holds of tokens of this exchange. */
  readonly getBalances: {
    readonly area: 'swap';
    readonly method: 'GET';
    readonly path: '/api/v1/balances/{address}';
    readonly access: 'anyone';
    readonly params: {
      /** The wallet. */
      readonly address: Address;
    };
    readonly query: {
      /** 1 to 50 contract ids, separated by commas; .stx for STX. */
      readonly tokens?: string | undefined;
    };
    readonly response: {
      /** The same in every such response. */
      readonly status: 'success';
      /** The balances. */
      readonly data: Balances;
    };
  };
}

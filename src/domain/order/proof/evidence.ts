import type { Address } from '../../shared/address.js';
import type { ContractId } from '../../shared/contract-id.js';
import type { JsonObject } from '../../shared/json.js';
import type { Units } from '../../shared/units.js';
import type { Replay } from '../evaluation/replay.js';
import type { OrderUuid, Txid } from '../ids.js';
import type { OrderTerms } from '../order.js';
import type { BlockRef } from '../swap-transaction.js';

/** Terms of an order that its owner has signed and keeps. */
export interface KeptTerms {
  /** Time at which a server accepted them, by the owner's clock. */
  readonly at: Date;
  readonly terms: OrderTerms;
  /** Address whose key signed the text over the terms; absent if there is no such signature, or an invalid one. */
  readonly signer?: Address | undefined;
}

/** Transaction that paid an order, as the chain shows it. */
export interface Payment extends BlockRef {
  readonly txid: Txid;
  readonly recipient: Address;
  readonly outputToken: ContractId;
  /** Smallest units of outputToken. */
  readonly amountOut: Units;
}

/** Everything that is known about one order, from sources that need not trust each other. */
export interface OrderEvidence {
  /** The terms that the order was placed with, then each amendment, by revision. */
  readonly kept: readonly [KeptTerms, ...KeptTerms[]];
  /** Whether the owner has executed the order himself, so that neither its price nor its window decided when it was sent. */
  readonly isExecuted: boolean;
  /** Every transaction that paid the order. */
  readonly payments: readonly Payment[];
  /** The order as the server shows it; absent if the server does not know it. */
  readonly shown?: JsonObject | undefined;
  /** The server's log of the order, oldest first. */
  readonly events: readonly { readonly type: string; readonly at: Date }[];
  /** Replay of the order's price from its placement to its payment, or until now; absent if nothing is recorded. */
  readonly replay?: Replay | undefined;
}

/** Name of a rule that a server keeps if it is honest. */
export type ProofRule =
  | 'signature'
  | 'terms-shown'
  | 'latest-terms'
  | 'record'
  | 'once'
  | 'least'
  | 'window'
  | 'trigger'
  | 'sent'
  | 'one-of-group'
  | 'after-entry';

/** Outcome of one rule for one order. */
export interface Finding {
  readonly uuid: OrderUuid;
  readonly rule: ProofRule;
  /** `unproved`: what is known decides it neither way. */
  readonly verdict: 'holds' | 'violated' | 'unproved';
  /** Source that decides it, or that would have to. */
  readonly by: 'chain' | 'signature' | 'log' | 'prices';
  /** The facts in a sentence, without signatures. */
  readonly detail: string;
}

/** A finding before it is known whose it is. */
export type Judgement = Omit<Finding, 'uuid' | 'rule'>;

export const holds = (by: Finding['by'], detail: string): Judgement => ({ verdict: 'holds', by, detail });
export const violated = (by: Finding['by'], detail: string): Judgement => ({
  verdict: 'violated',
  by,
  detail,
});
export const unproved = (by: Finding['by'], detail: string): Judgement => ({
  verdict: 'unproved',
  by,
  detail,
});

/** The terms in force: the last that the owner has signed. */
export const latestTerms = ({ kept }: Pick<OrderEvidence, 'kept'>): OrderTerms => kept.at(-1)!.terms;

export const timeOf = ({ blockTime }: Payment): Date => new Date(blockTime * 1_000);

import type { LoggedOrderEvent } from '../../../domain/order/events.js';
import { beginSwap, type Transition } from '../../../domain/order/lifecycle/lifecycle.js';
import type { OrderUuid } from '../../../domain/order/ids.js';
import type { OpenOrder, Order } from '../../../domain/order/order.js';
import type { Storing } from '../../../domain/order/lifecycle/invariants.js';
import { expiryAt, hasTaken, ocoGroupOf, ocoSiblings } from '../../../domain/order/lifecycle/strategy.js';
import {
  foreignNonces,
  MAX_IN_FLIGHT,
  nextNonce,
  type ExecutionQuote,
  type SwapTransaction,
} from '../../../domain/order/swap-transaction.js';
import type { NextSwap, SendingStopped } from '../../../domain/order/evaluation/brakes.js';
import { assetsOf } from '../../../domain/market/assets.js';
import { isProtected } from '../../../domain/router/payout.js';
import type { OwnerLimits } from '../../../domain/order/limits/owner-limits.js';
import type { Address } from '../../../domain/shared/address.js';
import { err, ok, unwrap, type Result } from '../../../domain/shared/result.js';
import type { Units } from '../../../domain/shared/units.js';
import type {
  AccountNonces,
  OwnerStanding,
  StaleVersion,
  SwapPlan,
  SwapSigner,
  Transaction,
  Unprotectable,
} from '../../../ports/index.js';
import { checkOwner, type FundsReading, type OwnerRefused } from './check-owner.js';
import type { Admit } from './brakes.js';

/**
 * Reason why a swap is not stored. `sibling-sent`: another order of the same one-cancels-other group is in progress or executed.
 * `too-many-in-flight`: the account has as many transactions in flight as a node accepts; further ones wait for a block.
 */
export type StoreSwapError =
  | { readonly kind: 'sibling-sent'; readonly uuid: OrderUuid }
  | { readonly kind: 'order-expired'; readonly uuid: OrderUuid }
  | { readonly kind: 'too-many-in-flight' }
  | OwnerRefused
  | SendingStopped
  | DryRun
  | Unprotectable
  | StaleVersion;

/**
 * Result of a dry run: the swap is planned and signed, but neither stored nor sent. The fee is in microSTX, the output in
 * smallest units.
 */
export interface DryRun {
  readonly kind: 'dry-run';
  readonly nonce: bigint;
  readonly feeUstx: Units;
  readonly amountOut: Units;
}

/** A swap that any account may pay for. */
export interface PlannedSwap {
  /** Order without a swap in progress. */
  readonly order: OpenOrder;
  readonly plan: SwapPlan;
  /** Owner's balance of the input token. */
  readonly funds: FundsReading;
  readonly limits: OwnerLimits;
  /** The operator's accounts. */
  readonly senders: readonly Address[];
  /** The slippage as a fraction, as stored with the swap's quote. */
  readonly slippage: number;
  /** Worth of the order in dollars; undefined if no limit depends on it. */
  readonly worthUsd: number | undefined;
  /** Time from which the order could have been sent, if known. */
  readonly dueAt?: Date | undefined;
}

/** A swap that one account pays for. */
export interface SwapToStore extends PlannedSwap {
  readonly signer: SwapSigner;
  readonly feeUstx: Units;
  /** The nonces of the signer's account according to the chain. */
  readonly nonces: AccountNonces;
}

/** A swap that was just stored, and not sent yet. */
export interface StoredSwap {
  readonly swap: SwapTransaction;
  /** Version of the order with which the swap is stored. */
  readonly version: number;
  /** Number of the order's swaps so far, including this one. */
  readonly attempt: number;
  /** Pending nonces without a live swap, which show that another program uses the account. */
  readonly foreign: readonly bigint[];
}

/** State that the swaps of one unit of work share. */
export interface Unit {
  readonly storage: Transaction;
  readonly admit: Admit;
  readonly isDryRun: boolean;
  /** Log of each order. */
  readonly events: ReadonlyMap<OrderUuid, readonly LoggedOrderEvent[]>;
  /** Standing of each owner, with the unit's swaps so far. */
  readonly owners: Map<Address, OwnerStanding>;
  /** Nonces of each account's live swaps, with those of the unit so far. */
  readonly held: Map<Address, readonly bigint[]>;
  /** Fees and worth of the unit's swaps so far. */
  spent: Required<NextSwap>;
  /** The unit's swaps so far, by order. */
  readonly begun: Map<OrderUuid, BegunSwap>;
}

/** A signed swap that is not stored yet, and the order that will point to it. */
export interface BegunSwap extends Transition<OpenOrder> {
  readonly swap: SwapTransaction;
  readonly stored: Omit<StoredSwap, 'swap'>;
  /** The facts by which storing it keeps the invariants or not, provided that the order is still as it was read. */
  readonly facts: Storing;
}

/** Signs one of the swaps and adds it to the unit, or returns why not. Writes nothing. */
export async function beginOne(
  unit: Unit,
  toStore: SwapToStore,
  now: Date,
): Promise<Result<BegunSwap, StoreSwapError>> {
  const { order, plan, funds, limits, signer, feeUstx, slippage, worthUsd, dueAt } = toStore;
  const { next, pending } = toStore.nonces;
  const { uuid, owner } = order.terms;
  // Its window may have ended while it was quoted.
  if (expiryAt(order, now) === 'expired') return err({ kind: 'order-expired', uuid });
  const free = await checkSiblings(unit, order);
  if (!free.ok) return free;
  const standing = unit.owners.get(owner)!;
  const covered = checkOwner(order.terms, funds, standing, limits);
  if (!covered.ok) return covered;
  const spent = {
    feeUstx: unit.spent.feeUstx + feeUstx,
    worthUsd: (unit.spent.worthUsd ?? 0) + (worthUsd ?? 0),
  };
  const admitted = await unit.admit(spent);
  if (!admitted.ok) return admitted;
  const held = unit.held.get(signer.address)!;
  // The nonce of another program's transaction is not taken: of two transactions under one nonce, the one not mined would be
  // lost.
  const nonce = nextNonce(next, [...held, ...pending]);
  if (nonce - next >= MAX_IN_FLIGHT) return err({ kind: 'too-many-in-flight' });
  const signed = await signer.sign(plan, { nonce, feeUstx });
  if (!signed.ok) return signed;
  if (unit.isDryRun) return err({ kind: 'dry-run', nonce, feeUstx, amountOut: plan.route.amountOut });
  const { txid, raw } = signed.value;
  const events = unit.events.get(uuid)!;
  const attempt = events.filter(({ type }) => type === 'swap-stored').length + 1;
  const transition = unwrap(beginSwap(order, { txid, nonce, attempt, dueAt }, now));
  const swap: SwapTransaction = {
    txid,
    purpose: 'swap',
    raw,
    nonce,
    feeUstx,
    orderUuid: uuid,
    sender: signer.address,
    quote: { ...quoteOf(plan, slippage, now), height: funds.height },
    ...(worthUsd !== undefined && { worthUsd }),
    storedAt: now,
    state: 'stored',
  };
  const stored = { version: order.version + 1, attempt, foreign: foreignNonces(pending, held) };
  const facts = { before: order, events, order: transition.order, swap, live: standing.live };
  const begun = { ...transition, swap, stored, facts };
  unit.begun.set(uuid, begun);
  unit.spent = spent;
  unit.owners.set(owner, { ...standing, live: [...standing.live, swap] });
  unit.held.set(signer.address, [...held, nonce]);
  return ok(begun);
}

async function checkSiblings({ storage, begun }: Unit, order: Order): Promise<Result<void, StoreSwapError>> {
  const group = ocoGroupOf(order.terms);
  if (group === undefined) return ok();
  const { owner } = order.terms;
  const plan = await storage.orders.listUncancelledByStrategy(owner, group);
  const siblings = ocoSiblings(
    order,
    plan.map((sibling) => begun.get(sibling.terms.uuid)?.order ?? sibling),
  );
  const taken = siblings.find(hasTaken);
  return taken === undefined ? ok() : err({ kind: 'sibling-sent', uuid: taken.terms.uuid });
}

function quoteOf({ route, registry }: SwapPlan, slippage: number, quotedAt: Date): ExecutionQuote {
  const { amountIn, amountOut, hops } = route;
  return {
    amountIn,
    amountOut,
    quotedAt,
    slippage,
    protected: isProtected(route, assetsOf(registry)),
    path: [...hops.slice(0, 1).map(({ tokenIn }) => tokenIn), ...hops.map(({ tokenOut }) => tokenOut)],
    vaults: hops.map(({ vault }) => vault.contractId),
  };
}

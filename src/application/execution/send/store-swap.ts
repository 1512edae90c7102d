import { beginSwap } from '../../../domain/order/lifecycle/lifecycle.js';
import type { OrderUuid } from '../../../domain/order/ids.js';
import type { OpenOrder, Order } from '../../../domain/order/order.js';
import { violatedByStoring, type Violation } from '../../../domain/order/lifecycle/invariants.js';
import { expiryAt, hasTaken, ocoGroupOf, ocoSiblings } from '../../../domain/order/lifecycle/strategy.js';
import {
  foreignNonces,
  MAX_IN_FLIGHT,
  nextNonce,
  type ExecutionQuote,
  type SwapTransaction,
} from '../../../domain/order/swap-transaction.js';
import type { SendingStopped } from '../../../domain/order/evaluation/brakes.js';
import { assetsOf } from '../../../domain/market/assets.js';
import { isProtected } from '../../../domain/router/payout.js';
import type { OwnerLimits } from '../../../domain/order/limits/owner-limits.js';
import type { Address } from '../../../domain/shared/address.js';
import { err, ok, unwrap, type Result } from '../../../domain/shared/result.js';
import type { Units } from '../../../domain/shared/units.js';
import type {
  AccountNonces,
  Ports,
  StaleVersion,
  SwapPlan,
  SwapSigner,
  Transaction,
  Unprotectable,
} from '../../../ports/index.js';
import { changeOrder } from '../../orders/change-order.js';
import { ocoLock } from '../../orders/oco-group.js';
import {
  checkFunds,
  checkLimits,
  type FundsReading,
  type LimitedBy,
  type OwnerRefused,
} from './check-owner.js';
import { SENDERS_LOCK } from '../swap/senders-lock.js';
import type { Brakes } from './brakes.js';

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
}

interface SwapToStore extends PlannedSwap {
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

/**
 * Signs the swap and stores its bytes, together with the order that points to it, before anything is sent. All other senders are
 * locked out meanwhile, so that no two swaps, even of different processes, can get the same nonce or together exceed a limit.
 */
export function storeSwap(
  {
    unitOfWork,
    clock,
    brakes,
  }: Pick<Ports, 'unitOfWork' | 'clock'> & { readonly brakes: Pick<Brakes, 'admit' | 'isDryRun'> },
  signer: SwapSigner,
  {
    order,
    plan,
    funds,
    limits,
    senders,
    feeUstx,
    nonces: { next, pending },
    slippage,
    worthUsd,
  }: SwapToStore,
): Promise<Result<StoredSwap, StoreSwapError | Violation>> {
  return unitOfWork.run<StoredSwap, StoreSwapError | Violation>(async (storage) => {
    const now = clock.now();
    // Its window may have ended while it was quoted.
    if (expiryAt(order, now) === 'expired') return err({ kind: 'order-expired', uuid: order.terms.uuid });
    const free = await checkSiblings(storage, order);
    if (!free.ok) return free;
    const covered = await checkOwner(storage, order, funds, { senders, now, limits });
    if (!covered.ok) return covered;
    await storage.lock(SENDERS_LOCK);
    const admitted = await brakes.admit(storage, { feeUstx, worthUsd });
    if (!admitted.ok) return admitted;
    const held = await storage.swaps.listHeldNonces(signer.address);
    // The nonce of another program's transaction is not taken: of two transactions under one nonce, the one not mined would be
    // lost.
    const nonce = nextNonce(next, [...held, ...pending]);
    if (nonce - next >= MAX_IN_FLIGHT) return err({ kind: 'too-many-in-flight' });
    const signed = await signer.sign(plan, { nonce, feeUstx });
    if (!signed.ok) return signed;
    if (brakes.isDryRun) return err({ kind: 'dry-run', nonce, feeUstx, amountOut: plan.route.amountOut });
    const { txid, raw } = signed.value;
    const events = await storage.events.list(order.terms.uuid);
    const attempt = events.filter(({ type }) => type === 'swap-stored').length + 1;
    const begun = unwrap(beginSwap(order, { txid, nonce, attempt }, now));
    const changed = await changeOrder(storage, begun);
    if (!changed.ok) return changed;
    const swap: SwapTransaction = {
      txid,
      purpose: 'swap',
      raw,
      nonce,
      feeUstx,
      orderUuid: order.terms.uuid,
      sender: signer.address,
      quote: { ...quoteOf(plan, slippage, now), height: funds.height },
      ...(worthUsd !== undefined && { worthUsd }),
      storedAt: now,
      state: 'stored',
    };
    const storing = { before: order, events, order: changed.value, swap, live: covered.value };
    const violation = violatedByStoring(storing);
    if (violation !== undefined) return err(violation);
    return ok({
      swap: await insertOrRevive(storage, swap),
      version: changed.value.version,
      attempt,
      foreign: foreignNonces(pending, held),
    });
  });
}

/** Stores the swap. After a refusal, the same quote under the same nonce gives the same bytes; the dropped swap is then revived. */
async function insertOrRevive(storage: Transaction, swap: SwapTransaction): Promise<SwapTransaction> {
  const known = await storage.swaps.findByTxid(swap.txid);
  if (known === undefined) {
    await storage.swaps.insert(swap);
    return swap;
  }
  if (known.state !== 'dead') throw new Error(`swap ${swap.txid} is already stored and ${known.state}`);
  const revived = { ...known, state: swap.state };
  await storage.swaps.update(revived);
  return revived;
}

/**
 * Checks the owner's limits and funds under a lock, so that no two swaps of one owner, even of different processes, spend the
 * same tokens. Returns the owner's live swaps.
 */
async function checkOwner(
  storage: Transaction,
  { terms }: Order,
  funds: FundsReading,
  by: LimitedBy,
): Promise<Result<readonly SwapTransaction[], OwnerRefused>> {
  await storage.lock(`owner:${terms.owner}`);
  const live = await checkLimits(storage.swaps, terms, by);
  if (!live.ok) return live;
  const covered = checkFunds(terms, funds, live.value);
  return covered.ok ? live : covered;
}

async function checkSiblings(storage: Transaction, order: Order): Promise<Result<void, StoreSwapError>> {
  const group = ocoGroupOf(order.terms);
  if (group === undefined) return ok();
  const { owner } = order.terms;
  await storage.lock(ocoLock(owner, group));
  const siblings = ocoSiblings(order, await storage.orders.listUncancelledByStrategy(owner, group));
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

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
  OwnerStanding,
  Ports,
  StaleVersion,
  SwapPlan,
  SwapSigner,
  Transaction,
  Unprotectable,
} from '../../../ports/index.js';
import { changeOrder } from '../../orders/change-order.js';
import { checkOwner, readStandings, type FundsReading, type OwnerRefused } from './check-owner.js';
import { SENDERS_LOCK } from '../swap/senders-lock.js';
import type { Admit, Brakes } from './brakes.js';

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

type Stored = Result<StoredSwap, StoreSwapError | Violation>;

type Needs = Pick<Ports, 'unitOfWork' | 'clock'> & {
  readonly brakes: Pick<Brakes, 'admitting' | 'isDryRun'>;
};

/**
 * Signs the swaps and stores their bytes, together with the orders that point to them, in one unit of work, before anything is
 * sent. All other senders are locked out meanwhile, so that no two swaps, even of different processes, can get the same nonce,
 * spend the same tokens, be of the same one-cancels-other group or together exceed a limit. Each swap counts the ones before it, and one that is not stored leaves the others as they are.
 */
export async function storeSwaps(needs: Needs, swaps: readonly SwapToStore[]): Promise<readonly Stored[]> {
  const { unitOfWork, clock, brakes } = needs;
  const stored = await unitOfWork.run<readonly Stored[], Violation>(async (storage) => {
    await storage.lock(SENDERS_LOCK);
    const owners = await readOwners(storage, swaps, clock.now());
    const held = new Map<Address, readonly bigint[]>();
    const unit: Unit = { storage, admit: brakes.admitting(storage), isDryRun: brakes.isDryRun, owners, held };
    const results: Stored[] = [];
    for (const swap of swaps) {
      const result = await storeOne(unit, swap, clock.now());
      // A violation may show only once the order is changed, and then nothing may stay of that.
      if (!result.ok && result.error.kind === 'invariant-violated') return err(result.error);
      results.push(result);
    }
    return ok(results);
  });
  if (stored.ok) return stored.value;
  if (swaps.length === 1) return [stored];
  const results: Stored[] = [];
  for (const swap of swaps) results.push(...(await storeSwaps(needs, [swap])));
  return results;
}

/** State that the swaps of one unit of work share. */
interface Unit {
  readonly storage: Transaction;
  readonly admit: Admit;
  readonly isDryRun: boolean;
  /** Standing of each owner, with the unit's swaps so far. */
  readonly owners: Map<Address, OwnerStanding>;
  /** Nonces of each account's live swaps, with those of the unit so far. */
  readonly held: Map<Address, readonly bigint[]>;
}

/** Stores one of the swaps, or returns why not. Then it has written nothing, unless an invariant is violated. */
async function storeOne(
  { storage, admit, isDryRun, owners, held: heldBy }: Unit,
  { order, plan, funds, limits, signer, feeUstx, nonces: { next, pending }, slippage, worthUsd }: SwapToStore,
  now: Date,
): Promise<Stored> {
  const { uuid, owner } = order.terms;
  // Its window may have ended while it was quoted.
  if (expiryAt(order, now) === 'expired') return err({ kind: 'order-expired', uuid });
  const free = await checkSiblings(storage, order);
  if (!free.ok) return free;
  const standing = owners.get(owner)!;
  const covered = checkOwner(order.terms, funds, standing, limits);
  if (!covered.ok) return covered;
  const admitted = await admit({ feeUstx, worthUsd });
  if (!admitted.ok) return admitted;
  const held = heldBy.get(signer.address) ?? (await storage.swaps.listHeldNonces(signer.address));
  heldBy.set(signer.address, held);
  // The nonce of another program's transaction is not taken: of two transactions under one nonce, the one not mined would be
  // lost.
  const nonce = nextNonce(next, [...held, ...pending]);
  if (nonce - next >= MAX_IN_FLIGHT) return err({ kind: 'too-many-in-flight' });
  const signed = await signer.sign(plan, { nonce, feeUstx });
  if (!signed.ok) return signed;
  if (isDryRun) return err({ kind: 'dry-run', nonce, feeUstx, amountOut: plan.route.amountOut });
  const { txid, raw } = signed.value;
  const events = await storage.events.list(uuid);
  const attempt = events.filter(({ type }) => type === 'swap-stored').length + 1;
  const begun = unwrap(beginSwap(order, { txid, nonce, attempt }, now));
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
  const changed = await changeOrder(storage, begun);
  if (!changed.ok) return changed;
  const storing = { before: order, events, order: changed.value, swap, live: standing.live };
  const violation = violatedByStoring(storing);
  if (violation !== undefined) return err(violation);
  const stored = await insertOrRevive(storage, swap);
  owners.set(owner, { ...standing, live: [...standing.live, stored] });
  heldBy.set(signer.address, [...held, nonce]);
  return ok({ swap: stored, version: changed.value.version, attempt, foreign: foreignNonces(pending, held) });
}

function readOwners(
  { swaps: stored }: Transaction,
  swaps: readonly SwapToStore[],
  now: Date,
): Promise<Map<Address, OwnerStanding>> {
  const owners = swaps.map(({ order }) => order.terms.owner);
  return readStandings(stored, owners, { senders: swaps[0]!.senders, now });
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

async function checkSiblings(storage: Transaction, order: Order): Promise<Result<void, StoreSwapError>> {
  const group = ocoGroupOf(order.terms);
  if (group === undefined) return ok();
  const { owner } = order.terms;
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

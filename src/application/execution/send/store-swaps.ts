import { violatedByStoring, type Violation } from '../../../domain/order/lifecycle/invariants.js';
import type { OrderUuid, Txid } from '../../../domain/order/ids.js';
import type { SwapTransaction } from '../../../domain/order/swap-transaction.js';
import { err, ok, type Result } from '../../../domain/shared/result.js';
import type { Ports, Transaction } from '../../../ports/index.js';
import { changeOrders } from '../../orders/change-order.js';
import { SENDERS_LOCK } from '../swap/senders-lock.js';
import {
  beginOne,
  type BegunSwap,
  type StoredSwap,
  type StoreSwapError,
  type SwapToStore,
  type Unit,
} from './begin-swap.js';
import type { Brakes } from './brakes.js';
import { readStandings } from './check-owner.js';

type Stored = Result<StoredSwap, StoreSwapError | Violation>;

type Needs = Pick<Ports, 'unitOfWork' | 'clock'> & {
  readonly brakes: Pick<Brakes, 'admitting' | 'isDryRun'>;
};

/** Orders that have changed since they were read. */
interface Outdated {
  readonly kind: 'outdated';
  readonly uuids: ReadonlySet<OrderUuid>;
}

/**
 * Signs the swaps, each of another order, and stores their bytes, together with the orders that point to them, in one unit of work,
 * before anything is sent. All other senders are locked out meanwhile, so that no two swaps, even of different processes, can get the
 * same nonce, spend the same tokens, be of the same one-cancels-other group or together exceed a limit. Each swap counts the ones
 * before it, and one that is not stored leaves the others as they are.
 */
export async function storeSwaps(needs: Needs, swaps: readonly SwapToStore[]): Promise<readonly Stored[]> {
  if (swaps.length === 0) return [];
  const { unitOfWork, clock, brakes } = needs;
  const stored = await unitOfWork.run<readonly Stored[], Violation | Outdated>(async (storage) => {
    await storage.lock(SENDERS_LOCK);
    const now = clock.now();
    const unit = await openUnit(storage, brakes, swaps, now);
    const results: Result<BegunSwap, StoreSwapError>[] = [];
    for (const swap of swaps) {
      results.push(await beginOne(unit, swap, now));
    }
    const begun = results.flatMap((result) => (result.ok ? [result.value] : []));
    const changed = await changeOrders(
      storage,
      begun.map(({ order, event }) => ({ order, events: [event] })),
    );
    const outdated = begun.map(({ swap }) => swap.orderUuid).filter((uuid) => !changed.has(uuid));
    if (outdated.length > 0) return err({ kind: 'outdated', uuids: new Set(outdated) });
    // Not before, since the log of an order that has changed does not fit the one that was read.
    const violation = begun.map(({ facts }) => violatedByStoring(facts)).find((found) => found !== undefined);
    if (violation !== undefined) return err(violation);
    const kept = await insertOrRevive(
      storage,
      begun.map(({ swap }) => swap),
    );
    return ok(
      results.map((result) =>
        result.ok ? ok({ ...result.value.stored, swap: kept.get(result.value.swap.txid)! }) : result,
      ),
    );
  });
  return stored.ok ? stored.value : storeWithout(needs, swaps, stored.error);
}

/** Stores the swaps of current orders together. After a violation each is stored alone, so that only its cause is not. */
async function storeWithout(
  needs: Needs,
  swaps: readonly SwapToStore[],
  failure: Violation | Outdated,
): Promise<readonly Stored[]> {
  const results = new Map<OrderUuid, Stored>();
  if (failure.kind === 'outdated') {
    const current = swaps.filter(({ order }) => !failure.uuids.has(order.terms.uuid));
    const stored = await storeSwaps(needs, current);
    current.forEach(({ order }, n) => results.set(order.terms.uuid, stored[n]!));
    return swaps.map(({ order }) => results.get(order.terms.uuid) ?? err({ kind: 'stale-version' }));
  }
  if (swaps.length === 1) return [err(failure)];
  const alone: Stored[] = [];
  for (const swap of swaps) alone.push(...(await storeSwaps(needs, [swap])));
  return alone;
}

async function openUnit(
  storage: Transaction,
  brakes: Needs['brakes'],
  swaps: readonly SwapToStore[],
  now: Date,
): Promise<Unit> {
  const owners = swaps.map(({ order }) => order.terms.owner);
  return {
    storage,
    admit: brakes.admitting(storage),
    isDryRun: brakes.isDryRun,
    events: await storage.events.listMany(swaps.map(({ order }) => order.terms.uuid)),
    owners: await readStandings(storage.swaps, owners, { senders: swaps[0]!.senders, now }),
    held: new Map(await storage.swaps.heldNonces(...new Set(swaps.map(({ signer }) => signer.address)))),
    spent: { feeUstx: 0n, worthUsd: 0 },
    begun: new Map(),
  };
}

/**
 * Stores the swaps, and returns them as stored. After a refusal, the same quote under the same nonce gives the same bytes; the dropped
 * swap is then revived.
 */
async function insertOrRevive(
  { swaps }: Transaction,
  signed: readonly SwapTransaction[],
): Promise<ReadonlyMap<Txid, SwapTransaction>> {
  const kept = new Map(signed.map((swap) => [swap.txid, swap]));
  const known = await swaps.listByTxid(...kept.keys());
  for (const { txid, state } of known)
    if (state !== 'dead') throw new Error(`swap ${txid} is already stored and ${state}`);
  const stored = { state: 'stored' } as const;
  for (const swap of known) kept.set(swap.txid, { ...swap, ...stored });
  const revived = await swaps.update(...known.map((from) => ({ from, to: stored })));
  for (const { txid } of known) if (!revived.has(txid)) throw new Error(`swap ${txid} is no longer dead`);
  await swaps.insert(...signed.filter(({ txid }) => known.every((swap) => swap.txid !== txid)));
  return kept;
}

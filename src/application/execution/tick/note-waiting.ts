import { levelOf } from '../../../domain/order/conditions/conditions.js';
import type { UnusablePrice } from '../../../domain/order/conditions/price-ratio.js';
import type { TriggerPair } from '../../../domain/order/conditions/rules.js';
import type { OrderUuid } from '../../../domain/order/ids.js';
import type { Order } from '../../../domain/order/order.js';
import { noteWaiting, type WaitingFacts } from '../../../domain/order/lifecycle/waiting.js';
import { ok } from '../../../domain/shared/result.js';
import type { Claim, Ports } from '../../../ports/index.js';
import { changeOrder, runUntilCurrent } from '../../orders/change-order.js';
import type { LeaseTerms } from './lease.js';
import type { HeldPair } from './trigger-prices.js';

/** Writes to an open order's log why it is not sent, unless that is already the last entry. */
export type NoteWaiting = (uuid: OrderUuid, facts: WaitingFacts) => Promise<void>;

export const makeNoteWaiting =
  ({ unitOfWork, clock }: Pick<Ports, 'unitOfWork' | 'clock'>): NoteWaiting =>
  async (uuid, facts) => {
    await runUntilCurrent<unknown>(unitOfWork, async (storage) => {
      const order = await storage.orders.findById(uuid);
      if (order === undefined) return ok();
      const noted = noteWaiting(order, facts, (await storage.events.list(uuid)).at(-1), clock.now());
      return noted === undefined ? ok() : changeOrder(storage, noted);
    });
  };

/** Maximum number of orders noted per pass. Further ones show the reason only in their evaluation. */
const NOTED_AT_MOST = 500;

interface Needs extends Pick<Ports, 'orders' | 'executionQueue'> {
  readonly noteWaiting: NoteWaiting;
}

/**
 * Writes to the logs of otherwise due orders why their price cannot be used. Takes every held pair; call once per pass, when
 * nothing is left to send. Claims orders only if a pair becomes held or its reason changes, so orders that keep waiting cost a
 * pass nothing.
 */
export const makeNoteHeldOrders = ({ orders, executionQueue, noteWaiting }: Needs) => {
  let known: ReadonlyMap<string, string> = new Map();

  const noteOne = async (claim: Claim, why: ReadonlyMap<string, UnusablePrice>): Promise<void> => {
    const order = await orders.findById(claim.uuid);
    const unusable = order && why.get(pairOf(order));
    if (unusable !== undefined) await noteWaiting(claim.uuid, { ...unusable });
    await executionQueue.release(claim);
  };

  return async (held: readonly HeldPair[], lease: LeaseTerms): Promise<void> => {
    const fresh = held.filter((pair) => known.get(keyOf(pair)) !== reasonOf(pair));
    if (fresh.length > 0) {
      const reached = fresh.flatMap(({ levels }) => levels);
      const claims = await executionQueue.claim({ ...lease, reached, limit: NOTED_AT_MOST });
      const why = new Map(fresh.map((pair) => [keyOf(pair), pair.why]));
      for (const claim of claims) await noteOne(claim, why);
    }
    known = new Map(held.map((pair) => [keyOf(pair), reasonOf(pair)]));
  };
};

const keyOf = ({ conditionToken, baseAsset }: TriggerPair) => `${conditionToken} ${baseAsset}`;

const reasonOf = ({ why }: HeldPair) => `${why.reason} ${why.token}`;

const pairOf = ({ terms: { trigger } }: Order) => (trigger === undefined ? '' : keyOf(levelOf(trigger)));

import { levelOf } from '../../domain/order/conditions/conditions.js';
import { heldByPrice } from '../../domain/order/waiting.js';
import type { Order } from '../../domain/order/order.js';
import type { UnusablePrice } from '../../domain/order/conditions/price-ratio.js';
import type { TriggerPair } from '../../domain/order/conditions/rules.js';
import type { Claim, Ports } from '../../ports/index.js';
import type { NoteWaiting } from './note-waiting.js';
import type { ClaimTerms } from './send-due.js';
import type { HeldPair } from './trigger-prices.js';

/** Records in the logs of orders that would fire why their price is unusable. */
export interface HeldOrders {
  /** Call once a pass with all held pairs, when nothing is left to send. */
  note(held: readonly HeldPair[], claims: ClaimTerms): Promise<void>;
}

/** Orders whose log is written in one pass. Further ones show the reason in their evaluation only. */
const NOTED_AT_MOST = 500;

interface Needs extends Pick<Ports, 'orders' | 'executionQueue'> {
  readonly noteWaiting: NoteWaiting;
}

/**
 * Looks for such orders only when a pair becomes held or its reason changes, so that a pass costs nothing for orders
 * that keep waiting.
 */
export const makeHeldOrders = ({ orders, executionQueue, noteWaiting }: Needs): HeldOrders => {
  let known: ReadonlyMap<string, string> = new Map();

  return {
    async note(held, terms) {
      const fresh = held.filter((pair) => known.get(keyOf(pair)) !== reasonOf(pair));
      if (fresh.length > 0) {
        const reached = fresh.flatMap(({ levels }) => levels);
        const claims = await executionQueue.claim({ ...terms, reached, limit: NOTED_AT_MOST });
        const why = new Map(fresh.map((pair) => [keyOf(pair), pair.why]));
        for (const claim of claims) await noteOne(claim, why);
      }
      known = new Map(held.map((pair) => [keyOf(pair), reasonOf(pair)]));
    },
  };

  async function noteOne(claim: Claim, why: ReadonlyMap<string, UnusablePrice>): Promise<void> {
    const order = await orders.findById(claim.uuid);
    const reason = order && why.get(pairOf(order));
    if (reason !== undefined) await noteWaiting(claim.uuid, heldByPrice(reason));
    await executionQueue.release(claim);
  }
};

const keyOf = ({ conditionToken, baseAsset }: TriggerPair) => `${conditionToken} ${baseAsset}`;

const reasonOf = ({ why }: HeldPair) => `${why.reason} ${why.token}`;

const pairOf = ({ terms: { trigger } }: Order) => (trigger === undefined ? '' : keyOf(levelOf(trigger)));

import type { OrderUuid } from '../../../domain/order/ids.js';
import { ok } from '../../../domain/shared/result.js';
import type { ChainTip, ChainRead, EndedOrder, Ports } from '../../../ports/index.js';
import type { CoreSettings } from '../../settings.js';
import { makeFindPayment, type PaymentPorts } from '../swap/find-payment.js';

/** Numbers of orders in a pass. `unanswered`: the chain repeatedly did not say whether the order was paid. */
export interface RecheckReport {
  readonly checked: number;
  /** Orders that had been paid, and are now recorded as such. */
  readonly corrected: number;
  readonly unanswered: number;
}

/**
 * Compares orders that ended as cancelled or failed with the chain, at growing ages up to 30 days: a signature stays valid after
 * its order ends here, so another server may have submitted it, or still may. Does nothing within a minute of its last pass. A
 * process that has just started compares each order of the last 30 days once.
 */
export type RecheckEnded = () => ChainRead<RecheckReport>;

const [MINUTE_MS, HOUR_MS, DAY_MS] = [60_000, 3_600_000, 86_400_000];

/** The ages at which ended orders are compared. */
const AGES_MS = [0, 15 * MINUTE_MS, 4 * HOUR_MS, 3 * DAY_MS, 30 * DAY_MS];
/** Number of attempts to compare an order before the orders behind it are compared instead. */
const MAX_TRIES = 3;

interface Age {
  readonly ms: number;
  /** The last order compared at this age. */
  position: EndedOrder;
  /** Failed attempts for the next order. */
  tries: number;
}

type Needs = PaymentPorts & Pick<Ports, 'events' | 'orders'>;

export const makeRecheckEnded = (
  ports: Needs,
  settings: Pick<CoreSettings, 'endedChecks' | 'finalBlocks'>,
): RecheckEnded => {
  const { chain, clock, events, orders, spentOrders } = ports;
  const findPayment = makeFindPayment(ports, settings);
  let passedAt = -Infinity;
  let ages: readonly Age[] | undefined;

  const compare = async (uuid: OrderUuid, tip: ChainTip): ChainRead<boolean> => {
    const order = await orders.findById(uuid);
    if (order?.status !== 'cancelled' && order?.status !== 'failed') return ok(false);
    const spent = await spentOrders.isSpent(order.terms, tip);
    if (!spent.ok || !spent.value) return spent;
    const payment = await findPayment(order.terms);
    return payment.ok ? ok(payment.value?.order.status === 'confirmed') : payment;
  };

  /** Lists the due orders, taking one of each age in turn. Each pass starts at the next age, so that no age has to wait for the others. */
  const listDue = async (now: number): Promise<readonly (readonly [Age, EndedOrder])[]> => {
    const [first, ...later] = ages ?? startingAges(now);
    ages = [...later, first!];
    const lists = await Promise.all(
      [first!, ...later].map(async (age) => {
        const range = { after: age.position, until: new Date(now - age.ms), limit: settings.endedChecks };
        return (await events.listEnded(range)).map((ended, rank) => ({ age, ended, rank }));
      }),
    );
    const byRank = lists.flat().sort((a, b) => a.rank - b.rank);
    return byRank.slice(0, settings.endedChecks).map(({ age, ended }) => [age, ended]);
  };

  return async () => {
    const report = { checked: 0, corrected: 0, unanswered: 0 };
    const now = clock.now().getTime();
    if (now - passedAt < MINUTE_MS) return ok(report);
    passedAt = now;
    const due = await listDue(now);
    if (due.length === 0) return ok(report);
    const tip = await chain.tip();
    if (!tip.ok) return tip;
    for (const [age, ended] of due) {
      const compared = await compare(ended.uuid, tip.value);
      if (!compared.ok && age.tries + 1 < MAX_TRIES) {
        age.tries += 1;
        return compared;
      }
      [age.position, age.tries] = [ended, 0];
      if (!compared.ok) report.unanswered += 1;
      else report.checked += 1;
      if (compared.ok && compared.value) report.corrected += 1;
    }
    return ok(report);
  };
};

/**
 * The ages as they are when the process starts. Each begins where the next one does, so every order up to the last age is due at
 * one of them.
 */
const startingAges = (now: number): readonly Age[] =>
  AGES_MS.map((ms, n) => {
    const from = AGES_MS[n + 1] ?? ms;
    return { ms, position: { at: new Date(now - from), uuid: '' as OrderUuid }, tries: 0 };
  });

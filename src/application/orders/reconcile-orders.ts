import { isPast, type Order } from '../../domain/order/order.js';
import { ok, type Result } from '../../domain/shared/result.js';
import type { ChainRead, ChainUnreachable, Ports } from '../../ports/index.js';
import { makeFindPayment, type PaymentPorts } from '../execution/swap/find-payment.js';
import { inBatches } from '../shared/in-batches.js';
import { inParallel } from '../shared/in-parallel.js';
import { DEFAULT_SETTINGS } from '../settings.js';

export interface ReconcileReport {
  /** Orders compared with the chain. */
  readonly checked: number;
  /** Orders that were paid, or permanently spent by something else, and are now recorded as such. */
  readonly corrected: number;
  /** Orders whose uuid is spent for a reason that the chain does not show. They are never sent. */
  readonly untraced: number;
}

type Needs = PaymentPorts & Pick<Ports, 'orders'>;

const BATCH = 100;
/** Number of orders compared at a time. */
const WIDTH = 4;

export interface ReconcileRules {
  /** Whether cancelled and failed orders are compared too: another server may have executed one after it ended here. */
  readonly ended: boolean;
  /** Receives the totals so far after each batch. */
  readonly progress?: (report: ReconcileReport) => void;
}

/**
 * Compares with the chain every order that is not known to have ended. Meant for a database that may be older than the chain, such
 * as a restored backup. Costs one read per order. May run while servers do, and repeatedly.
 */
export async function reconcileOrders(
  ports: Needs,
  { ended, progress }: ReconcileRules,
): ChainRead<ReconcileReport> {
  const { chain, orders, spentOrders } = ports;
  const findPayment = makeFindPayment(ports, DEFAULT_SETTINGS);
  const report = { checked: 0, corrected: 0, untraced: 0 };
  let failure: Result<never, ChainUnreachable> | undefined;
  const tip = await chain.tip();
  if (!tip.ok) return tip;

  const compare = async (order: Order): Promise<void> => {
    const spent = failure ?? (await spentOrders.isSpent(order.terms, tip.value));
    if (!spent.ok) return void (failure = spent);
    const payment = spent.value ? await findPayment(order.terms) : undefined;
    if (payment !== undefined && !payment.ok) return void (failure = payment);
    report.checked += 1;
    if (payment === undefined) return;
    report[payment.value === undefined ? 'untraced' : 'corrected'] += 1;
  };

  for await (const batch of inBatches(orders.stream(), BATCH)) {
    const unsettled = batch.filter((order) => mayBePaid(order) || (ended && hasEndedUnpaid(order)));
    await inParallel(unsettled, WIDTH, compare);
    if (failure !== undefined) return failure;
    progress?.(report);
  }
  return ok(report);
}

/** Whether the order may have been paid without a record here. Orders with a live swap need no check: they are settled in any case. */
const mayBePaid = (order: Order): boolean =>
  order.status === 'open' ? order.sending === undefined : isPast(order) && order.status === 'broadcasted';

const hasEndedUnpaid = ({ status }: Order): boolean => status === 'cancelled' || status === 'failed';

import type { OrderUuid } from '../../domain/order/ids.js';
import type { ConfirmedOrder, Order, OrderStatus } from '../../domain/order/order.js';
import { reportOn, type ExecutionReport } from '../../domain/order/report/execution-report.js';
import type { Address } from '../../domain/shared/address.js';
import { err, ok, type Result } from '../../domain/shared/result.js';
import type { CallersReads, Ports } from '../../ports/index.js';
import { findOrder, type OrderNotFound } from '../orders/find-order.js';
import { factsOf, isOutcomeOf, minedOrder } from './make-outcome.js';

/** The order has no fill to report on: it is not confirmed, or another exchange ran it. */
export interface OrderNotFilled {
  readonly kind: 'order-not-filled';
  readonly uuid: OrderUuid;
  readonly status: OrderStatus;
}

/** Report on the fill of an order. */
export interface OrderReport {
  readonly order: ConfirmedOrder;
  readonly report: ExecutionReport;
  /** Whether the parent block and the prices are still to be read. */
  readonly isPending: boolean;
}

type Needs = Pick<Ports, 'executionReports'> & Pick<CallersReads, 'orders' | 'events'>;

/** Reads reports on fills. */
export function makeReadReport({ executionReports, orders, events }: Needs) {
  /** The reports of those orders whose fills have one, by uuid. */
  const reportsOf = async (of: readonly Order[]): Promise<ReadonlyMap<OrderUuid, OrderReport>> => {
    const mined = of.flatMap((order) => minedOrder(order) ?? []);
    const filled = mined.filter((order) => order.status === 'confirmed');
    const outcomes = await executionReports.find(filled.map(({ terms }) => terms.uuid));
    const reports = new Map<OrderUuid, OrderReport>();
    for (const order of filled) {
      const { uuid } = order.terms;
      const outcome = outcomes.get(uuid);
      if (outcome?.kind === 'filled' && isOutcomeOf(outcome, order))
        reports.set(uuid, { order, report: reportOn(outcome.facts), isPending: false });
    }
    return reports;
  };
  return {
    reportsOf,
    /** Reports on the fill of the order that `get` finds. */
    report: async (
      ref: string,
      owner?: Address,
    ): Promise<Result<OrderReport, OrderNotFound | OrderNotFilled>> => {
      const found = await findOrder(orders, ref, owner);
      if (!found.ok) return found;
      const { uuid } = found.value.terms;
      const order = minedOrder(found.value);
      if (order?.status !== 'confirmed')
        return err({ kind: 'order-not-filled', uuid, status: found.value.status });
      const made = (await reportsOf([order])).get(uuid);
      if (made !== undefined) return ok(made);
      return ok({ order, report: reportOn(factsOf(order, await events.list(uuid))), isPending: true });
    },
  };
}

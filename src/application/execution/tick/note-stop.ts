import { trailingAt } from '../../../domain/order/conditions/trail.js';
import { revisionOf } from '../../../domain/order/lifecycle/amend.js';
import type { OpenOrder } from '../../../domain/order/order.js';
import { ok } from '../../../domain/shared/result.js';
import type { Ports } from '../../../ports/index.js';
import { changeOrder, runUntilCurrent } from '../../orders/change-order.js';
import type { Marks } from './marks.js';

/**
 * Writes to the log of a trailing order that its stop is reached, and by which mark: once for each mark, so that an order that is tried
 * often says so once. Returns the order as it is then; the given one, which cannot be sent any more, if it has ended or been amended.
 */
export type NoteStop = (order: OpenOrder) => Promise<OpenOrder>;

interface Needs extends Pick<Ports, 'unitOfWork' | 'clock'> {
  readonly marks: Pick<Marks, 'of'>;
}

export const makeNoteStop =
  ({ unitOfWork, clock, marks }: Needs): NoteStop =>
  async (order) => {
    const { uuid, trigger } = order.terms;
    const mark = (await marks.of([order]))(order);
    if (trigger?.kind !== 'trail' || mark === undefined || order.sending !== undefined) return order;
    const { markedAt, ...levels } = trailingAt(trigger, mark);
    const facts = { reason: 'stop-reached', ...levels, markedAt: markedAt.toISOString() };
    const noted = await runUntilCurrent(unitOfWork, async (storage) => {
      const current = await storage.orders.findById(uuid);
      if (current?.status !== 'open' || revisionOf(current.terms) !== revisionOf(order.terms))
        return ok(order);
      const events = await storage.events.list(uuid);
      const isKnown = events.some(
        ({ facts: { reason, mark: of } }) => reason === facts.reason && of === facts.mark,
      );
      if (isKnown) return ok(current);
      return changeOrder(storage, { order: current, event: { type: 'waiting', at: clock.now(), facts } });
    });
    return noted.ok ? noted.value : order;
  };

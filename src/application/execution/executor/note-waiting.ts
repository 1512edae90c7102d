import { noteWaiting, type WaitingFacts } from '../../../domain/order/waiting.js';
import type { OrderUuid } from '../../../domain/order/ids.js';
import { ok, type Result } from '../../../domain/shared/result.js';
import type { Ports, StaleVersion } from '../../../ports/index.js';
import { changeOrder, untilCurrent } from '../../orders/change-order.js';

/** Writes into an open order's log why it is not sent, unless that is the last thing that the log says. */
export type NoteWaiting = (uuid: OrderUuid, facts: WaitingFacts) => Promise<void>;

export const makeNoteWaiting =
  ({ unitOfWork, clock }: Pick<Ports, 'unitOfWork' | 'clock'>): NoteWaiting =>
  async (uuid, facts) => {
    await untilCurrent(() =>
      unitOfWork.run<void, StaleVersion>(async (storage): Promise<Result<void, StaleVersion>> => {
        const order = await storage.orders.findById(uuid);
        if (order === undefined) return ok();
        const noted = noteWaiting(order, facts, (await storage.events.list(uuid)).at(-1), clock.now());
        if (noted === undefined) return ok();
        const changed = await changeOrder(storage, noted);
        return changed.ok ? ok() : changed;
      }),
    );
  };

import type { Order } from '../../../../sdk/client/index.js';
import { hasEnded } from '../../../../sdk/words/order.js';
import { isResting } from '../../../../sdk/words/resting.js';

/** Step of an order on its way to the chain. */
export interface ProgressStep {
  readonly name: string;
  readonly isReached: boolean;
  /** Whether the step is being done now. */
  readonly isCurrent: boolean;
}

const NAMES = ['Placed', 'Sent', 'Confirmed'];
const REACHED: Readonly<Record<Order['status'], number>> = {
  open: 0,
  broadcasted: 1,
  confirmed: 2,
  failed: 1,
  cancelled: 1,
};

/** Steps of an order. Waiting is one while its terms keep it; an order that ended unsent has no further steps. */
export function stepsOf(order: Pick<Order, 'status' | 'evaluation'>): readonly ProgressStep[] {
  const { status, evaluation } = order;
  const rests = status === 'open' && evaluation !== undefined && isResting(evaluation);
  const names =
    status === 'cancelled'
      ? ['Placed', 'Cancelled']
      : rests
        ? ['Placed', 'Waiting', 'Sent', 'Confirmed']
        : NAMES;
  const reached = rests ? 1 : REACHED[status];
  return names.map((name, n) => ({
    name,
    isReached: n <= reached,
    isCurrent: n === reached && !hasEnded(order),
  }));
}

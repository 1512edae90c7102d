import type { UnsignedOrder } from '../../../../sdk/signing/index.js';
import { orderName } from '../../../../sdk/words/kinds.js';
import type { Kind } from './form.js';

/** Name of an order that is about to be signed, as it will have once it is placed; undefined for an immediate swap. */
export function draftName(kind: Kind, order: UnsignedOrder): string | undefined {
  switch (kind) {
    case 'now':
      return undefined;
    case 'limit':
      return orderName({ kind: 'limit' });
    case 'bracket': {
      const role = order.after === undefined ? 'entry' : order.direction === 'lt' ? 'stop' : 'target';
      return orderName({ kind: 'bracket', role });
    }
    case 'trail':
      return orderName({ kind: 'trailing-stop' });
    case 'exits':
      return orderName({ kind: 'oco', role: order.direction === 'lt' ? 'stop' : 'target' });
    case 'recurring':
    case 'twap': {
      const { strategyPosition, strategySize } = order;
      return orderName({ kind, role: 'slice', strategyPosition, strategySize });
    }
  }
}

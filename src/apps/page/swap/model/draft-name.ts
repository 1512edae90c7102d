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
    case 'exits':
      return orderName({ kind: 'oco', role: order.direction === 'lt' ? 'stop' : 'target' });
    case 'recurring': {
      const { strategyPosition, strategySize } = order;
      return orderName({ kind: 'recurring', role: 'slice', strategyPosition, strategySize });
    }
  }
}

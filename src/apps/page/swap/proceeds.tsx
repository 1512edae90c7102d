import type { UnsignedOrder } from '../../../sdk/signing/index.js';
import { stopProceeds } from '../../../sdk/words/proceeds.js';
import { listedWords } from '../live/token-names.js';
import type { Desk } from './desk.js';

interface ProceedsProps {
  readonly orders: readonly UnsignedOrder[];
  readonly desk: Desk;
}

/** Estimates of what the stops among the orders give. */
export function Proceeds({ orders, desk: { market } }: ProceedsProps) {
  const { value: now } = market;
  if (now === undefined) return null;
  return (
    <>
      {orders.map((order, n) => {
        const text = stopProceeds(order, now, listedWords.value);
        return (
          text !== undefined && (
            <p class="muted small" key={n}>
              {text}
            </p>
          )
        );
      })}
    </>
  );
}

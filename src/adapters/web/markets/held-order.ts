import { useComputed, useSignal, type ReadonlySignal } from '@preact/signals';
import { useRef } from 'preact/hooks';
import type { TokenPrice } from '../../../client/index.js';
import { inSequence, type MarketQuery } from './market-order.js';

interface Shown {
  readonly query: MarketQuery;
  readonly ids: readonly string[];
}

/**
 * The markets as they are shown: in their sequence, which stays while the pointer or the focus is among the rows, so that none moves
 * away under it. A new query sorts at once.
 */
export function useHeldOrder(
  found: ReadonlySignal<readonly TokenPrice[]>,
  query: ReadonlySignal<MarketQuery>,
) {
  const isPointedAt = useSignal(false);
  const isFocused = useSignal(false);
  const before = useRef<Shown | undefined>(undefined);
  const shown = useComputed(() => {
    const isHeld = (isPointedAt.value || isFocused.value) && before.current?.query === query.value;
    const markets = isHeld ? inSequence(found.value, before.current?.ids ?? []) : found.value;
    before.current = { query: query.value, ids: markets.map(({ contractId }) => contractId) };
    return markets;
  });
  const whileInside = {
    onPointerEnter: () => (isPointedAt.value = true),
    onPointerLeave: () => (isPointedAt.value = false),
    onFocusIn: () => (isFocused.value = true),
    onFocusOut: () => (isFocused.value = false),
  };
  return { shown, whileInside };
}

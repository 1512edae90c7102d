import { useSignal, type Signal } from '@preact/signals';
import type { RefObject } from 'preact';
import { useEffect, useRef } from 'preact/hooks';

/** A chart that was drawn in an element. */
interface Drawn {
  remove(): void;
}

/** Element of a chart, and the chart once the code that draws it is loaded. It is removed with the element. */
export function useDrawn<C extends Drawn>(
  load: () => Promise<(element: HTMLElement) => C>,
): { readonly box: RefObject<HTMLDivElement | null>; readonly chart: Signal<C | undefined> } {
  const box = useRef<HTMLDivElement>(null);
  const chart = useSignal<C | undefined>(undefined);
  useEffect(() => {
    const state = { isGone: false };
    void load().then((draw) => {
      if (!state.isGone) chart.value = draw(box.current!);
    }, reportError);
    return () => {
      state.isGone = true;
      chart.peek()?.remove();
      chart.value = undefined;
    };
  }, [chart]);
  return { box, chart };
}

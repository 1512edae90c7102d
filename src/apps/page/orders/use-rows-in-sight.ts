import { useSignal, type ReadonlySignal } from '@preact/signals';
import { useEffect, useRef } from 'preact/hooks';
import { rowsInSight, type RowRange } from './window-range.js';

/** Rows drawn before the first measurement. */
const FIRST: RowRange = { start: 0, end: 30 };

/** Range of rows to draw in an element that scrolls with the page, measured at most once per frame. */
export function useRowsInSight(count: number, rowHeight: number) {
  const element = useRef<HTMLDivElement>(null);
  const range = useSignal(FIRST);
  useEffect(() => {
    let frame = 0;
    const look = () => {
      frame = 0;
      const top = element.current?.getBoundingClientRect().top ?? 0;
      const next = rowsInSight({ top, height: innerHeight, rowHeight, count });
      const known = range.peek();
      if (next.start !== known.start || next.end !== known.end) range.value = next;
    };
    const soon = () => {
      frame ||= requestAnimationFrame(look);
    };
    look();
    addEventListener('scroll', soon, { passive: true });
    addEventListener('resize', soon);
    return () => {
      cancelAnimationFrame(frame);
      removeEventListener('scroll', soon);
      removeEventListener('resize', soon);
    };
  }, [count, rowHeight, range]);
  return { element, range: range as ReadonlySignal<RowRange> };
}

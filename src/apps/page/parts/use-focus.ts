import { useEffect, useRef } from 'preact/hooks';
import type { RefObject } from 'preact';

/** Moves the focus to an element when `isWanted`, one frame later: a closing dialog first returns the focus to its button. */
export function useFocus<T extends HTMLElement>(isWanted: boolean): RefObject<T | null> {
  const element = useRef<T>(null);
  useEffect(() => {
    if (!isWanted) return;
    const frame = requestAnimationFrame(() => element.current?.focus());
    return () => cancelAnimationFrame(frame);
  }, [isWanted]);
  return element;
}

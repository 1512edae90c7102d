import { useEffect, useRef } from 'preact/hooks';
import type { RefObject } from 'preact';

/** Takes the focus to an element once `isWanted`: after a dialog has closed, which returns it to its button first. */
export function useFocus<T extends HTMLElement>(isWanted: boolean): RefObject<T | null> {
  const element = useRef<T>(null);
  useEffect(() => {
    if (!isWanted) return;
    const frame = requestAnimationFrame(() => element.current?.focus());
    return () => cancelAnimationFrame(frame);
  }, [isWanted]);
  return element;
}

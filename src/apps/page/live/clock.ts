import { signal } from '@preact/signals';
import { isVisible } from './visible.js';

/** The time (ms), updated every second, from which the page computes ages. It stands still while the tab is hidden. */
export const now = signal(Date.now());

export function startClock(): () => void {
  const tick = () => {
    if (isVisible()) now.value = Date.now();
  };
  const timer = setInterval(tick, 1_000);
  document.addEventListener('visibilitychange', tick);
  return () => {
    clearInterval(timer);
    document.removeEventListener('visibilitychange', tick);
  };
}

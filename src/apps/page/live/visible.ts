import { signal } from '@preact/signals';

/** Whether the visitor sees the tab now. */
export const isVisible = (): boolean => document.visibilityState === 'visible';

/** Whether the visitor sees the tab now, as a signal: effects run again when the visitor comes back. */
export const visible = signal(isVisible());
document.addEventListener('visibilitychange', () => (visible.value = isVisible()));

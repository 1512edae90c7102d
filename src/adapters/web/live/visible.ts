import { signal } from '@preact/signals';

const isShown = () => document.visibilityState === 'visible';
const visible = signal(isShown());
document.addEventListener('visibilitychange', () => (visible.value = isShown()));

/** Whether the visitor sees the tab. */
export const isVisible = (): boolean => visible.value;

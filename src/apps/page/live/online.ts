import { signal } from '@preact/signals';

/** Whether the device has a network at all, as far as the browser knows. */
export const online = signal(navigator.onLine);

/** Number of times the device has come back to its network: effects that depend on it run again. */
export const returns = signal(0);

addEventListener('offline', () => (online.value = false));
addEventListener('online', () => {
  online.value = true;
  returns.value++;
});

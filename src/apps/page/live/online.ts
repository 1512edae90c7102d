import { signal } from '@preact/signals';

/** Whether the device has a network at all, as far as the browser knows. */
export const online = signal(navigator.onLine);

/** Number of times the device has come back online. Effects that depend on it run again each time. */
export const returns = signal(0);

addEventListener('offline', () => (online.value = false));
addEventListener('online', () => {
  online.value = true;
  returns.value++;
});

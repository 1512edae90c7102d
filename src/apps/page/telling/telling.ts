import { effect } from '@preact/signals';
import { client } from '../session/service.js';
import { wallet } from '../session/wallet.js';
import { tellAlerts } from './tell-alerts.js';
import { tellOrders } from './tell-orders.js';

/** Follows what happens to the wallet's orders, in one of the tabs that show this page. Returns a function that ends it. */
export const tellNews = (): (() => void) =>
  effect(() => {
    const from = client.value;
    const owner = wallet.value?.signer.address;
    if (from === undefined || owner === undefined) return;
    const ended = new AbortController();
    const hears = () => Promise.all([tellOrders(from, owner, ended.signal), tellAlerts(from, ended.signal)]);
    alone(`sluice follows ${new URL('.', location.href).pathname} ${owner}`, ended.signal, hears);
    return () => ended.abort();
  });

/** Does the work in one tab at a time: another one takes over when this tab is closed. */
function alone(name: string, signal: AbortSignal, work: () => Promise<unknown>): void {
  const { locks } = navigator as Partial<Pick<Navigator, 'locks'>>;
  const done = locks === undefined ? work() : locks.request(name, { signal }, work);
  done.catch((error: unknown) => {
    if (!signal.aborted) reportError(error);
  });
}

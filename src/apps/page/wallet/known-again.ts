import { computed, effect, signal } from '@preact/signals';
import { registry } from '../live/registry.js';
import { kept } from '../session/kept.js';
import { useWallet, wallet } from '../session/wallet.js';

const hasTried = signal(false);

/** The wallet of the last visit while it is being connected again; undefined before and afterwards. */
export const returning = computed(() =>
  wallet.value === undefined && !hasTried.value ? kept.value.wallet : undefined,
);

/** Connects the wallet of the last visit again once the network is known. It asks the wallet for nothing. Returns a function that ends it. */
export const followReturn = (): (() => void) =>
  effect(() => {
    const network = registry.value?.network;
    const known = returning.value;
    if (network === undefined || known === undefined) return;
    import('./connect-again.js')
      .then(({ connectAgain }) => connectAgain(known, network))
      .then((found) => {
        // The visitor may have connected or disconnected one meanwhile.
        if (found !== undefined && returning.peek() === known) useWallet(found, network);
      })
      .catch(reportError)
      .finally(() => (hasTried.value = true));
  });

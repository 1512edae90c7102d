import { effect } from '@preact/signals';
import { wallet } from '../session/wallet.js';

/** Tells what happens to the wallet's orders once there is a wallet. Its script is loaded then. Returns a function that ends it. */
export function followNews(): () => void {
  let end: (() => void) | undefined;
  let isEnded = false;
  const stop = effect(() => {
    if (wallet.value === undefined || end !== undefined) return;
    end = () => {};
    import('./telling.js').then(({ tellNews }) => {
      if (!isEnded) end = tellNews();
    }, reportError);
  });
  return () => {
    isEnded = true;
    stop();
    end?.();
  };
}

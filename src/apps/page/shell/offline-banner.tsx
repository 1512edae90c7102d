import { online } from '../live/online.js';
import { prices, pricesProblem } from '../live/prices.js';

/** Says that the server or the network is unreachable, until it responds again. */
export function OfflineBanner() {
  if (pricesProblem.value?.isOffline !== true) return null;
  return (
    <p class="offline banner warn" role="status">
      {online.value ? 'The server cannot be reached. ' : 'This device is offline. '}
      {prices.value === undefined ? '' : 'What you see is from before. '}
      {online.value ? 'Trying again…' : 'The page continues by itself once it is back.'}
    </p>
  );
}

import { prices, pricesProblem } from '../live/prices.js';

/** Says that the server is away, until it is heard again. */
export function OfflineBanner() {
  if (pricesProblem.value?.isOffline !== true) return null;
  return (
    <p class="offline" role="status">
      The server cannot be reached. {prices.value === undefined ? '' : 'What you see is from before. '}
      Trying again…
    </p>
  );
}

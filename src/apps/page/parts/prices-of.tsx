import { clockTime, fullTime } from '../../../sdk/words/times.js';
import { now } from '../live/clock.js';
import { prices, pricesProblem } from '../live/prices.js';

/** Time of the prices shown, and whether they are still being updated. */
export function PricesOf() {
  const at = prices.value?.at;
  const isFollowed = pricesProblem.value === undefined;
  return (
    <p class={`row live muted small ${isFollowed && at !== undefined ? 'is-live' : ''}`}>
      {at === undefined ? (
        'New prices every 5 minutes'
      ) : (
        <span>
          Prices of{' '}
          <time dateTime={at} title={fullTime(at)}>
            {clockTime(at, now.value)}
          </time>
          , {isFollowed ? 'new every 5 minutes' : 'not renewed now'}
        </span>
      )}
    </p>
  );
}

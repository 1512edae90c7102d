import { placed } from './live/placed.js';
import { Progress } from './progress.js';

/** Orders placed since the page was opened. */
export function PlacedOrders() {
  if (placed.value.length === 0) return null;
  return (
    <section class="card stack" aria-labelledby="swap-placed">
      <h2 id="swap-placed">Placed just now</h2>
      {placed.value.map((entry) => (
        <Progress key={entry.orders.peek()[0]?.handle} placed={entry} />
      ))}
    </section>
  );
}

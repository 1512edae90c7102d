import { fromNow, fullTime } from '../../../sdk/words/times.js';
import { now } from '../live/clock.js';

/** Time since a moment, or until it; the moment itself in its title. */
export function Ago({ at }: { readonly at: string }) {
  return (
    <time dateTime={at} title={fullTime(at)}>
      {fromNow(Date.parse(at), now.value)}
    </time>
  );
}

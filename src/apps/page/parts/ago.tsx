import { fromNow, fullTime } from '../format/times.js';
import { now } from '../live/clock.js';

/** How long ago something was, or in how long it will be; the time itself in its title. */
export function Ago({ at }: { readonly at: string }) {
  return (
    <time dateTime={at} title={fullTime(at)}>
      {fromNow(Date.parse(at), now.value)}
    </time>
  );
}

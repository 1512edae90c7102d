import { fromNow, fullTime } from '../../../sdk/words/times.js';
import { now } from '../live/clock.js';

/** Time since a moment, or until it; the moment itself in its title. */
export const Ago = ({ at }: { readonly at: string }) => (
  <time dateTime={at} title={fullTime(at)}>
    {fromNow(Date.parse(at), now.value)}
  </time>
);

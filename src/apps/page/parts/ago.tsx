import { fromNow, fullTime } from '../../../sdk/words/times.js';
import { now } from '../live/clock.js';

/** Time that has passed since a moment or remains until it. The title has the moment itself. */
export const Ago = ({ at }: { readonly at: string }) => (
  <time dateTime={at} title={fullTime(at)}>
    {fromNow(Date.parse(at), now.value)}
  </time>
);

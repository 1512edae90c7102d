import { clockTime } from '../../../sdk/words/times.js';
import { now } from '../live/clock.js';
import { unknownSince } from './session.js';

interface PillProps {
  readonly tone: 'good' | 'warn' | 'bad' | 'quiet';
  readonly words: string;
}

/** State of one part of the server, in a word; unknown while the last status is out of date. */
export function Pill({ tone, words }: PillProps) {
  const since = unknownSince.value;
  if (since === undefined) return <span class={`badge ${tone}`}>{words}</span>;
  return <span class="badge quiet">unknown since {clockTime(since, now.value)}</span>;
}

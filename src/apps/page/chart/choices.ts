import { computed } from '@preact/signals';
import { isNarrow } from '../live/narrow.js';
import { keep, kept } from '../session/kept.js';
import { RANGES, type Range } from './model/candles.js';

/** Studies that the chart can show, with their words. */
export const STUDIES = [
  ['averages', 'Averages'],
  ['rsi', 'RSI'],
] as const;

export type Study = (typeof STUDIES)[number][0];

/** Visitor's choices of what charts show. */
export interface ChartChoices {
  readonly range: Range;
  readonly studies: readonly Study[];
  readonly isFolded: boolean;
  /** Whether pairs are shown against the direction in which people quote them. */
  readonly isTurned: boolean;
}

/** The choices, kept in this browser. At first a phone shows the heading alone. */
export const choices = computed((): ChartChoices => {
  const { range, studies = '', isFolded, isTurned } = kept.value.chart ?? {};
  const chosen = studies.split(' ');
  return {
    range: RANGES.find(([name]) => name === range)?.[0] ?? '24h',
    studies: STUDIES.flatMap(([name]) => (chosen.includes(name) ? [name] : [])),
    isFolded: isFolded === undefined ? isNarrow() : isFolded === 'yes',
    isTurned: isTurned === 'yes',
  };
});

/** Changes some of the choices, and keeps them. */
export function choose(part: Partial<ChartChoices>): void {
  const { range, studies, isFolded, isTurned } = { ...choices.peek(), ...part };
  const yes = (is: boolean) => (is ? 'yes' : 'no');
  keep({ chart: { range, studies: studies.join(' '), isFolded: yes(isFolded), isTurned: yes(isTurned) } });
}

/** Things that are counted in sentences. */
export type Unit =
  'attempt' | 'block' | 'consecutive run' | 'day' | 'hour' | 'minute' | 'order' | 'run' | 'week';

const COUNTS: Readonly<Record<Unit, (count: number) => string>> = {
  attempt: (count) => (count === 1 ? '1 attempt' : `${count} attempts`),
  block: (count) => (count === 1 ? '1 block' : `${count} blocks`),
  'consecutive run': (count) => (count === 1 ? '1 consecutive run' : `${count} consecutive runs`),
  day: (count) => (count === 1 ? '1 day' : `${count} days`),
  hour: (count) => (count === 1 ? '1 hour' : `${count} hours`),
  minute: (count) => (count === 1 ? '1 minute' : `${count} minutes`),
  order: (count) => (count === 1 ? '1 order' : `${count} orders`),
  run: (count) => (count === 1 ? '1 run' : `${count} runs`),
  week: (count) => (count === 1 ? '1 week' : `${count} weeks`),
};

/** A number with its unit, in the singular or the plural: `1 block`, `6 blocks`. */
export const counted = (count: number, unit: Unit): string => COUNTS[unit](count);

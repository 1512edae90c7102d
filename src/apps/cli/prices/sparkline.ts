const LEVELS = '▁▂▃▄▅▆▇█';

/**
 * Values as a line of blocks, the lowest value as the lowest block. It has at most `width` characters; each shows the last value of
 * its section.
 */
export function sparkline(values: readonly number[], width: number): string {
  const step = Math.max(1, values.length / width);
  const parts = Math.min(values.length, width);
  const shown = Array.from(
    { length: parts },
    (_, n) => values[Math.ceil((n + 1) * step) - 1] ?? values.at(-1)!,
  );
  const lowest = Math.min(...shown);
  const range = Math.max(...shown) - lowest;
  const level = (value: number) =>
    range === 0 ? 3 : Math.round(((value - lowest) / range) * (LEVELS.length - 1));
  return shown.map((value) => LEVELS[level(value)]).join('');
}

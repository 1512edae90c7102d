import type { Totals } from './campaign.js';

/** Writes a line for the caller of the command. */
export const say = (line: string): void => console.log(line);

/** Reports the number of runs, and the number of times that each act and each fault occurred. */
export function report({ seeds, steps, counts }: Totals, seconds: number): void {
  const [perSeed, rate] = [(seeds / seconds).toFixed(1), Math.round(steps / seconds)];
  say(`${seeds} seeds in ${seconds.toFixed(1)} s: ${perSeed} seeds and ${rate} steps a second`);
  for (const [what, times] of [...counts].sort(([, a], [, b]) => b - a))
    say(`${String(times).padStart(8)}  ${what}`);
}

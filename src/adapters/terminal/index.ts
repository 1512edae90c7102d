import { Presets, SingleBar } from 'cli-progress';

/** Prints a line on stdout. */
export const print = (line: string): void => void process.stdout.write(`${line}\n`);

/**
 * Prints rows of cells on stdout in columns under their titles.
 *
 * @example printTable(['token', 'decimals'], [['sBTC', '8']]);
 */
export function printTable(titles: readonly string[], rows: readonly (readonly string[])[]): void {
  const widths = titles.map((title, column) =>
    Math.max(title.length, ...rows.map((row) => (row[column] ?? '').length)),
  );
  const line = (cells: readonly string[]) =>
    print(
      cells
        .map((cell, column) => cell.padEnd(widths[column] ?? 0))
        .join('  ')
        .trimEnd(),
    );
  line(titles);
  for (const row of rows) line(row);
}

/**
 * Runs a program and sets its exit code. An error becomes one line on stderr and exit code 1.
 *
 * @example await runProgram(async () => ((await isFine()) ? 0 : 1));
 */
export async function runProgram(main: () => Promise<number>): Promise<void> {
  try {
    process.exitCode = await main();
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
    process.exitCode = 1;
  }
}

/** Shows that `done` of `total`, in any unit, is reached, with a note. */
export type ShowProgress = (done: number, total: number, note: string) => void;

/**
 * Runs the work and shows its progress on stderr: as a bar on a terminal, elsewhere as a line for every tenth. The last
 * state stays visible.
 *
 * @example const report = await withProgress(async (show) => importFile((done, total) => show(done, total, 'lines')));
 */
export async function withProgress<T>(
  work: (show: ShowProgress) => Promise<T>,
  { barWidth = 40 }: { readonly barWidth?: number } = {},
): Promise<T> {
  const stream = process.stderr;
  if (!stream.isTTY) return work(showTenths());
  const format = '{bar} {percentage}% {note}';
  const bar = new SingleBar({ stream, format, hideCursor: null, barsize: barWidth }, Presets.shades_classic);
  try {
    return await work((done, total, note) => {
      if (bar.isActive) bar.update(done, { note });
      else bar.start(total, done, { note });
    });
  } finally {
    bar.stop();
  }
}

function showTenths(): ShowProgress {
  let shown = 0;
  return (done, total, note) => {
    const tenths = total === 0 ? 10 : Math.floor((10 * done) / total);
    if (tenths <= shown) return;
    shown = tenths;
    process.stderr.write(`${10 * tenths}% ${note}\n`);
  };
}

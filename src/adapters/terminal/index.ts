import { createInterface } from 'node:readline/promises';
import { Presets, SingleBar } from 'cli-progress';
import { printable, printableLines } from '../../domain/shared/printable.js';

/** Standard output and error of the process, with {@link printableLines} applied to every text. */
export const TERMINAL = {
  out: (text: string): void => void process.stdout.write(printableLines(text)),
  err: (text: string): void => void process.stderr.write(printableLines(text)),
};

/** Prints one {@link printable} line on stdout; `paint` adds colours to it. */
export const print = (line: string, paint = (text: string): string => text): void =>
  void process.stdout.write(`${paint(printable(line))}\n`);

/** Prints one {@link printable} line on stderr, so it does not mix with results. */
export const printNote = (line: string): void => void process.stderr.write(`${printable(line)}\n`);

/** Prints several lines on stderr, as {@link printableLines} makes them. */
export const printNotes = (lines: string): void => TERMINAL.err(`${lines}\n`);

/**
 * Prints rows of cells in columns under their titles, by default on stdout.
 *
 * @example printTable(['token', 'decimals'], [['sBTC', '8']]);
 */
export function printTable(
  titles: readonly string[],
  cells: readonly (readonly string[])[],
  stream: Pick<NodeJS.WriteStream, 'write'> = process.stdout,
): void {
  const rows = cells.map((row) => row.map(printable));
  const widths = titles.map((title, column) =>
    Math.max(title.length, ...rows.map((row) => (row[column] ?? '').length)),
  );
  const line = (row: readonly string[]) => {
    const padded = row.map((cell, column) => cell.padEnd(widths[column] ?? 0));
    stream.write(`${padded.join('  ').trimEnd()}\n`);
  };
  line(titles);
  for (const row of rows) line(row);
}

/** Whether there is a person to ask. */
export const isTerminal = (): boolean => process.stdin.isTTY === true && process.stderr.isTTY === true;

/** Asks a yes-or-no question. Every answer except `y` and `yes` counts as no. */
export const confirm = async (question: string): Promise<boolean> =>
  /^y(es)?$/i.test(await answerTo(`${question} [y/N]`));

/** Asks the user to type a word. Resolves to whether it was typed. */
export const typed = async (word: string, question: string): Promise<boolean> =>
  (await answerTo(question)).toLowerCase() === word;

async function answerTo(question: string): Promise<string> {
  const lines = createInterface({ input: process.stdin, output: process.stderr });
  try {
    // If the input ends before there is an answer, the answer is empty.
    const ended = new Promise<string>((resolve) => lines.once('close', () => resolve('')));
    return (await Promise.race([lines.question(`${question} `), ended])).trim();
  } finally {
    lines.close();
  }
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
    printNotes(error instanceof Error ? error.message : String(error));
    process.exitCode = 1;
  }
}

/** Shows progress, `done` of `total` in any unit, with a note. */
export type ShowProgress = (done: number, total: number, note: string) => void;

/**
 * Runs the work and shows its progress on stderr: as a bar on a terminal, otherwise as one line for every tenth of the work. The
 * last state stays visible.
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
      if (bar.isActive) bar.update(done, { note: printable(note) });
      else bar.start(total, done, { note: printable(note) });
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
    printNote(`${10 * tenths}% ${note}`);
  };
}

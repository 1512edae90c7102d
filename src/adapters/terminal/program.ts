/** Prints a line on stdout. */
export const print = (line: string): void => void process.stdout.write(`${line}\n`);

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

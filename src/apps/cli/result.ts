import { print, printTable, TERMINAL } from '../../adapters/terminal/index.js';

export interface JsonOption {
  readonly json?: boolean | undefined;
}

// Each of these functions returns the exit code of a command that succeeds.

/** Prints the result of a command: as JSON if requested, or else as lines for a person. */
export function printResult(result: object, { json = false }: JsonOption, lines: () => readonly string[]): 0 {
  if (json) return printJson(result);
  for (const line of lines()) print(line);
  return 0;
}

/** Prints a list as JSON if requested, or else as a table; if it is empty, prints `none`. */
export function printList(
  result: object,
  { json = false }: JsonOption,
  { titles, rows, none }: { titles: readonly string[]; rows: readonly (readonly string[])[]; none: string },
): 0 {
  if (json) return printJson(result);
  if (rows.length === 0) print(none);
  else printTable(titles, rows);
  return 0;
}

/** Prints the result on stdout as JSON. Amounts too large for a number are printed as digits. */
export function printJson(result: unknown): 0 {
  const digits = (_: string, value: unknown) => (typeof value === 'bigint' ? value.toString() : value);
  TERMINAL.out(`${JSON.stringify(result, digits, 2)}\n`);
  return 0;
}

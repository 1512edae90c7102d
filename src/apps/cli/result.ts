import { print, printTable, TERMINAL } from '../../adapters/terminal/index.js';

export interface JsonOption {
  readonly json?: boolean | undefined;
}

/** Prints the result of a command: as JSON if requested, or else as lines for a person. */
export function printResult(
  result: object,
  { json = false }: JsonOption,
  lines: () => readonly string[],
): void {
  if (json) printJson(result);
  else for (const line of lines()) print(line);
}

/** Prints a list as JSON if requested, or else as a table; `none` if it is empty. */
export function printList(
  result: object,
  { json = false }: JsonOption,
  { titles, rows, none }: { titles: readonly string[]; rows: readonly (readonly string[])[]; none: string },
): void {
  if (json) printJson(result);
  else if (rows.length === 0) print(none);
  else printTable(titles, rows);
}

/** Prints the result on stdout as JSON. Amounts too large for a number are printed as digits. */
export const printJson = (result: unknown): void =>
  TERMINAL.out(
    `${JSON.stringify(result, (_, value: unknown) => (typeof value === 'bigint' ? value.toString() : value), 2)}\n`,
  );

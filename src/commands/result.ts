import { print, printTable } from '../adapters/terminal/index.js';

export interface JsonOption {
  readonly json?: boolean | undefined;
}

/** Prints the result of a command: as JSON when asked for, else as lines for a person. */
export function printResult(
  result: object,
  { json = false }: JsonOption,
  lines: () => readonly string[],
): void {
  if (json) print(asJson(result));
  else for (const line of lines()) print(line);
}

/** Prints a list as JSON when asked for, else as a table; `none` where it is empty. */
export function printList(
  result: object,
  { json = false }: JsonOption,
  { titles, rows, none }: { titles: readonly string[]; rows: readonly (readonly string[])[]; none: string },
): void {
  if (json) print(asJson(result));
  else if (rows.length === 0) print(none);
  else printTable(titles, rows);
}

/** Amounts that a number cannot hold become their digits. */
export const asJson = (result: unknown): string =>
  JSON.stringify(result, (_, value: unknown) => (typeof value === 'bigint' ? value.toString() : value), 2);

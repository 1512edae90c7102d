/** Prefixes that spreadsheets treat as the start of a formula, which would then run on the reader's machine. */
const FORMULA = /^(?!-\d+(\.\d+)?$)[=+\-@\t\r]/;
const SPECIAL = /[",\r\n]/;

/**
 * Rows as CSV (RFC 4180). A cell that a spreadsheet would take for a formula gets a leading quote; a negative number does not.
 *
 * @see https://owasp.org/www-community/attacks/CSV_Injection
 */
export const csvText = (rows: readonly (readonly string[])[]): string =>
  rows.map((cells) => `${cells.map(cell).join(',')}\r\n`).join('');

function cell(text: string): string {
  const safe = FORMULA.test(text) ? `'${text}` : text;
  return SPECIAL.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

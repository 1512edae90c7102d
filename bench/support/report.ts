/** A row of a report: names first, then figures. */
export type Row = Readonly<Record<string, string | number>>;

/** Three significant digits; numbers from 1,000 up are rounded to whole ones. */
export function figure(value: number): number {
  return Math.abs(value) >= 1000 ? Math.round(value) : Number(value.toPrecision(3));
}

/** Prints rows under their common column names, figures aligned right. */
export function printTable(rows: readonly Row[]): void {
  const columns = [...new Set(rows.flatMap((row) => Object.keys(row)))];
  const lines = [columns, ...rows.map((row) => columns.map((column) => String(row[column] ?? '')))];
  const widths = columns.map((_, i) => Math.max(...lines.map((line) => line[i]!.length)));
  for (const line of lines) {
    console.log(
      line.map((cell, i) => (i === 0 ? cell.padEnd(widths[i]!) : cell.padStart(widths[i]!))).join('  '),
    );
  }
}

/** The last line of every benchmark: one JSON object, for programs. */
export function printJson(bench: string, facts: Record<string, unknown>): void {
  console.log(JSON.stringify({ bench, node: process.version, ...facts }));
}

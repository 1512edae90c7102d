import { replaceCsvFile, type CsvLine } from '../../../adapters/csv/csv-file.js';
import { withProgress } from '../../../adapters/terminal/index.js';
import { printResult, type JsonOption } from '../result.js';

/** Number of refused items to print; the CSV file has all of them. */
const SHOWN = 20;
const EXIT_ALL_STORED = 0;
const EXIT_SOME_REFUSED = 2;

/** An import of a file that refuses unusable items one by one. */
interface Import<Report extends object, Refused> extends JsonOption {
  /** Path of the file. The refused items are written to `<path>.refused.csv`. */
  readonly path: string;
  readonly columns: readonly string[];
  readonly toRow: (refused: Refused) => CsvLine;
  readonly toText: (refused: Refused) => string;
  readonly summary: (report: Report) => string;
  /** Imports the file; `show` receives how much of it has been read, and the total, in any unit. */
  readonly run: (
    refused: (items: readonly Refused[]) => Promise<void>,
    show: (done: number, total: number, soFar: Report) => void,
  ) => Promise<Report>;
}

/** Runs an import, shows its progress, and reports refused items. Returns the exit code: 2 if any item was refused. */
export async function runImport<Report extends object, Refused>(
  job: Import<Report, Refused>,
): Promise<number> {
  const { toRow, toText, summary } = job;
  const refusedPath = `${job.path}.refused.csv`;
  const refusedFile = await replaceCsvFile(refusedPath, job.columns);
  const first: Refused[] = [];
  let count = 0;
  let report: Report;
  try {
    const refused = async (items: readonly Refused[]) => {
      count += items.length;
      first.push(...items.slice(0, SHOWN - first.length));
      await refusedFile.write(items.map(toRow));
    };
    report = await withProgress((show) =>
      job.run(refused, (done, total, soFar) => show(done, total, summary(soFar))),
    );
  } finally {
    await refusedFile.close();
  }
  const isAll = count === 0;
  printResult({ ...report, ...(!isAll && { refusedPath }) }, job, () => [
    summary(report),
    ...first.map(toText),
    ...(count > first.length ? [`and ${count - first.length} more`] : []),
    ...(isAll ? [] : [`all of them: ${refusedPath}`]),
  ]);
  return isAll ? EXIT_ALL_STORED : EXIT_SOME_REFUSED;
}

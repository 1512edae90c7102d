import { replaceCsvFile, type CsvLine } from '../../adapters/csv/csv-file.js';
import { print, withProgress } from '../../adapters/terminal/index.js';

/** How many refused items are printed; the CSV file has all of them. */
const SHOWN = 20;
const EXIT_ALL_STORED = 0;
const EXIT_SOME_REFUSED = 2;

/** An import of a file whose unusable items are refused one by one. */
interface Import<Report, Refused> {
  /** The refused items are written to `<path>.refused.csv`. */
  readonly path: string;
  readonly columns: readonly string[];
  readonly toRow: (refused: Refused) => CsvLine;
  readonly toText: (refused: Refused) => string;
  readonly summary: (report: Report) => string;
  /** Imports the file; `show` receives how much of it has been read, in any unit. */
  readonly run: (
    refused: (items: readonly Refused[]) => Promise<void>,
    show: (done: number, total: number, soFar: Report) => void,
  ) => Promise<Report>;
}

/** Runs an import, shows its progress, and reports what it refused. Returns the exit code: 2 when an item was refused. */
export async function runImport<Report, Refused>(job: Import<Report, Refused>): Promise<number> {
  const { toRow, toText, summary } = job;
  const refusedPath = `${job.path}.refused.csv`;
  const refusedFile = await replaceCsvFile(refusedPath, job.columns);
  const first: Refused[] = [];
  let count = 0;
  try {
    const refused = async (items: readonly Refused[]) => {
      count += items.length;
      first.push(...items.slice(0, SHOWN - first.length));
      await refusedFile.write(items.map(toRow));
    };
    const report = await withProgress((show) =>
      job.run(refused, (done, total, soFar) => show(done, total, summary(soFar))),
    );
    print(summary(report));
  } finally {
    await refusedFile.close();
  }
  if (count === 0) return EXIT_ALL_STORED;
  for (const item of first) print(toText(item));
  if (count > first.length) print(`and ${count - first.length} more`);
  print(`all of them: ${refusedPath}`);
  return EXIT_SOME_REFUSED;
}

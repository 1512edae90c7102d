import { once } from 'node:events';
import { createWriteStream, type WriteStream } from 'node:fs';
import { rm } from 'node:fs/promises';
import { finished } from 'node:stream/promises';

/** The fields of a CSV line; an undefined one is empty. */
export type CsvLine = readonly (string | number | undefined)[];

/** Writes a CSV line with its line end. Fields are quoted if necessary. */
export const csvLine = (fields: CsvLine): string =>
  `${fields.map((field) => quoted(String(field ?? ''))).join(',')}\n`;

const quoted = (field: string) => (/[",\r\n]/.test(field) ? `"${field.replaceAll('"', '""')}"` : field);

/** Removes an existing file at the path. The new file is created when its first lines are written. */
export async function replaceCsvFile(path: string, header: CsvLine) {
  await rm(path, { force: true });
  let stream: WriteStream | undefined;
  const open = () => {
    const opened = createWriteStream(path);
    // Errors are thrown by the next write or by close.
    opened.on('error', () => undefined);
    opened.write(csvLine(header));
    return opened;
  };
  return {
    /**
     * Resolves when the file can take more lines.
     *
     * @throws if an earlier line could not be written.
     */
    async write(lines: readonly CsvLine[]): Promise<void> {
      if (lines.length === 0) return;
      stream ??= open();
      if (stream.errored !== null) throw stream.errored;
      if (!stream.write(lines.map(csvLine).join(''))) await once(stream, 'drain');
    },
    /** @throws if a line could not be written. */
    close: async (): Promise<void> => stream && finished(stream.end()),
  };
}

import { once } from 'node:events';
import { createWriteStream, type WriteStream } from 'node:fs';
import { rm } from 'node:fs/promises';
import { finished } from 'node:stream/promises';

/** The fields of a CSV line; an undefined one is empty. */
export type CsvLine = readonly (string | number | undefined)[];

/** A CSV line with its line end; fields are quoted where necessary. */
export const csvLine = (fields: CsvLine): string =>
  `${fields.map((field) => quoted(String(field ?? ''))).join(',')}\n`;

const quoted = (field: string) => (/[",\r\n]/.test(field) ? `"${field.replaceAll('"', '""')}"` : field);

/** A CSV file that is created when the first line is written. */
export class CsvFile {
  private stream: WriteStream | undefined;

  private constructor(
    private readonly path: string,
    private readonly header: readonly string[],
  ) {}

  /** Removes an earlier file at the path. */
  static async replace(path: string, header: readonly string[]): Promise<CsvFile> {
    await rm(path, { force: true });
    return new CsvFile(path, header);
  }

  /**
   * Resolves when the file can take more lines.
   *
   * @throws when an earlier line could not be written.
   */
  async write(lines: readonly CsvLine[]): Promise<void> {
    if (lines.length === 0) return;
    this.stream ??= this.open();
    if (this.stream.errored !== null) throw this.stream.errored;
    if (!this.stream.write(lines.map(csvLine).join(''))) await once(this.stream, 'drain');
  }

  private open(): WriteStream {
    const stream = createWriteStream(this.path);
    // Errors are thrown by the next write or by close.
    stream.on('error', () => undefined);
    stream.write(csvLine(this.header));
    return stream;
  }

  /** @throws when a line could not be written. */
  async close(): Promise<void> {
    if (this.stream === undefined) return;
    this.stream.end();
    await finished(this.stream);
  }
}

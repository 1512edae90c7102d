import { createWriteStream, type WriteStream } from 'node:fs';
import { rm } from 'node:fs/promises';
import { once } from 'node:events';
import { finished } from 'node:stream/promises';

/** A line of CSV with its end; fields are quoted where they must be. */
export const csvLine = (fields: readonly (string | number | undefined)[]): string =>
  `${fields.map((field) => quoted(String(field ?? ''))).join(',')}\n`;

const quoted = (field: string) => (/[",\r\n]/.test(field) ? `"${field.replaceAll('"', '""')}"` : field);

/** A CSV file that comes into being with its first line. */
export class CsvFile {
  private stream: WriteStream | undefined;

  private constructor(
    private readonly path: string,
    private readonly header: readonly string[],
  ) {}

  /** Removes what an earlier run left at the path. */
  static async anew(path: string, header: readonly string[]): Promise<CsvFile> {
    await rm(path, { force: true });
    return new CsvFile(path, header);
  }

  /** Waits until the disk keeps up. */
  async write(lines: readonly (readonly (string | number | undefined)[])[]): Promise<void> {
    if (lines.length === 0) return;
    this.stream ??= this.open();
    if (this.stream.errored !== null) throw this.stream.errored;
    if (!this.stream.write(lines.map(csvLine).join(''))) await once(this.stream, 'drain');
  }

  private open(): WriteStream {
    const stream = createWriteStream(this.path);
    // Thrown by the next write, or by the close.
    stream.on('error', () => undefined);
    stream.write(csvLine(this.header));
    return stream;
  }

  /** Throws when something could not be written. */
  async close(): Promise<void> {
    if (this.stream === undefined) return;
    this.stream.end();
    await finished(this.stream);
  }
}

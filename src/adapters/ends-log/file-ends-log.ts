import { randomUUID } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { link, mkdir, open, readdir, readFile, rename, rm, stat, type FileHandle } from 'node:fs/promises';
import { basename, dirname } from 'node:path';
import type { End } from '../../domain/operator/end.js';
import { StorageFailure, type Clock, type EndsLog } from '../../ports/index.js';
import { endIn, lineOf } from './line.js';

/** Permissions of the log's files. Only the operator's user may read them, since who ended what and when is private. */
const MODE = 0o600;
/** A line that is not an end, written to see whether the log is writable. */
const TRIAL = '#';
const HEADER = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3}Z\n$/;

interface Waiting {
  readonly lines: readonly string[];
  readonly resolve: () => void;
  readonly reject: (error: unknown) => void;
}

/**
 * A log of ends in files: `<path>` says when it began, `<path>.2026-11` holds the ends of a month. Each end is appended in a
 * single write, so several processes may append at the same time, and counts only once it is on disk. Ends that arrive together
 * are written together.
 *
 * @example
 * const ends = await openFileEndsLog('/var/lib/sluice/ends.log', systemPorts().clock);
 */
export async function openFileEndsLog(
  path: string,
  clock: Clock,
): Promise<EndsLog & { close(): Promise<void> }> {
  const log = new FileEndsLog(path, clock);
  await log.begin();
  return log;
}

class FileEndsLog implements EndsLog {
  private readonly waiting: Waiting[] = [];
  private running: Promise<void> | undefined;
  private file: { readonly path: string; readonly inode: number; readonly handle: FileHandle } | undefined;
  private hasFailed = false;

  constructor(
    private readonly path: string,
    private readonly clock: Clock,
  ) {}

  async begin(): Promise<void> {
    await mkdir(dirname(this.path), { recursive: true });
    if (!(await isThere(this.path))) {
      // If several processes start at once, only one of them creates the file.
      await this.putHeader(this.clock.now(), (part) =>
        link(part, this.path).catch((error: NodeJS.ErrnoException) => {
          if (error.code !== 'EEXIST') throw error;
        }),
      );
    }
    await this.beganAt();
  }

  append(ends: readonly End[]): Promise<void> {
    return this.write(ends.map(lineOf));
  }

  async *since(at: Date): AsyncIterable<End> {
    for (const month of await this.months()) {
      if (month < monthOf(at)) continue;
      for await (const line of linesOf(this.segment(month))) {
        const end = endIn(line);
        if (end !== undefined && end.at >= at) yield end;
      }
    }
  }

  async beganAt(): Promise<Date> {
    const [time] = HEADER.exec(await readFile(this.path, 'utf8').catch(refuse)) ?? [];
    if (time === undefined) throw new Error(`${this.path} is no log of ends: it does not say when it began`);
    return new Date(time.trim());
  }

  async check(): Promise<void> {
    await this.beganAt();
    if (this.hasFailed) await this.write([TRIAL]);
  }

  async deleteBefore(at: Date): Promise<void> {
    const old = (await this.months()).filter((month) => month < monthOf(at));
    if (old.length === 0) return;
    const began = await this.beganAt();
    const first = new Date(`${monthOf(at)}-01T00:00:00.000Z`);
    if (began < first) await this.putHeader(first, (part) => rename(part, this.path));
    // Another process may delete the same files at the same time, so missing ones are no error.
    for (const month of old) await rm(this.segment(month), { force: true });
  }

  async close(): Promise<void> {
    await this.running;
    await this.file?.handle.close();
    this.file = undefined;
  }

  private write(lines: readonly string[]): Promise<void> {
    return new Promise((resolve, reject) => {
      this.waiting.push({ lines, resolve, reject });
      this.running ??= this.workThrough();
    });
  }

  private async workThrough(): Promise<void> {
    while (this.waiting.length > 0) {
      const together = this.waiting.splice(0);
      try {
        const handle = await this.current();
        // The leading line end ends a line that a crash has cut off.
        const bytes = Buffer.from(`\n${together.flatMap(({ lines }) => lines).join('\n')}\n`);
        const { bytesWritten } = await handle.write(bytes);
        if (bytesWritten < bytes.length) throw new Error('the disk took only a part of the log of ends');
        await handle.datasync();
        this.hasFailed = false;
        for (const { resolve } of together) resolve();
      } catch (error) {
        this.hasFailed = true;
        for (const { reject } of together) reject(failureOf(error));
      }
    }
    // Cleared without waiting for anything: a resolved caller may append again before any other code runs.
    this.running = undefined;
  }

  /** Opens the file of this month. If it was moved away, creates it again, so that nothing is written where no one will look. */
  private async current(): Promise<FileHandle> {
    const path = this.segment(monthOf(this.clock.now()));
    const there = await stat(path).catch(() => undefined);
    if (this.file?.path === path && this.file.inode === there?.ino) return this.file.handle;
    await this.file?.handle.close();
    this.file = undefined;
    const handle = await open(path, 'a', MODE);
    if (there === undefined) await syncFolder(path);
    this.file = { path, inode: (await handle.stat()).ino, handle };
    return handle;
  }

  private segment(month: string): string {
    return `${this.path}.${month}`;
  }

  /** Lists the months that have a file, oldest first. */
  private async months(): Promise<readonly string[]> {
    const prefix = `${basename(this.path)}.`;
    const names = await readdir(dirname(this.path)).catch(refuse);
    return names
      .filter((name) => name.startsWith(prefix))
      .map((name) => name.slice(prefix.length))
      .filter((month) => /^\d{4}-\d{2}$/.test(month))
      .sort();
  }

  /** @param put gives the written file its name. */
  private async putHeader(began: Date, put: (part: string) => Promise<void>): Promise<void> {
    const part = `${this.path}.${randomUUID()}.part`;
    try {
      const file = await open(part, 'wx', MODE);
      await file.writeFile(`${began.toISOString()}\n`);
      await file.sync();
      await file.close();
      await put(part);
      await syncFolder(this.path);
    } catch (error) {
      throw failureOf(error);
    } finally {
      await rm(part, { force: true });
    }
  }
}

const monthOf = (at: Date): string => at.toISOString().slice(0, 7);

const isThere = (path: string): Promise<boolean> =>
  stat(path).then(
    () => true,
    () => false,
  );

/** Reads the lines of a file. Rejects if it cannot be read to its end, because an end missed here would not be replayed. */
async function* linesOf(path: string): AsyncIterable<string> {
  let begun = '';
  try {
    for await (const chunk of createReadStream(path, 'utf8') as AsyncIterable<string>) {
      const lines = (begun + chunk).split('\n');
      begun = lines.pop()!;
      yield* lines;
    }
  } catch (error) {
    throw failureOf(error);
  }
  yield begun;
}

async function syncFolder(path: string): Promise<void> {
  const folder = await open(dirname(path), 'r');
  try {
    await folder.sync();
  } finally {
    await folder.close();
  }
}

const failureOf = (error: unknown): StorageFailure => {
  const { code, message } = error as NodeJS.ErrnoException;
  return new StorageFailure(`the log of ends cannot be used: ${message}`, code, true);
};

const refuse = (error: unknown): never => {
  throw failureOf(error);
};

import { readFile, stat } from 'node:fs/promises';
import path from 'node:path';
import { PreparedBody } from '../../operation/prepared-body.js';

/** Names of files whose content never changes: the build writes a hash of the content into them. */
const HASHED = /-[A-Z0-9]{8}\.(?:js|css)$/;
const FOREVER = 'public, max-age=31536000, immutable';
const CHECKED = 'no-cache';
/** Matches a file name, with or without folders before it. No match leads out of the folder or names a hidden file. */
const NAME = /^(?:[A-Za-z0-9_-][A-Za-z0-9._-]*\/)*[A-Za-z0-9_-][A-Za-z0-9._-]*$/;

/** Placeholder in a document for the address of the service. */
const SERVICE = '{{service}}';

const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.webmanifest': 'application/manifest+json',
  '.txt': 'text/plain; charset=utf-8',
};

/** The files of the built page. Each is read on its first request and kept, in each encoding that was requested. */
export class PageFiles {
  readonly #read = new Map<string, Promise<PreparedBody | undefined>>();

  /** @param service address of the service relative to the document; it replaces the placeholder in the document. */
  constructor(
    private readonly folder: string,
    private readonly service = '.',
  ) {}

  /** The file with that path below the folder; undefined if none. */
  async find(name: string): Promise<PreparedBody | undefined> {
    const type = TYPES[path.extname(name)];
    if (type === undefined || !NAME.test(name)) return undefined;
    const known = this.#read.get(name);
    if (known !== undefined) return known;
    // Made-up names are looked up every time, so that callers cannot fill the cache.
    if (!(await isFile(path.join(this.folder, name)))) return undefined;
    const reading = this.#prepare(name, type);
    this.#read.set(name, reading);
    reading.catch(() => this.#read.delete(name));
    return reading;
  }

  /** The first of these files that is there; undefined if none. */
  async findFirst(names: readonly string[]): Promise<PreparedBody | undefined> {
    for (const name of names) {
      const found = await this.find(name);
      if (found !== undefined) return found;
    }
    return undefined;
  }

  async #prepare(name: string, type: string): Promise<PreparedBody> {
    const caching = HASHED.test(name) ? FOREVER : CHECKED;
    const content = await readFile(path.join(this.folder, name));
    return new PreparedBody(name.endsWith('.html') ? this.#named(content) : content, { type, caching });
  }

  #named(document: Buffer): Buffer {
    return Buffer.from(document.toString().replaceAll(SERVICE, this.service.replaceAll('"', '%22')));
  }
}

async function isFile(file: string): Promise<boolean> {
  try {
    return (await stat(file)).isFile();
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT' || code === 'ENOTDIR') return false;
    throw error;
  }
}

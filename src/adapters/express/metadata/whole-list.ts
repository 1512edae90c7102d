import { crc32 } from 'node:zlib';
import type { Core } from '../../../application/core.js';
import type { MetadataSnapshot } from '../../../application/metadata/follow-metadata.js';
import { deflatePart, gzipOf } from '../encodings.js';
import { PreparedBody, type BodyOptions } from '../prepared-body.js';
import { entryText, LIST_END, LIST_START } from './metadata-list.js';

/** On average. */
const RECORDS_PER_PART = 500;
/** Nothing of a longer list is kept: it is read from the first record on whenever it is made. */
const MAX_KEPT_BYTES = 32 * 1024 * 1024;

interface Kept {
  readonly snapshot: MetadataSnapshot<string>;
  readonly parts: readonly Part[];
  readonly body: PreparedBody;
}

/**
 * The list of all records. The text of each is kept, and the list in parts that are compressed each for itself: after a
 * save, the saved records are read and their parts made, and nothing else.
 */
export class WholeList {
  private kept: Kept | undefined;

  constructor(
    private readonly metadata: Pick<Core['metadata'], 'follow'>,
    private readonly options: BodyOptions,
    private readonly maxKeptBytes = MAX_KEPT_BYTES,
  ) {}

  /** The list as of one moment, after it was asked for. The same body until something was saved. */
  async read(): Promise<PreparedBody> {
    const { kept } = this;
    const snapshot = await this.metadata.follow(entryText, kept?.snapshot);
    if (kept !== undefined && kept.snapshot.values === snapshot.values) return kept.body;
    const parts = partsOf(snapshot.values, kept);
    const plain = Buffer.concat([...parts.map(({ bytes }) => bytes), Buffer.from(LIST_END)]);
    const gzip = async () => {
      const deflated = [...parts.map((part) => part.deflated()), deflatePart(LIST_END)];
      return gzipOf(plain, await Promise.all(deflated));
    };
    const body = new PreparedBody(plain, { ...this.options, gzip });
    this.kept = plain.length <= this.maxKeptBytes ? { snapshot, parts, body } : undefined;
    return body;
  }
}

class Part {
  readonly bytes: Buffer;
  private compressed: Buffer | undefined;

  constructor(
    readonly ids: readonly string[],
    private readonly texts: readonly string[],
    private readonly start: string,
  ) {
    this.bytes = Buffer.from(start + texts.join(','));
  }

  holds(texts: readonly string[], start: string): boolean {
    const isSame = (text: string, n: number) => text === this.texts[n];
    return start === this.start && texts.length === this.texts.length && texts.every(isSame);
  }

  async deflated(): Promise<Buffer> {
    return (this.compressed ??= await deflatePart(this.bytes));
  }
}

/** The parts of the list, those that were kept wherever they are the same. */
function partsOf(texts: ReadonlyMap<string, string>, kept: Kept | undefined): Part[] {
  // No record is ever taken away: as many records are the same ones.
  const isCut = kept?.snapshot.values.size === texts.size;
  const cut = isCut ? kept.parts.map(({ ids }) => ids) : cutOf([...texts.keys()].sort());
  const known = new Map(kept?.parts.map((part) => [part.ids.at(-1), part]));
  return cut.map((ids, n) => {
    const own = ids.map((id) => texts.get(id)!);
    const start = n === 0 ? LIST_START : ',';
    const before = known.get(ids.at(-1));
    return before?.holds(own, start) ? before : new Part(ids, own, start);
  });
}

/** Cuts behind certain ids and not by count, so that a new record makes one part another, and not all after it. */
function cutOf(ids: readonly string[]): string[][] {
  const cut: string[][] = [[]];
  for (const id of ids) {
    cut.at(-1)!.push(id);
    if (crc32(id) % RECORDS_PER_PART === 0) cut.push([]);
  }
  return cut.filter((part, n) => n === 0 || part.length > 0);
}

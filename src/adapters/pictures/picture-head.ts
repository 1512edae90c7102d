/** Format and size of an image file, from its first bytes. */
export interface PictureHead {
  readonly format: 'PNG' | 'JPEG' | 'WebP' | 'GIF';
  /** Pixels. */
  readonly width: number;
  readonly height: number;
}

type Size = Omit<PictureHead, 'format'>;

/**
 * Reads the head of an image file. Undefined for any other file, also one that has only the beginning of a head. The file's
 * name and the type that its host states do not matter.
 *
 * @example pictureHead(await readFile('token.png')); // { format: 'PNG', width: 200, height: 200 }
 */
export function pictureHead(file: Uint8Array): PictureHead | undefined {
  const bytes = Buffer.from(file.buffer, file.byteOffset, file.byteLength);
  for (const [format, sizeOf] of Object.entries(SIZES) as [PictureHead['format'], SizeOf][]) {
    const size = sizeOf(bytes);
    if (size !== undefined) return { format, ...size };
  }
  return undefined;
}

type SizeOf = (file: Buffer) => Size | undefined;

const SIZES: Readonly<Record<PictureHead['format'], SizeOf>> = {
  PNG: (file) =>
    begins(file, '\x89PNG\r\n\x1a\n') && textAt(file, 12, 16) === 'IHDR' && file.length >= 24
      ? { width: file.readUInt32BE(16), height: file.readUInt32BE(20) }
      : undefined,
  GIF: (file) =>
    (begins(file, 'GIF87a') || begins(file, 'GIF89a')) && file.length >= 10
      ? { width: file.readUInt16LE(6), height: file.readUInt16LE(8) }
      : undefined,
  WebP: webpSize,
  JPEG: jpegSize,
};

/** A WebP file has one of three kinds of first chunk: an extended head, a lossless or a lossy picture. */
function webpSize(file: Buffer): Size | undefined {
  if (!begins(file, 'RIFF') || textAt(file, 8, 12) !== 'WEBP' || file.length < 30) return undefined;
  // The file states its length: a cut one would be drawn as far as it goes.
  if (file.readUInt32LE(4) + 8 > file.length) return undefined;
  const chunk = textAt(file, 12, 16);
  if (chunk === 'VP8X') return { width: file.readUIntLE(24, 3) + 1, height: file.readUIntLE(27, 3) + 1 };
  if (chunk === 'VP8L') {
    const bits = file.readUInt32LE(21);
    return { width: (bits & 0x3fff) + 1, height: ((bits >>> 14) & 0x3fff) + 1 };
  }
  if (chunk !== 'VP8 ') return undefined;
  return { width: file.readUInt16LE(26) & 0x3fff, height: file.readUInt16LE(28) & 0x3fff };
}

/** A JPEG file is a list of segments, one of which, the frame, states the size. Several frames are no picture. */
function jpegSize(file: Buffer): Size | undefined {
  if (!begins(file, '\xff\xd8\xff')) return undefined;
  let size: Size | undefined;
  for (let at = 2; at + 9 <= file.length && file[at] === 0xff;) {
    const marker = file[at + 1]!;
    if (marker === 0xff) {
      at += 1;
      continue;
    }
    if (marker === START_OF_SCAN) return size;
    if (isFrame(marker)) {
      if (size !== undefined) return undefined;
      size = { height: file.readUInt16BE(at + 5), width: file.readUInt16BE(at + 7) };
    }
    at += 2 + file.readUInt16BE(at + 2);
  }
  return undefined;
}

const START_OF_SCAN = 0xda;
/** Markers of tables that lie among those of frames. */
const TABLES: readonly number[] = [0xc4, 0xc8, 0xcc];
const isFrame = (marker: number): boolean => marker >= 0xc0 && marker <= 0xcf && !TABLES.includes(marker);

const begins = (file: Buffer, text: string): boolean => textAt(file, 0, text.length) === text;
const textAt = (file: Buffer, from: number, to: number): string => file.toString('latin1', from, to);

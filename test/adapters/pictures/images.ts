import { crc32, deflateSync, inflateSync } from 'node:zlib';

const fromBase64 = (text: string) => new Uint8Array(Buffer.from(text, 'base64'));

const TABLES =
  '/9j/2wBDAA0JCgsKCA0LCgsODg0PEyAVExISEyccHhcgLikxMC4pLSwzOko+MzZGNywtQFdBRkxOUlNSMj5aYVpQYEpRUk//2wBDAQ4ODhMREyYVFSZPNS01T09PT09PT09PT09PT09PT09PT09PT09PT09PT09PT09PT09PT09PT09PT09PT09PT0//';

/** Small files of 40 × 20 red pixels, by how they are encoded. */
export const RED = {
  PNG: fromBase64(
    'iVBORw0KGgoAAAANSUhEUgAAACgAAAAUCAMAAADImI+JAAAAA1BMVEXAICCYP6/wAAAACXBIWXMAAAPoAAAD6AG1e1JrAAAAEUlEQVQokWNgGAWjYBQwkAAAAzQAAWANf2kAAAAASUVORK5CYII=',
  ),
  JPEG: fromBase64(
    `${TABLES}wAARCAAUACgDASIAAhEBAxEB/8QAFQABAQAAAAAAAAAAAAAAAAAAAAX/xAAUEAEAAAAAAAAAAAAAAAAAAAAA/8QAFgEBAQEAAAAAAAAAAAAAAAAAAAQG/8QAFBEBAAAAAAAAAAAAAAAAAAAAAP/aAAwDAQACEQMRAD8AggIGuAAAAAAAAAAf/9k=`,
  ),
  'progressive JPEG': fromBase64(
    `${TABLES}wgARCAAUACgDASIAAhEBAxEB/8QAFQABAQAAAAAAAAAAAAAAAAAAAAT/xAAWAQEBAQAAAAAAAAAAAAAAAAAABAX/2gAMAwEAAhADEAAAAYBPrgAAAAf/xAAUEAEAAAAAAAAAAAAAAAAAAAAw/9oACAEBAAEFAn//xAAUEQEAAAAAAAAAAAAAAAAAAAAg/9oACAEDAQE/AV//xAAUEQEAAAAAAAAAAAAAAAAAAAAg/9oACAECAQE/AV//xAAUEAEAAAAAAAAAAAAAAAAAAAAw/9oACAEBAAY/An//xAAUEAEAAAAAAAAAAAAAAAAAAAAw/9oACAEBAAE/IX//2gAMAwEAAgADAAAAEAgggggv/8QAFBEBAAAAAAAAAAAAAAAAAAAAIP/aAAgBAwEBPxBf/8QAFBEBAAAAAAAAAAAAAAAAAAAAIP/aAAgBAgEBPxBf/8QAFBABAAAAAAAAAAAAAAAAAAAAMP/aAAgBAQABPxB//9k=`,
  ),
  WebP: fromBase64(
    'UklGRkYAAABXRUJQVlA4IDoAAAAwAwCdASooABQAPrVYpk6nJSOiJWgA4BaJZwB2AABX74bgAP7r3i/8NqrK2//+Sn+LvvN320SAAAAA',
  ),
  'lossless WebP': fromBase64('UklGRh4AAABXRUJQVlA4TBEAAAAvJ8AEAAdQkAIXpP+BiOh/AAA='),
  'extended WebP': fromBase64(
    'UklGRmoAAABXRUJQVlA4WAoAAAAQAAAAJwAAEwAAQUxQSAoAAAABB1DAiAhERP8DVlA4IDoAAAAwAwCdASooABQAPrVYpk6nJSOiJWgA4BaJZwB2AABX74bgAP7r3i/8NqrK2//+Sn+LvvN320SAAAAA',
  ),
  GIF: fromBase64(
    'R0lGODlhKAAUAIAAAExpccAgICH5BAUAAAAALAAAAAAoABQAAAIajI+py+0Po5y02ouz3rz7D4biSJbmiabqihUAOw==',
  ),
} as const;

function chunk(type: string, data: Uint8Array): Buffer {
  const named = Buffer.concat([Buffer.from(type), data]);
  const [length, check] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(data.length);
  check.writeUInt32BE(crc32(named));
  return Buffer.concat([length, named, check]);
}

const SIGNATURE = Buffer.from('\x89PNG\r\n\x1a\n', 'latin1');

/** A gray PNG whose head states that size. It has the pixels of that size, unless `rows` says how many it has. */
export function grayPng(width: number, height: number, rows = height): Uint8Array {
  const head = Buffer.alloc(13);
  head.writeUInt32BE(width);
  head.writeUInt32BE(height, 4);
  head.set([8, 0], 8);
  const data = deflateSync(Buffer.alloc(rows * (width + 1)));
  const chunks = [chunk('IHDR', head), chunk('IDAT', data), chunk('IEND', Buffer.alloc(0))];
  return Buffer.concat([SIGNATURE, ...chunks]);
}

/** Reads the pixel of an RGBA PNG with 8 bits a channel, from the left and the top. */
export function pixelOf(png: Uint8Array, left: number, top: number): readonly number[] {
  const file = Buffer.from(png);
  const width = file.readUInt32BE(16);
  if (file[24] !== 8 || file[25] !== 6) throw new Error('it is no PNG of 8-bit RGBA');
  const data: Buffer[] = [];
  for (let at = 8; at < file.length; at += 12 + file.readUInt32BE(at))
    if (file.toString('latin1', at + 4, at + 8) === 'IDAT')
      data.push(file.subarray(at + 8, at + 8 + file.readUInt32BE(at)));
  const raw = inflateSync(Buffer.concat(data));
  const rowBytes = width * 4;
  let above = new Uint8Array(rowBytes);
  for (let y = 0; ; y++) {
    const filter = raw[y * (rowBytes + 1)]!;
    const row = Uint8Array.from(raw.subarray(y * (rowBytes + 1) + 1, (y + 1) * (rowBytes + 1)));
    for (let x = 0; x < rowBytes; x++) {
      const [a, b, c] = [row[x - 4] ?? 0, above[x]!, above[x - 4] ?? 0];
      row[x]! += [0, a, b, (a + b) >> 1, paeth(a, b, c)][filter]!;
    }
    if (y === top) return [...row.subarray(left * 4, left * 4 + 4)];
    above = row;
  }
}

function paeth(a: number, b: number, c: number): number {
  const [pa, pb, pc] = [Math.abs(b - c), Math.abs(a - c), Math.abs(a + b - 2 * c)] as const;
  if (pa <= pb && pa <= pc) return a;
  return pb <= pc ? b : c;
}

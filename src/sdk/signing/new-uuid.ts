import { toHex } from '../../domain/shared/hex.js';

/** A random UUID (version 4). Not `crypto.randomUUID`: pages without TLS lack it. */
export function newUuid(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  bytes[6] = (bytes[6]! & 0x0f) | 0x40;
  bytes[8] = (bytes[8]! & 0x3f) | 0x80;
  const hex = toHex(bytes);
  return [0, 8, 12, 16, 20].map((start, n, starts) => hex.slice(start, starts[n + 1])).join('-');
}

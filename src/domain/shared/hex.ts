const DIGITS = Array.from({ length: 256 }, (_, byte) => byte.toString(16).padStart(2, '0'));

/** Two lower-case hex digits per byte. */
export function toHex(bytes: Uint8Array): string {
  let digits = '';
  for (const byte of bytes) digits += DIGITS[byte]!;
  return digits;
}

/** Returns the bytes of hex digits; the caller has checked that they are hex digits and even in number. */
export const fromHex = (hex: string): Uint8Array =>
  Uint8Array.from(hex.match(/../g) ?? [], (byte) => Number.parseInt(byte, 16));

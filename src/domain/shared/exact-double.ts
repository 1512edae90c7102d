const bits = new DataView(new ArrayBuffer(8));

/** Splits a finite positive double into mantissa and binary exponent (IEEE 754), without loss. */
export function exactDouble(value: number): [mantissa: bigint, exponent: number] {
  bits.setFloat64(0, value);
  const raw = bits.getBigUint64(0);
  const exponent = Number((raw >> 52n) & 0x7ffn);
  const fraction = raw & 0xfffffffffffffn;
  return exponent === 0 ? [fraction, -1074] : [fraction | 0x10000000000000n, exponent - 1075];
}

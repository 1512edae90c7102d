import { ClarityType, deserializeCV, type ClarityValue } from '@stacks/transactions';
import { parseUnits, type Units } from '../../domain/shared/units.js';

/** A Clarity value from its consensus bytes in hex; undefined when it is none. */
export function decodeClarity(hex: unknown): ClarityValue | undefined {
  if (typeof hex !== 'string' || !/^0x([0-9a-f]{2})+$/i.test(hex)) return undefined;
  try {
    return deserializeCV(hex);
  } catch {
    // The library names no error type for bytes that are no Clarity value.
    return undefined;
  }
}

/** What is inside `(ok …)`; a bare value as it is; undefined for `(err …)`. */
export function okValue(value: ClarityValue | undefined): ClarityValue | undefined {
  if (value?.type === ClarityType.ResponseErr) return undefined;
  return value?.type === ClarityType.ResponseOk ? value.value : value;
}

/** An unsigned integer; undefined for anything else. */
export function unitsOf(value: ClarityValue | undefined): Units | undefined {
  if (value?.type !== ClarityType.UInt) return undefined;
  const amount = parseUnits(String(value.value));
  return amount.ok ? amount.value : undefined;
}

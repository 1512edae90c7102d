import { ClarityType, deserializeCV, type ClarityValue } from '@stacks/transactions';
import { parseUnits, type Units } from '../../../domain/shared/units.js';

/** Decodes a Clarity value from its consensus bytes in hex; undefined for anything else. */
export function decodeClarity(hex: unknown): ClarityValue | undefined {
  if (typeof hex !== 'string' || !/^0x([0-9a-f]{2})+$/i.test(hex)) return undefined;
  try {
    return deserializeCV(hex);
  } catch {
    // The library has no error type of its own for malformed bytes.
    return undefined;
  }
}

/** Unwraps `(ok …)` and returns a bare value unchanged; undefined for `(err …)`. */
export function okValue(value: ClarityValue | undefined): ClarityValue | undefined {
  if (value?.type === ClarityType.ResponseErr) return undefined;
  return value?.type === ClarityType.ResponseOk ? value.value : value;
}

/** The fields of a tuple; undefined for anything else. */
export const tupleOf = (
  value: ClarityValue | undefined,
): Readonly<Record<string, ClarityValue>> | undefined =>
  value?.type === ClarityType.Tuple ? value.value : undefined;

/** The address or contract id of a principal; empty for any other value. */
export function principalOf(value: ClarityValue | undefined): string {
  const isPrincipal =
    value?.type === ClarityType.PrincipalContract || value?.type === ClarityType.PrincipalStandard;
  return isPrincipal ? value.value : '';
}

/** An ASCII or UTF-8 text; undefined for anything else. */
export function textOf(value: ClarityValue | undefined): string | undefined {
  const isText = value?.type === ClarityType.StringASCII || value?.type === ClarityType.StringUTF8;
  return isText ? value.value : undefined;
}

/** An unsigned integer; undefined for anything else. */
export function unitsOf(value: ClarityValue | undefined): Units | undefined {
  if (value?.type !== ClarityType.UInt) return undefined;
  const amount = parseUnits(String(value.value));
  return amount.ok ? amount.value : undefined;
}

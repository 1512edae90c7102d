import { unknownNames } from '../../domain/shared/option-checks.js';
import { SigningError } from './errors.js';

/**
 * Refuses fields that have no meaning: a misspelt trigger, window or bound would be an order without one.
 *
 * @param shape what it must look like, for fields whose meaning is not in their names.
 * @throws SigningError with code `invalid-order`, which names each with the one that was probably meant.
 */
export function refuseUnknownFields(
  what: string,
  given: object,
  known: readonly string[],
  shape?: string,
): void {
  const problems = unknownNames(given, known, `field of ${what}: `);
  if (problems.length === 0) return;
  throw new SigningError([...problems, ...(shape === undefined ? [] : [shape])].join('\n'), 'invalid-order');
}

import { unknownNames } from '../../domain/shared/option-checks.js';
import { SigningError } from './errors.js';

/**
 * Refuses unknown fields: an order with a misspelt trigger, window or bound would silently lack it.
 *
 * @param shape the expected form, for fields whose names do not say it.
 * @throws SigningError with code `invalid-order`, which names each unknown field and the one probably meant.
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

import { unknownNames } from '../domain/shared/option-checks.js';
import { SigningError } from './errors.js';

/**
 * Refuses fields that have no meaning: a misspelt trigger, window or bound would be an order without one.
 *
 * @throws SigningError with code `invalid-order`, which names each with the one that was probably meant.
 */
export function refuseUnknownFields(what: string, given: object, known: readonly string[]): void {
  const problems = unknownNames(given, known, `field of ${what}: `);
  if (problems.length > 0) throw new SigningError(problems.join('\n'), 'invalid-order');
}

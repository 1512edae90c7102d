import { isObject } from '../shared/fields.js';
import { invalid, type InvalidMetadata } from './metadata-record.js';

/** Lists problems with a field's value; callers use only the first. */
type Rule = (value: unknown, field: string) => Iterable<InvalidMetadata>;

const DIGITS = /^[0-9]{1,3}$/;

const rule =
  (isValid: (value: unknown) => boolean, reason: string): Rule =>
  (value, field) =>
    isValid(value) ? [] : [invalid(field, reason)];

const text = rule((value) => typeof value === 'string', 'must be a string');
const object = rule(isObject, 'must be an object');
const number = rule((value) => typeof value === 'number', 'must be a number');
/** Older records have decimals as text. */
const numberOrDigits = rule(
  (value) => typeof value === 'number' || (typeof value === 'string' && DIGITS.test(value)),
  'must be a number',
);

const filledText: Rule = function* (value, field) {
  yield* text(value, field);
  if (typeof value === 'string' && value.trim() === '') yield invalid(field, 'must not be empty');
};

const listOf = (item: Rule): Rule =>
  function* (value, field) {
    if (!Array.isArray(value)) yield invalid(field, 'must be an array');
    else for (const [index, each] of value.entries()) yield* item(each, `${field}[${index}]`);
  };

const attribute: Rule = function* (value, field) {
  yield* object(value, field);
  if (!isObject(value)) return;
  if (value['value'] === undefined) yield invalid(`${field}.value`, 'is required');
  yield* text(value['trait_type'], `${field}.trait_type`);
  yield* optional(value, 'display_type', field, text);
};

const localization: Rule = function* (value, field) {
  yield* object(value, field);
  if (!isObject(value)) return;
  if (value['uri'] === undefined) yield invalid(`${field}.uri`, 'is required');
  yield* filledText(value['uri'], `${field}.uri`);
  yield* optional(value, 'default', field, text);
  yield* optional(value, 'locales', field, listOf(text));
};

const optional = (
  object: Readonly<Record<string, unknown>>,
  name: string,
  path: string,
  check: Rule,
): Iterable<InvalidMetadata> => (object[name] === undefined ? [] : check(object[name], `${path}.${name}`));

/** Rules for the fields of SIP-016, and for those that older records have at the top level. Other fields may hold anything. */
const RULES: ReadonlyMap<string, Rule> = new Map([
  ['name', filledText],
  ['description', text],
  ['image', text],
  ['sip', number],
  ['attributes', listOf(attribute)],
  ['properties', object],
  ['localization', localization],
  ['external_url', text],
  ['animation_url', text],
  ['image_data', text],
  ['symbol', text],
  ['identifier', text],
  ['decimals', numberOrDigits],
]);

/** Checks the fields in the given order and returns the first problem. */
export function checkFields(fields: Readonly<Record<string, unknown>>): InvalidMetadata | undefined {
  for (const [field, value] of Object.entries(fields))
    for (const problem of RULES.get(field)?.(value, field) ?? []) return problem;
  return undefined;
}

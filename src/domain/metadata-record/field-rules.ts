import { isObject } from '../shared/fields.js';
import { invalid, type InvalidMetadata } from './metadata-record.js';

type Rule = (value: unknown, field: string) => InvalidMetadata | undefined;
type Fields = Readonly<Record<string, unknown>>;

const DIGITS = /^[0-9]{1,3}$/;

const text: Rule = (value, field) =>
  typeof value === 'string' ? undefined : invalid(field, 'must be a string');

const filledText: Rule = (value, field) =>
  text(value, field) ?? ((value as string).trim() === '' ? invalid(field, 'must not be empty') : undefined);

const number: Rule = (value, field) =>
  typeof value === 'number' ? undefined : invalid(field, 'must be a number');

/** Older records hold decimals as text. */
const numberOrDigits: Rule = (value, field) =>
  typeof value === 'string' && DIGITS.test(value) ? undefined : number(value, field);

const object: Rule = (value, field) => (isObject(value) ? undefined : invalid(field, 'must be an object'));

const listOf =
  (rule: Rule): Rule =>
  (value, field) => {
    if (!Array.isArray(value)) return invalid(field, 'must be an array');
    return first(value.map((item: unknown, index) => [item, `${field}[${index}]`, rule] as const));
  };

const attribute: Rule = (value, field) => {
  if (!isObject(value)) return invalid(field, 'must be an object');
  const { trait_type, display_type } = value;
  if (value['value'] === undefined) return invalid(`${field}.value`, 'is required');
  return first([
    [trait_type, `${field}.trait_type`, text],
    ...(display_type === undefined ? [] : [[display_type, `${field}.display_type`, text] as const]),
  ]);
};

const localization: Rule = (value, field) => {
  if (!isObject(value)) return invalid(field, 'must be an object');
  const { uri, default: fallback, locales } = value;
  if (uri === undefined) return invalid(`${field}.uri`, 'is required');
  return first([
    [uri, `${field}.uri`, filledText],
    ...(fallback === undefined ? [] : [[fallback, `${field}.default`, text] as const]),
    ...(locales === undefined ? [] : [[locales, `${field}.locales`, listOf(text)] as const]),
  ]);
};

/** SIP-016, and the fields that older records have at the top level. Other fields may hold anything. */
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

/** The first field, in the given order, that breaks its rule. */
export const checkFields = (fields: Fields): InvalidMetadata | undefined =>
  first(
    Object.entries(fields).flatMap(([field, value]) => {
      const rule = RULES.get(field);
      return rule === undefined ? [] : [[value, field, rule] as const];
    }),
  );

function first(
  checks: readonly (readonly [value: unknown, field: string, rule: Rule])[],
): InvalidMetadata | undefined {
  for (const [value, field, rule] of checks) {
    const problem = rule(value, field);
    if (problem !== undefined) return problem;
  }
  return undefined;
}

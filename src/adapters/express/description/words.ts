import type { JsonSchema } from '../operation/model.js';
import { refName } from '../operation/schema.js';

/** What a schema says, for people: `integer, 1 to 50, default 10`. Properties are left to `fieldLines`. */
export function typeWords(schema: JsonSchema): string {
  const words = [baseWords(schema), ...rangeWords(schema)];
  const { pattern, format, default: byDefault } = schema;
  if (pattern !== undefined) words.push(`matches ${pattern}`);
  if (format !== undefined) words.push(format === 'uuid' ? 'a UUID' : 'ISO 8601');
  if (schema['x-unit'] !== undefined) words.push(`in ${schema['x-unit']}`);
  if (byDefault !== undefined) words.push(`default ${byDefault}`);
  return words.join(', ');
}

function baseWords({ $ref, type, const: constant, enum: values, items, oneOf }: JsonSchema): string {
  if ($ref !== undefined) return refName($ref);
  if (constant !== undefined) return JSON.stringify(constant);
  if (oneOf !== undefined) return oneOf.map(typeWords).join(' or ');
  if (values !== undefined) return values.map(String).join(' | ');
  if (items !== undefined) return `array of ${typeWords(items)}`;
  const types = typeof type === 'string' ? [type] : (type ?? ['any JSON']);
  return types.join(' or ');
}

function rangeWords(schema: JsonSchema): readonly string[] {
  return [
    between(schema.minimum, schema.maximum),
    schema.exclusiveMinimum === undefined ? undefined : `above ${schema.exclusiveMinimum}`,
    between(schema.minLength, schema.maxLength, ' characters'),
    between(schema.minItems, schema.maxItems, ' items'),
  ].filter((words) => words !== undefined);
}

function between(least: number | undefined, most: number | undefined, what = ''): string | undefined {
  if (least === undefined && most === undefined) return undefined;
  if (most === undefined) return `${least} or more${what}`;
  if (least === undefined) return `at most ${most}${what}`;
  return least === most ? `${least}${what}` : `${least} to ${most}${what}`;
}

/** A line for each property, and below it those of the objects inside. */
export function fieldLines(schema: JsonSchema, indent = ''): readonly string[] {
  const { properties = {}, required = [] } = schema;
  return Object.entries(properties).flatMap(([name, property]) => {
    const optional = required.includes(name) ? '' : ', optional';
    const { description } = property;
    const line = `${indent}- ${name} (${typeWords(property)}${optional})${description === undefined ? '' : `: ${description}`}`;
    return [line, ...fieldLines(property.items ?? property, `${indent}  `)];
  });
}

import { readFileSync, writeFileSync } from 'node:fs';
import { expect, it } from '@jest/globals';
import type { JsonSchema } from '../../../src/adapters/express/schema/model.js';
import { refName, type SchemaType } from '../../../src/adapters/express/schema/schema.js';
import { DOCUMENT, OPERATIONS, type Described } from './described.js';

const FILE = new URL('operations.txt', import.meta.url);

/** The type of a schema in a few characters: `?` after the names of optional fields. */
function typeOf(schema: JsonSchema): string {
  const { $ref, oneOf, type, items, properties, additionalProperties, required = [] } = schema;
  if ($ref !== undefined) return refName($ref);
  if (oneOf !== undefined) return oneOf.map(typeOf).join(' | ');
  if (schema.const !== undefined) return JSON.stringify(schema.const);
  if (schema.enum !== undefined) return schema.enum.map((value) => JSON.stringify(value)).join(' | ');
  if (Array.isArray(type)) return type.map((one: SchemaType) => typeOf({ ...schema, type: one })).join(' | ');
  if (type === 'array') return `(${items === undefined ? 'any' : typeOf(items)})[]`;
  if (type !== 'object') return typeof type === 'string' ? type : 'any';
  const fields = Object.entries(properties ?? {}).map(
    ([name, field]) => `${name}${required.includes(name) ? '' : '?'}: ${typeOf(field)}`,
  );
  const further = typeof additionalProperties === 'object' ? [`…: ${typeOf(additionalProperties)}`] : [];
  return `{ ${[...fields, ...further].join(', ')} }`;
}

function lineOf({ operation, path }: Described): string {
  const { id, method, access, parameters = [], body, signedFields, responses, errors } = operation;
  const inPlace = (place: string) =>
    parameters
      .filter((one) => one.in === place)
      .map((one) => `${one.name}${one.required ? '' : '?'}: ${typeOf(one.schema)}`)
      .join(', ');
  const statuses = [...new Set(errors.map(({ status }) => status))].sort();
  return [
    `${id}: ${method.toUpperCase()} ${path} (${access.join(', ')})`,
    ...['query', 'header'].flatMap((place) => (inPlace(place) === '' ? [] : [`${place} ${inPlace(place)}`])),
    ...(body === undefined ? [] : [`body ${typeOf(body.schema)}`]),
    ...(signedFields === undefined ? [] : [`signed ${Object.keys(signedFields).join(', ')}`]),
    ...responses.map(({ status, schema }) => `${status} ${typeOf(schema)}`),
    `errors ${statuses.join(' ')}`,
  ].join('; ');
}

it('serves the operations of operations.txt with their fields and statuses, and no others (npm run docs:operations records them)', () => {
  const schemas = Object.entries(DOCUMENT.components.schemas).map(
    ([name, schema]) => `${name} = ${typeOf(schema)}`,
  );
  const text = `${OPERATIONS.map(lineOf).join('\n')}\n\n${schemas.join('\n')}\n`;
  if (process.env['RECORD_OPERATIONS'] === 'true') writeFileSync(FILE, text);
  expect(text.split('\n')).toEqual(readFileSync(FILE, 'utf8').split('\n'));
});

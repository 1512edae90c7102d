import { readFileSync, writeFileSync } from 'node:fs';
import { sampleOf } from '../../src/adapters/express/description/samples.js';
import { typeWords } from '../../src/adapters/express/description/words.js';
import { DOCUMENT, operationOf } from '../adapters/express/described.js';
import { PAGES } from './fences.js';
import type { Recorded } from './recording.js';

type Examples = Readonly<Record<string, Recorded>>;

const MODULE = 'src/adapters/express/description/recorded-examples.ts';
const LIST = /^\/\/ prettier-ignore\n[\s\S]*$/m;
const FIELDS = /<!-- fields (\w+) -->\n[\s\S]*?<!-- end of fields -->/g;
const BLOCK = /<!-- example (\w+) -->\n[\s\S]*?<!-- end of example -->/g;

/** Writes the examples for the OpenAPI document, one to a line. */
export function writeModule(examples: Examples): void {
  const lines = Object.entries(examples)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([id, example]) => `  ${id}: ${JSON.stringify(example)},`);
  const list = [
    '// prettier-ignore',
    'export const EXAMPLES: Readonly<Record<string, RecordedExample>> = {',
    ...lines,
    '};\n',
  ];
  writeFileSync(
    MODULE,
    readFileSync(MODULE, 'utf8').replace(LIST, () => list.join('\n')),
  );
}

/** The page with the given examples, and the fields of schemas, in its marked places. */
export const withExamples = (page: string, examples: Examples): string =>
  readFileSync(page, 'utf8')
    .replace(BLOCK, (_, id: string) => blockOf(id, examples[id]!))
    .replace(FIELDS, (_, name: string) => fieldsOf(name));

const cellOf = (text: string): string => text.replace(/ \| /g, ', ').replace(/[|*]/g, '\\$&');

/** The fields of a schema as a table. */
function fieldsOf(name: string): string {
  const { properties = {} } = DOCUMENT.components.schemas[name]!;
  const rows = Object.entries(properties).map(
    ([field, { description, ...schema }]) =>
      `| \`${field}\` | ${cellOf(typeWords(schema))} | ${cellOf(description ?? '')} |`,
  );
  const table = ['| Field | Type | Meaning |', '| --- | --- | --- |', ...rows];
  return [
    `<!-- fields ${name} -->`,
    '',
    '<!-- prettier-ignore -->',
    ...table,
    '',
    '<!-- end of fields -->',
  ].join('\n');
}

/** Writes the examples into the marked places of all pages. */
export function writePages(examples: Examples): void {
  for (const page of PAGES) writeFileSync(page, withExamples(page, examples));
}

/** The operations that have an example on some page. */
export const shownOperations = (): readonly string[] =>
  PAGES.flatMap((page) => [...readFileSync(page, 'utf8').matchAll(BLOCK)].map(([, id]) => id!));

/** JSON with lists of plain values in one line. */
const jsonOf = (value: unknown): string =>
  JSON.stringify(value, null, 2).replace(/\[[^[\]{}]+\]/g, (list) => list.replace(/\s*\n\s*/g, ' '));

function blockOf(id: string, { request, response, confirmed }: Recorded): string {
  const { operation, path } = operationOf(id);
  const fence = (value: unknown) =>
    typeof value === 'string'
      ? ['```text', value, '```']
      : ['<!-- prettier-ignore -->', '```json', jsonOf(value), '```'];
  return [
    `<!-- example ${id} -->`,
    '',
    `<details><summary>Example: ${operation.method.toUpperCase()} ${path}</summary>`,
    '',
    '```sh',
    sampleOf(operation),
    '```',
    '',
    ...(request === undefined ? [] : ['The body:', '', ...fence(request), '']),
    'The response:',
    '',
    ...fence(response),
    ...(confirmed === undefined ? [] : ['', 'Once the order is confirmed:', '', ...fence(confirmed)]),
    '',
    '</details>',
    '',
    '<!-- end of example -->',
  ].join('\n');
}

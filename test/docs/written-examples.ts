import { readFileSync, writeFileSync } from 'node:fs';
import { sampleOf } from '../../src/adapters/express/description/samples.js';
import { typeWords } from '../../src/adapters/express/description/words.js';
import { DOCUMENT, operationOf } from '../adapters/express/described.js';
import { PAGES } from './fences.js';
import type { Recorded } from './recording.js';

type Examples = Readonly<Record<string, Recorded>>;

/** Known of a page that explains quotes; on others they are not shown whole. */
const QUOTE = 'hops';

const MODULE = 'src/adapters/express/description/recorded-examples.ts';
const LIST = /^\/\/ prettier-ignore\n[\s\S]*$/m;
const FIELDS = /<!-- fields (\w+)(?: beyond (\w+))? -->\n[\s\S]*?<!-- end of fields -->/g;
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
export const withExamples = (page: string, examples: Examples): string => {
  const shown = new Set<string>(page.endsWith('/quotes.md') ? [QUOTE] : []);
  return readFileSync(page, 'utf8')
    .replace(BLOCK, (_, id: string) => blockOf(id, examples[id]!, shown))
    .replace(FIELDS, (_, name: string, other?: string) => fieldsOf(name, other));
};

const cellOf = (text: string): string => text.replace(/ \| /g, ', ').replace(/[|*]/g, '\\$&');

const propertiesOf = (name: string) => DOCUMENT.components.schemas[name]!.properties ?? {};

/** The fields of a schema as a table, without those that another schema has too. */
function fieldsOf(name: string, other?: string): string {
  const known = other === undefined ? {} : propertiesOf(other);
  const rows = Object.entries(propertiesOf(name))
    .filter(([field]) => !(field in known))
    .map(
      ([field, { description, ...schema }]) =>
        `| \`${field}\` | ${cellOf(typeWords(schema))} | ${cellOf(description ?? '')} |`,
    );
  const table = ['| Field | Type | Meaning |', '| --- | --- | --- |', ...rows];
  return [
    `<!-- fields ${name}${other === undefined ? '' : ` beyond ${other}`} -->`,
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

/** JSON with lists of plain values in one line, and only the first value of an object such as the page has shown before. */
const jsonOf = (value: unknown, shown: Set<string>): string =>
  JSON.stringify(value, (_, inner: unknown) => cut(inner, shown), 2)
    .replace(/\[[^[\]{}]+\]/g, (list) => list.replace(/\s*\n\s*/g, ' '))
    .replace(/\{\s*("[^\n]*),\s*"…": null\s*\}/g, '{ $1, … }');

function cut(value: unknown, shown: Set<string>): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  const names = Object.keys(value);
  const [first] = Object.entries(value);
  if (QUOTE in value && !shown.has(QUOTE)) {
    const amount = Object.entries(value).filter(([name]) => name === 'amountOutExact');
    return Object.fromEntries([...amount, ['…', null]]);
  }
  const isKnown = names.length > 3 && typeof first![1] !== 'object' && shown.has(names.join());
  shown.add(names.join());
  return isKnown ? Object.fromEntries([first!, ['…', null]]) : value;
}

function blockOf(id: string, { request, response, confirmed }: Recorded, shown: Set<string>): string {
  const { operation, path } = operationOf(id);
  const sample = sampleOf(operation);
  const fence = (title: string, value: unknown): readonly string[] => {
    if (typeof value === 'string') return [`${title}:`, '', '```text', value, '```'];
    const json = jsonOf(value, shown);
    const quoted = json.includes('"quote": { "amountOutExact"')
      ? ', of a quote as in [Quotes](quotes.md)'
      : '';
    const rest = json.includes(', … }') ? ` (…: fields as above${quoted})` : '';
    return [`${title}${rest}:`, '', '<!-- prettier-ignore -->', '```json', json, '```'];
  };
  const isInSample = sample.includes(JSON.stringify(request));
  return [
    `<!-- example ${id} -->`,
    '',
    `<details><summary>Example: ${operation.method.toUpperCase()} ${path}</summary>`,
    '',
    '```sh',
    sample,
    '```',
    '',
    ...(request === undefined || isInSample ? [] : [...fence('The body', request), '']),
    ...fence('The response', response),
    ...(confirmed === undefined ? [] : ['', ...fence('Once the order is confirmed', confirmed)]),
    '',
    '</details>',
    '',
    '<!-- end of example -->',
  ].join('\n');
}

import { ACCESS } from '../schema/access.js';
import type { AreaDescription, JsonSchema, OperationDescription } from '../schema/model.js';
import { refName } from '../schema/schema.js';
import type { Described } from './openapi.js';
import { llmsText } from './llms.js';
import { conventions, typeWords } from './words.js';

/** Maximum length of one area's text, bytes: a language model reads it before it calls anything. */
const MAX_BYTES = 26_000;

const bytesOf = (text: string): number => new TextEncoder().encode(text).length;

/** One area in less than 26 KB: in full if it fits, otherwise with only the names of operations, fields and errors. */
export function areaInBrief(area: AreaDescription): string {
  const whole = llmsText({ areas: [area] });
  return bytesOf(whole) < MAX_BYTES ? whole : byNames(area);
}

function byNames({ title, about, mount, operations, schemas }: AreaDescription): string {
  const common = commonErrors(operations);
  const callers = [...new Set(operations.flatMap(({ access }) => access))];
  const blocks = [
    `# Sluice: ${title}`,
    'Every operation of this area, by name. For the meaning and limits of each name, and the sentence and cause of each error, see /openapi.json, or /llms-full.txt in words; for other areas, /llms.txt. All are on the process’s own host.',
    ...conventions().slice(1),
    ...about,
    ['Who may call an operation:', ...callers.map((who) => `- ${who}: ${ACCESS[who].words}`)].join('\n'),
    `Errors of many operations, if applicable: ${[...common].join(', ')}.`,
    ...operations.map((operation) => inBrief(mount, operation, common)),
    ...fieldsOf(operations, schemas),
  ];
  return `${blocks.join('\n\n')}\n`;
}

const codesOf = ({ errors }: OperationDescription): ReadonlySet<string> =>
  new Set(errors.map(({ status, code }) => `${status} ${code}`));

/** Errors that more than a fifth of the operations may return. */
function commonErrors(operations: readonly OperationDescription[]): ReadonlySet<string> {
  const counts = new Map<string, number>();
  for (const code of operations.flatMap((operation) => [...codesOf(operation)]))
    counts.set(code, (counts.get(code) ?? 0) + 1);
  return new Set([...counts].filter(([, n]) => n * 5 > operations.length).map(([code]) => code));
}

/**
 * Index of the interface in plain words: one line per operation, with a link to its description.
 *
 * @example
 * const areas = describeAreas(['prices']);
 * const words = { llmsIndex: () => llmsIndex({ areas }), llmsText: () => llmsText({ areas }) };
 */
export function llmsIndex({ areas }: Described): string {
  const blocks = [
    '# Sluice HTTP interface',
    ...conventions(),
    'Agents get these operations as tools from `npx sluice mcp --url <address of this server>` (MCP over stdio), and at /mcp if the operator has turned it on.',
    'Each area has its own /llms.txt under its path; /llms-full.txt has everything, and /openapi.json the same for programs.',
    ...areas.map(({ title, mount, operations }) =>
      [
        `## ${title}`,
        ...(mount === '' ? [] : [`Described at ${mount}/llms.txt.`]),
        ...operations.map(
          ({ method, path, summary }) => `- ${method.toUpperCase()} ${mount}${path}: ${summary}`,
        ),
      ].join('\n'),
    ),
  ];
  return `${blocks.join('\n\n')}\n`;
}

function inBrief(mount: string, operation: OperationDescription, common: ReadonlySet<string>): string {
  const { method, path, summary, access, parameters = [], signedFields, body, responses } = operation;
  const [usual] = responses;
  const codes = [...codesOf(operation)].filter((code) => !common.has(code));
  const lines = [
    `### ${method.toUpperCase()} ${mount}${path}`,
    `${summary}. Who: ${access.join(', ')}.`,
    ...(signedFields === undefined
      ? []
      : [`Signed: ${[...Object.keys(signedFields), 'timestamp'].join(', ')}.`]),
    ...parameterLines(parameters),
    ...(body === undefined ? [] : [`Body: ${bodyName(body.schema)}`]),
    `${usual.status}: ${shape(usual.schema)}`,
    ...(codes.length === 0 ? [] : [`Errors: ${codes.join(', ')}`]),
  ];
  return lines.join('\n');
}

function parameterLines(parameters: NonNullable<OperationDescription['parameters']>): readonly string[] {
  const ofQuery = parameters.filter((each) => each.in === 'query');
  if (ofQuery.length === 0) return [];
  return [
    `Query: ${ofQuery.map(({ name, required }) => `${name}${required ? ' (required)' : ''}`).join(', ')}`,
  ];
}

/** A schema’s name, or the names of its fields. */
const shape = (schema: JsonSchema): string =>
  schema.properties === undefined
    ? typeWords(schema)
    : `{ ${Object.entries(schema.properties).map(fieldOf).join(', ')} }`;

const fieldOf = ([name, { $ref, items }]: [string, JsonSchema]): string => {
  if ($ref !== undefined) return `${name}: ${refName($ref)}`;
  return items?.$ref === undefined ? name : `${name}: [${refName(items.$ref)}]`;
};

const bodyName = (schema: JsonSchema): string =>
  schema.$ref === undefined ? shape(schema) : refName(schema.$ref);

/** The fields of the schemas, those of bodies with their types. */
function fieldsOf(
  operations: readonly OperationDescription[],
  schemas: AreaDescription['schemas'],
): readonly string[] {
  const sent = new Set(
    operations.flatMap(({ body }) => (body?.schema.$ref === undefined ? [] : [refName(body.schema.$ref)])),
  );
  const lines = Object.entries(schemas).map(([name, schema]) => {
    const { properties = {}, required = [] } = schema;
    if (!sent.has(name)) return `- ${name}: ${shape(schema)}`;
    const fields = Object.entries(properties).map(
      ([field, type]) => `${field}${required.includes(field) ? '' : '?'}: ${typeWords(type)}`,
    );
    return `- ${name}, to be sent: { ${fields.join('; ')} }`;
  });
  return lines.length === 0 ? [] : ['## Schemas', lines.join('\n')];
}

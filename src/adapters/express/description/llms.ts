import { ACCESS } from '../schema/access.js';
import { COMMON_SCHEMAS } from '../schema/components.js';
import type { ErrorCase } from '../errors/problem.js';
import type {
  ResponseDescription,
  AreaDescription,
  JsonSchema,
  OperationDescription,
} from '../schema/model.js';
import type { Described } from './openapi.js';
import { conventions, fieldLines, typeWords } from './words.js';

/**
 * The areas in plain words, for language models and for people: Markdown that reads well as text.
 *
 * @example
 * const areas = describeAreas(['prices']);
 * const words = { llmsIndex: () => llmsIndex({ areas }), llmsText: () => llmsText({ areas }) };
 * createApp({ areas: [pricesArea(core, { clock })], clock, requestIds: randomUUID, readiness, words });
 */
export function llmsText({ areas }: Described): string {
  const blocks = [
    ['# Sluice HTTP interface'],
    conventions(),
    [
      'In the examples BASE is the address of the server, such as BASE=http://127.0.0.1:3000, TOKEN a contract id, OWNER an address, UUID an order’s uuid or handle, KEY_ID the id of an API key, order.json a signed order, headers.txt the headers of a signed request and body.json its message and walletAddress. The samples of /openapi.json show how to get them on a devnet.',
    ],
    [areas.map(({ title, mount }) => `- ${title}: ${mount || '/'}`).join('\n')],
    ...areas.map(describeArea),
    ['## Schemas of all areas', ...describeSchemas(COMMON_SCHEMAS)],
  ];
  return `${blocks.flat().join('\n\n')}\n`;
}

const describeArea = ({ title, about, operations, schemas, mount }: AreaDescription): readonly string[] => [
  `## ${title}`,
  ...about,
  ...operations.map((operation) => describeOperation(mount, operation)),
  ...(Object.keys(schemas).length === 0 ? [] : [`### Schemas: ${title}`, ...describeSchemas(schemas)]),
];

function describeOperation(mount: string, operation: OperationDescription): string {
  const { method, path, summary, rules = [], access, parameters = [], body, responses, errors } = operation;
  return [
    `### ${method.toUpperCase()} ${mount}${path}`,
    '',
    `${summary}.`,
    ...rules,
    `Who may call it: ${access.map((who) => ACCESS[who].words).join('; or ')}.`,
    ...signedLines(operation),
    ...section('Parameters', parameters, ({ name, in: place, required, schema, description }) => {
      const need = required && place !== 'path' ? ', required' : '';
      return `${name} (${place}${need}; ${typeWords(schema)}): ${description}`;
    }),
    ...(body === undefined
      ? []
      : [`Body: ${typeWords(body.schema)}, at most ${body.maxBytes} bytes. ${body.description}`]),
    ...responses.flatMap(describeResponse),
    ...section('Errors', errors, describeError),
    `Example: curl -s ${operation.curl}`,
  ].join('\n');
}

function signedLines({ signedFields }: OperationDescription): readonly string[] {
  if (signedFields === undefined) return [];
  const timestamp: JsonSchema = { type: 'integer', description: 'now', 'x-unit': 'milliseconds' };
  const properties = { ...signedFields, timestamp };
  return [
    'A wallet signs a JSON object with:',
    ...fieldLines({ properties, required: Object.keys(properties) }),
  ];
}

function describeResponse(response: ResponseDescription): readonly string[] {
  const { status, description, schema, mediaType, caching, tagged, headers = {} } = response;
  const tag = tagged === true ? '; with an ETag' : '';
  return [
    `Response ${status}, ${mediaType ?? 'application/json'} (Cache-Control: ${caching}${tag}): ${typeWords(schema)}. ${description}`,
    ...fieldLines(schema),
    ...section('Headers', Object.entries(headers), ([name, meaning]) => `${name}: ${meaning}`),
  ];
}

function describeError({ status, code, error, cause, headers }: ErrorCase): string {
  const retry = headers?.['Retry-After'] === undefined ? '' : ' (with Retry-After)';
  return `${status} ${code} "${error}": ${cause}${retry}`;
}

function section<T>(title: string, items: readonly T[], describe: (item: T) => string): readonly string[] {
  return items.length === 0 ? [] : [`${title}:`, ...items.map((item) => `- ${describe(item)}`)];
}

const describeSchemas = (schemas: Readonly<Record<string, JsonSchema>>): readonly string[] =>
  Object.entries(schemas).map(([name, schema]) => {
    const { description } = schema;
    const line = `${name} (${typeWords(schema)})${description === undefined ? '' : `: ${description}`}`;
    return [line, ...fieldLines(schema)].join('\n');
  });

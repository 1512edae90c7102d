import { FAMILIES, type Code, type Remedy } from '../errors/codes.js';
import type { ErrorCase } from '../errors/problem.js';
import { RETRIES } from '../errors/row.js';
import type { AreaDescription, OperationDescription } from '../schema/model.js';
import { METHOD_NOT_ALLOWED, OUTAGE, OVERLOADED, STARTING, UNKNOWN_PATH } from '../schema/outcomes.js';
import { BATCH_REFUSED } from '../swap/changes/place-batch.js';
import type { Described } from '../description/openapi.js';

/** One way to get a code: the error and the operations that return it for this cause. */
interface Way {
  readonly error: ErrorCase;
  readonly operations: readonly string[];
}

/** Errors that no operation lists: those that any path may return, and those inside a response. */
const BESIDE: readonly Way[] = [
  ...[UNKNOWN_PATH, METHOD_NOT_ALLOWED, OUTAGE, STARTING, OVERLOADED].map((error) => ({
    error,
    operations: ['any path'],
  })),
  ...BATCH_REFUSED.map((error) => ({
    error,
    operations: ['the results of `POST /swap/api/v1/orders/batch`'],
  })),
];

/**
 * Every code with its causes, remedy and operations, as a page of Markdown.
 *
 * @example await writeFile('errors.md', errorsPage({ areas: describeAreas(['swap']) }));
 */
export function errorsPage({ areas }: Described): string {
  const ways = waysByCode(areas);
  const families = Object.entries(FAMILIES).flatMap(([title, remedies]) => [
    `## ${title}`,
    ...Object.entries(remedies).map(([code, remedy]) =>
      describeCode(code, remedy, ways.get(code as Code) ?? []),
    ),
  ]);
  return `${[...INTRODUCTION, ...statusTable(ways), ...families].join('\n\n')}\n`;
}

const INTRODUCTION = [
  '# Errors',
  'An error body is `{ error, code, timestamp, details?, hint?, requestId }`. Branch on `code`; `error` and `hint` are for people and may change. `details` has facts, if there are any. `hint` says what would help, if known. `requestId` is the header `X-Request-Id`: quote it when you report a problem.',
  'Metadata and vaults have no `timestamp`, vaults no `details`. Legacy prices have `{ status, error, message, hint?, requestId }`: the sentence is in `message`, and there is no `code`. A caller that accepts `application/problem+json` gets RFC 9457 from every area, with all of the fields.',
  'Codes are lower-case words joined by `-`. Those in upper case predate this rule: they are kept for existing clients, and no new ones are added. To programs, one code means one cause, whatever the area.',
];

/** The codes of each status, for callers that know only the status. */
function statusTable(ways: ReadonlyMap<Code, readonly Way[]>): readonly string[] {
  const codes = new Map<number, Set<Code>>();
  for (const [code, known] of ways)
    for (const { error } of known)
      codes.set(error.status, (codes.get(error.status) ?? new Set<Code>()).add(code));
  const rows = [...codes]
    .sort(([a], [b]) => a - b)
    .map(([status, of]) => `| ${status} | ${[...of].sort().map(linkTo).join(', ')} |`);
  return ['## By HTTP status', ['| HTTP status | Codes |', '| --- | --- |', ...rows].join('\n')];
}

const linkTo = (code: Code): string => `[\`${code}\`](#${code.toLowerCase()})`;

function waysByCode(areas: readonly AreaDescription[]): ReadonlyMap<Code, readonly Way[]> {
  const ways = new Map<Code, Map<string, Way>>();
  const add = ({ error, operations }: Way) => {
    const { code, status, cause } = error;
    const known = ways.get(code) ?? new Map<string, Way>();
    const key = `${status} ${cause}`;
    known.set(key, { error, operations: [...(known.get(key)?.operations ?? []), ...operations] });
    ways.set(code, known);
  };
  for (const area of areas)
    for (const operation of area.operations)
      for (const error of operation.errors) add({ error, operations: [nameOf(area, operation)] });
  BESIDE.forEach(add);
  return new Map([...ways].map(([code, known]) => [code, [...known.values()]]));
}

const nameOf = ({ mount }: AreaDescription, { method, path }: OperationDescription): string =>
  `\`${method.toUpperCase()} ${mount}${path}\``;

function describeCode(code: string, { retry, remedy }: Remedy, ways: readonly Way[]): string {
  const statuses = [...new Set(ways.map(({ error }) => error.status))].sort();
  const sentences = [...new Set(ways.map(({ error }) => error.error))];
  const said = sentences.length === 1 ? `: “${sentences[0]}”` : '';
  return [
    `### \`${code}\``,
    `Status ${statuses.join(' or ')}${said}. Retry: ${RETRIES[retry]}.`,
    `What helps: ${remedy}`,
    `Causes, and the operations that return it:\n\n${causesOf(ways)}`,
  ].join('\n\n');
}

const causesOf = (ways: readonly Way[]): string =>
  ways.map(({ error, operations }) => `- ${error.cause}: ${[...new Set(operations)].join(', ')}`).join('\n');

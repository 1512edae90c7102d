import { STATUS_CODES } from 'node:http';
import type { Problem } from '../errors/problem.js';
import type { ContractId } from '../../../domain/shared/contract-id.js';
import { list, oneOf, ref, text, time, whole, WRITE, type JsonSchema, type Schema } from './schema.js';
import { field, fields, named, optional, type NamedSchema, type Shape } from './shape.js';

/** A problem with its time and the id of the request. */
export type DatedProblem = Problem & { readonly at: Date; readonly requestId: string };

/** The error body of an area. */
export type ErrorShape = NamedSchema<ErrorBody, DatedProblem> & Shape<DatedProblem, ErrorBody>;
type ErrorBody = Readonly<Record<string, unknown>>;

const timestamp = field(time('time of the error'), ({ at }: DatedProblem) => at);

/** The fields that most error bodies share. */
export const ERROR_FIELDS = {
  error: text('one sentence for people; may change'),
  code: text('stable word for programs: branch on it'),
};

/** Fields that help the caller, at the end of every error body. */
export const HELP_FIELDS = {
  hint: optional(text('one or two sentences of advice, if any; may change')),
  requestId: text('the request’s X-Request-Id: quote it when you report a problem'),
};

/** The error body of areas that declare none themselves. */
export const ERROR = named(
  'Error',
  fields<DatedProblem>()({
    error: ERROR_FIELDS.error,
    timestamp,
    code: ERROR_FIELDS.code,
    details: optional({ description: 'facts, if there are any: an object, or a list of texts' }),
    ...HELP_FIELDS,
  }),
);

/** The error body for callers that prefer RFC 9457. Its type is `about:blank`, so its title is the status phrase. */
export const PROBLEM_DETAILS = named(
  'ProblemDetails',
  fields<DatedProblem>()(
    {
      type: field(text('about:blank'), () => 'about:blank'),
      title: field(text('the status’s own phrase'), ({ status }) => STATUS_CODES[status] ?? 'Error'),
      status: whole('the HTTP status', { minimum: 400, maximum: 599 }),
      detail: field(ERROR_FIELDS.error, ({ error }) => error),
      code: ERROR_FIELDS.code,
      timestamp,
      details: optional({ description: 'facts, if there are any' }),
      ...HELP_FIELDS,
    },
    { description: 'RFC 9457, for callers that accept application/problem+json' },
  ),
);

/** An operation as the index of its area shows it. */
export interface IndexEntry {
  readonly method: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  readonly path: string;
  readonly summary: string;
}

const ENTRY = fields<IndexEntry>()({
  method: oneOf(['GET', 'POST', 'PATCH', 'DELETE'], 'method'),
  path: text('path on this host; parameters in braces'),
  summary: text('purpose'),
});

/** Index of an area, returned at its root. */
export const AREA_INDEX = named(
  'AreaIndex',
  fields<{ readonly name: string; readonly title: string; readonly operations: readonly IndexEntry[] }>()({
    name: text('the area’s name'),
    title: text('subject'),
    operations: list(ENTRY.schema, 'operations'),
  }),
);

export const contractId = (description: string): Schema<string> => ref('ContractId', description);
/** A contract id, or an empty text, since clients expect a text even if there is no contract. */
export const contractOrEmpty = (description: string): Schema<string, ContractId | undefined> => ({
  ...(text(`${description}, by contract id; empty if absent`) as JsonSchema),
  [WRITE]: (id) => id ?? '',
});
export const address = (description: string): Schema<string> => ref('Address', description);

/** Fields that the schemas of tokens and vaults have in common. */
export const TOKEN_FACTS = {
  symbol: text('symbol; not unique'),
  name: text('name'),
  decimals: whole('digits after the point of a whole token', { minimum: 0, maximum: 18 }),
  identifier: text('name of the asset inside the contract'),
  image: text('address of an image'),
  description: text('about it'),
  type: oneOf(['SUBNET'], 'present on a subnet copy'),
  safety: text(
    'who may mint, freeze, take and rename it, a letter each: no one, owner, contract, anyone, unknown; absent before its contract is read',
    { pattern: '^[nocau]{4}$' },
  ),
  logo: text('tag of its logo, which changes with the picture; absent if it has none', {
    pattern: '^[0-9a-f]{16}$',
  }),
};
export const fee = (description: string): Schema<number> =>
  whole(description, { minimum: 0, maximum: 1_000_000, 'x-unit': 'parts per million' });

/** The id of something that a wallet manages: an API key, a webhook. */
export const HEX_ID = text('32 hex characters', { pattern: '^[0-9a-f]{32}$' });

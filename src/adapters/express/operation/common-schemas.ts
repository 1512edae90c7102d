import { object, ref, text, time, whole, type JsonSchema, type Schema } from './schema.js';

/** Schemas that several areas use. */
export const COMMON_SCHEMAS: Readonly<Record<string, JsonSchema>> = {
  Units: text('a whole number of a token’s smallest units in decimal digits, 0 to 2^128 - 1', {
    pattern: '^(0|[1-9][0-9]{0,38})$',
    'x-unit': 'smallest units',
    examples: ['1000000'],
  }),
  ContractId: text('<address>.<contract-name>, or .stx for STX', {
    pattern: '^(\\.stx|S[0-9A-HJKMNP-TV-Z]{27,40}\\.[a-zA-Z][a-zA-Z0-9_-]{0,127})$',
  }),
  Address: text('a Stacks address of this network (SIP-005)', { pattern: '^S[0-9A-HJKMNP-TV-Z]{27,40}$' }),
  Uuid: text('a UUID in lower case', { format: 'uuid' }),
  Txid: text('a transaction id, 64 hex characters without 0x', { pattern: '^[0-9a-f]{64}$' }),
  Error: object(
    {
      error: text('one sentence for people; may change'),
      timestamp: time('when it was found'),
      code: text('stable word for programs: branch on it'),
      details: { description: 'facts, where there are any: an object, or a list of texts' },
    },
    { optional: ['details'] },
  ),
  ProblemDetails: object(
    {
      type: text('about:blank'),
      title: text('the status’s own phrase'),
      status: whole('the HTTP status', { minimum: 400, maximum: 599 }),
      detail: text('one sentence for people; may change'),
      code: text('stable word for programs: branch on it'),
      timestamp: time('when it was found'),
      details: { description: 'facts, where there are any' },
    },
    { optional: ['details'], description: 'RFC 9457, for callers that accept application/problem+json' },
  ),
};

export const contractId = (description: string): Schema<string> => ref('ContractId', description);
export const address = (description: string): Schema<string> => ref('Address', description);

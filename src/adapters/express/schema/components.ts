import { SIGNED_BODY } from './signed-body.js';
import { AREA_INDEX, ERROR, PROBLEM_DETAILS } from './common-schemas.js';
import { text, type JsonSchema } from './schema.js';
import { schemasOf } from './shape.js';

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
  ...schemasOf(ERROR, PROBLEM_DETAILS, AREA_INDEX, SIGNED_BODY),
};

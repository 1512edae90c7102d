import type { CoreError } from '../../../application/core.js';
import { UNDEPLOYED } from '../../../domain/metadata-record/undeployed.js';
import { wholeSeconds } from './whole-seconds.js';
import type { Kind, OfKind, Row } from './error-row.js';

/** Rows of the table of errors: what a caller may not have stored. */
export const QUOTA_ERRORS = {
  'order-too-large': [
    422,
    ({ bytes, limit }) => `The order takes ${bytes} bytes; this server stores up to ${limit} of one order`,
    { details: ({ bytes, limit }) => ({ bytes, limit }) },
  ],
  'open-quota-exceeded': [
    422,
    ({ of, used, limit }) =>
      `The owner’s open orders would exceed their quota: ${used} ${of}, of at most ${limit}`,
    { details: ({ of, used, limit }) => ({ of, used, limit }) },
  ],
  'daily-quota-exceeded': [
    429,
    ({ of, used, limit }) =>
      `The owner’s orders of today would exceed their quota: ${used} ${of}, of at most ${limit}`,
    {
      details: ({ of, used, limit }) => ({ of, used, limit }),
      retryAfter: ({ msLeft }) => wholeSeconds(msLeft),
    },
  ],
  'too-many-api-keys': [
    422,
    ({ limit }) => `The wallet has ${limit} active API keys, the most it may have; revoke one first`,
    { details: ({ limit }) => ({ limit }) },
  ],
  'contract-not-deployed': [
    422,
    ({ contractId }) =>
      `The chain has no contract ${contractId}, and its deployer may save no more before a deployment: at most ${UNDEPLOYED.records} records of ${UNDEPLOYED.bytes} bytes in all`,
    { details: ({ contractId }) => ({ contractId, records: UNDEPLOYED.records, bytes: UNDEPLOYED.bytes }) },
  ],
  'contract-unconfirmed': [
    503,
    'The chain cannot be asked for the contract; nothing was saved',
    { retryAfter: ({ retryAfterMs = 5_000 }) => wholeSeconds(retryAfterMs) },
  ],
  'deployer-quota-exceeded': [
    422,
    ({ deployer, bytes, limit }) =>
      `The records of ${deployer} would take ${bytes} bytes, of at most ${limit}`,
    { details: ({ bytes, limit }) => ({ bytes, limit }) },
  ],
} satisfies { readonly [K in Kind]?: Row<OfKind<CoreError, K>> };

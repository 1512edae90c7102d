import { RECORD_BYTES } from '../../metadata/record-body.js';
import { SAVE_FAILED } from '../../metadata/read-failures.js';
import { SAVE_CACHING } from '../../metadata/save-controller.js';
import { contractId } from '../../operation/common-schemas.js';
import type { ErrorCase, OperationDescription } from '../../operation/model.js';
import { ANY, BODY_ERRORS, INTERNAL, MALFORMED_PATH, outcome } from '../../operation/outcomes.js';
import { inHeader } from '../../operation/parameter-list.js';
import { always, object, ref, text } from '../../operation/schema.js';
import { TOKEN_IN_PATH } from './reads.js';

const INVALID: ErrorCase = outcome(
  { kind: 'invalid-metadata', field: ANY, reason: ANY },
  'the fields break their rules, for callers that prefer application/problem+json',
);

export const SAVE_METADATA: OperationDescription = {
  id: 'saveMetadata',
  method: 'post',
  path: '/api/v1/metadata/{contractId}',
  summary: 'Create or change the record of a token, as its deployer',
  rules: [
    'The body’s fields are put in the place of the stored ones; properties is replaced as a whole, fields left out stay. name is required unless it is stored. lastUpdated and contractId are the server’s.',
    'The deployer signs with stx_signMessage the exact text {"message":"<contractId>","timestamp":<ms>}, or {"message":"<contractId>","timestamp":<ms>,"bodyHash":"<hex>"} with the SHA-256 of the body; the operator may require the latter.',
    'Checked in this order: contract id, headers, time, signature, signer, body.',
  ],
  access: ['deployer'],
  parameters: [
    TOKEN_IN_PATH,
    inHeader('x-timestamp', text('the signed timestamp, Unix milliseconds', { pattern: '^[0-9]+$' })),
    inHeader(
      'x-body-hash',
      text('the signed bodyHash; may be left out when it is the body’s', { pattern: '^[0-9a-fA-F]{64}$' }),
    ),
  ],
  body: { description: 'The fields to save.', schema: ref('MetadataFields'), maxBytes: RECORD_BYTES },
  responses: [
    {
      status: 200,
      description: 'The record as saved.',
      schema: object({
        success: always(true),
        contractId: contractId('the token'),
        metadata: ref('MetadataRecord'),
      }),
      caching: SAVE_CACHING,
    },
  ],
  errors: [
    MALFORMED_PATH,
    outcome({ kind: 'invalid-contract-id', reason: ANY }, 'the contract id is none, or of another network'),
    outcome({ kind: 'missing-signature' }, 'x-signature or x-public-key is missing'),
    outcome({ kind: 'missing-timestamp' }, 'x-timestamp is missing'),
    outcome({ kind: 'invalid-timestamp' }, 'x-timestamp is no whole number'),
    outcome({ kind: 'message-expired' }, 'the timestamp is more than 5 minutes off the server’s clock'),
    outcome({ kind: 'invalid-signature' }, 'the signature is not one by that key over that text'),
    outcome({ kind: 'body-hash-required' }, 'the operator requires bodyHash, and it was not signed'),
    outcome({ kind: 'signer-not-deployer' }, 'the signer is not the address before the dot'),
    outcome({ kind: 'body-hash-mismatch' }, 'another body was signed'),
    ...BODY_ERRORS,
    { ...INVALID, status: 500, cause: 'the fields break their rules; the status is what older clients know' },
    INVALID,
    { ...SAVE_FAILED, cause: 'the storage fails; the reason is logged and not told' },
    INTERNAL,
  ],
  curl: `-X POST "$BASE/metadata/api/v1/metadata/$CONTRACT" -H 'Content-Type: application/json' -H "x-signature: $SIGNATURE" -H "x-public-key: $PUBLIC_KEY" -H "x-timestamp: $TIMESTAMP" -d @record.json`,
};

import { createHash } from 'node:crypto';
import type { Request } from 'express';
import type { SaveMetadataError } from '../../../application/metadata/save-metadata.js';
import { UNDEPLOYED } from '../../../domain/metadata-record/undeployed.js';
import { prefersProblem } from '../operation/error-responses.js';
import { problemOf } from '../errors/errors.js';
import { contractId } from '../schema/common-schemas.js';
import { operation } from '../operation/operation.js';
import { ANY, outcomes } from '../schema/outcomes.js';
import { always, object, text, type WireOf } from '../schema/schema.js';
import { fault, HttpError } from '../errors/problem.js';
import { ADDRESS_QUOTA, ROW_BYTES } from '../requests/stored-per-address.js';
import { METADATA_FIELDS, METADATA_RECORD } from './metadata-shapes.js';
import { TOKEN_IN_PATH, type MetadataParts } from './read-metadata.js';
import { parseRecord, rawBody, RECORD_BYTES, sentBody } from './record-body.js';

const DAY_MS = 24 * 60 * 60 * 1000;

const SAVED = object({
  success: always(true),
  contractId: contractId('the token'),
  metadata: METADATA_RECORD.ref('the record as now stored'),
});

/** The body of `POST /api/v1/metadata/{contractId}`: the record as saved. */
export type SavedMetadataResponse = WireOf<typeof SAVED>;

export const saveMetadata = operation({
  id: 'saveMetadata',
  limitedAs: 'creates',
  method: 'post',
  path: '/api/v1/metadata/{contractId}',
  summary: 'Create or change the record of a token, as its deployer',
  rules: [
    'The fields of the body replace the stored ones; properties is replaced as a whole, omitted fields stay. name is required unless it is stored. lastUpdated and contractId are set by the server.',
    'The deployer signs with stx_signMessage the exact text {"message":"<contractId>","timestamp":<ms>}, or {"message":"<contractId>","timestamp":<ms>,"bodyHash":"<hex>"} with the SHA-256 of the body; the operator may require the latter.',
    `A record may be saved before its contract is deployed, so that token_uri can name it: at most ${UNDEPLOYED.records} records of ${UNDEPLOYED.bytes} bytes in all for one deployer, each dropped ${UNDEPLOYED.keptMs / DAY_MS} days after its last save unless the chain has its contract by then.`,
    'Checked in this order: contract id, headers, time, signature, signer, body, fields, space.',
  ],
  access: ['deployer'],
  params: TOKEN_IN_PATH,
  headers: {
    'x-timestamp': text('the signed timestamp, Unix milliseconds', { pattern: '^[0-9]+$' }),
    'x-body-hash': text('the signed bodyHash; may be omitted if it is the body’s', {
      pattern: '^[0-9a-fA-F]{64}$',
    }),
  },
  body: {
    description: 'The fields to save.',
    schema: METADATA_FIELDS.ref(),
    maxBytes: RECORD_BYTES,
    readers: [rawBody],
  },
  response: {
    description: 'The record as saved.',
    schema: SAVED,
    caching: 'no-cache, no-store, must-revalidate',
  },
  errors: [
    ADDRESS_QUOTA,
    ...outcomes<SaveMetadataError>()([
      'invalid-contract-id',
      'missing-signature',
      'missing-timestamp',
      'invalid-timestamp',
      'message-expired',
      'invalid-signature',
      'body-hash-required',
      'signer-not-deployer',
      'body-hash-mismatch',
      'contract-not-deployed',
      'contract-unconfirmed',
      'deployer-quota-exceeded',
      {
        kind: 'invalid-metadata',
        cause: 'the fields break their rules, and the caller prefers application/problem+json',
      },
    ]),
    {
      ...problemOf({ kind: 'invalid-metadata', field: ANY, reason: ANY }),
      status: 500,
      cause: 'the fields break their rules; the status is for older clients',
    },
  ],
  failure: fault('save-failed'),
  curl: `-X POST "$BASE/metadata/api/v1/metadata/$TOKEN" -H 'Content-Type: application/json' -H "x-signature: $SIGNATURE" -H "x-public-key: $PUBLIC_KEY" -H "x-timestamp: $TIMESTAMP" -d @record.json`,
  handle: async ({ metadata, state, stored }: MetadataParts, { req, params }) => {
    const body = sentBody(req);
    // Counts even if nothing is saved, because a new record requires a call to the chain.
    stored.take(req, { bytes: ROW_BYTES + (body.ok ? body.value.length : 0) });
    const signedBodyHash = req.get('x-body-hash');
    const saved = await metadata.save({
      contractId: params.contractId,
      signature: req.get('x-signature'),
      publicKey: req.get('x-public-key'),
      timestamp: req.get('x-timestamp'),
      signedBodyHash,
      // An unusable body is refused right after the signature check, which must not depend on its hash.
      bodyHash: body.ok ? sha256(body.value) : (signedBodyHash ?? ''),
      patch: () => (body.ok ? parseRecord(body.value) : body),
    });
    if (!saved.ok) throw refusal(saved.error, req);
    state.forget();
    const { contractId, record } = saved.value;
    return { success: true as const, contractId, metadata: record };
  },
});

function refusal(error: SaveMetadataError | HttpError, req: Request): HttpError {
  if (error instanceof HttpError) return error;
  const problem = problemOf(error);
  const isKnownAs500 = error.kind === 'invalid-metadata' && !prefersProblem(req);
  return new HttpError(isKnownAs500 ? { ...problem, status: 500 } : problem, { cause: error });
}

const sha256 = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('hex');

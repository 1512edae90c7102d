import type { Core } from '../../../application/core.js';
import { valueOrThrow } from '../errors/errors.js';
import { contractId } from '../schema/common-schemas.js';
import { jsonText, preparedOperation, type PreparedParts } from '../operation/operation.js';
import { fault } from '../errors/problem.js';
import { outcomes, type ErrorOf } from '../schema/outcomes.js';
import { list, object, text, type WireOf } from '../schema/schema.js';
import type { StreamPlaces } from '../streams/stream-places.js';
import type { MetadataLists } from './metadata-lists.js';
import type { KnownState } from './known-state.js';
import type { StoredPerAddress } from '../requests/stored-per-address.js';
import { METADATA_FINDING, METADATA_RECORD, type MetadataRecordResponse } from './metadata-shapes.js';

export interface MetadataParts extends PreparedParts<'metadata'> {
  readonly state: KnownState;
  readonly stored: StoredPerAddress;
  readonly lists: MetadataLists;
  readonly streams: StreamPlaces;
}

const CACHING = 'public, s-maxage=3600, stale-while-revalidate=86400';

/** The path parameter of one token. */
export const TOKEN_IN_PATH = { contractId: text('the token’s contract: <address>.<contract-name>') };
export const FETCH_FAILED = fault('fetch-failed');

/** Common part of the reads of one record. */
const READ = {
  params: TOKEN_IN_PATH,
  errors: outcomes<ErrorOf<Core['metadata']['find']>>()(['metadata-not-found']),
  failure: FETCH_FAILED,
  before: ({ state }: MetadataParts) => state.refresh(),
} as const;

export const getMetadata = preparedOperation({
  ...READ,
  id: 'getMetadata',
  path: '/api/v1/metadata/{contractId}',
  summary: 'The record of one token',
  response: {
    description: 'The record as stored.',
    schema: METADATA_RECORD.ref(),
    caching: CACHING,
  },
  curl: '"$BASE/metadata/api/v1/metadata/$TOKEN"',
  prepare: async ({ metadata }: MetadataParts, { params }) => {
    const { record } = valueOrThrow(await metadata.find(params.contractId));
    return { text: jsonText(record as MetadataRecordResponse) };
  },
});

const LINT = object({
  contractId: contractId('the token'),
  findings: list(METADATA_FINDING.ref(), 'in a fixed order'),
});

/** The body of `GET /api/v1/metadata/{contractId}/lint`. */
export type MetadataLintResponse = WireOf<typeof LINT>;

export const lintMetadata = preparedOperation({
  ...READ,
  id: 'lintMetadata',
  path: '/api/v1/metadata/{contractId}/lint',
  summary: 'Problems in the record for its readers',
  response: { description: 'The findings, if any.', schema: LINT, caching: CACHING },
  curl: '"$BASE/metadata/api/v1/metadata/$TOKEN/lint"',
  prepare: async ({ metadata }: MetadataParts, { params: { contractId } }) => {
    const findings = valueOrThrow(await metadata.lint(contractId));
    return { text: jsonText({ contractId, findings }) };
  },
});

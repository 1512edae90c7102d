import { LIST_CACHING, RECORD_CACHING } from '../../metadata/metadata-controller.js';
import { MAX_PAGE } from '../../metadata/metadata-requests.js';
import { FETCH_FAILED, LIST_FAILED } from '../../metadata/read-failures.js';
import { contractId } from '../../operation/common-schemas.js';
import type { ErrorCase, OperationDescription } from '../../operation/model.js';
import { badParameter, INTERNAL, MALFORMED_PATH, outcome } from '../../operation/outcomes.js';
import { inPath, inQuery } from '../../operation/parameter-list.js';
import { list, object, ref, text, whole } from '../../operation/schema.js';

export const TOKEN_IN_PATH = inPath('contractId', text('the token’s contract: <address>.<contract-name>'));

const cause = 'the storage fails; the reason is logged and not told';
const ERRORS: readonly ErrorCase[] = [
  MALFORMED_PATH,
  outcome({ kind: 'metadata-not-found' }, 'there is no record of that contract'),
  { ...FETCH_FAILED, cause },
  INTERNAL,
];

export const METADATA_READS: readonly OperationDescription[] = [
  {
    id: 'listMetadata',
    method: 'get',
    path: '/api/v1/metadata/list',
    summary: 'All records, or those of one deployer',
    rules: [
      'Without limit and cursor the answer holds all of them: several megabytes, compressed for those who accept it.',
    ],
    access: ['anyone'],
    parameters: [
      inQuery('principal', text('only contract ids that start with it, such as a deployer’s address')),
      inQuery('limit', whole('records of a page', { minimum: 1, maximum: MAX_PAGE })),
      inQuery('cursor', text('nextCursor of the page before; without limit a page is as long as it may be')),
    ],
    responses: [
      {
        status: 200,
        description: 'The records.',
        schema: ref('MetadataList'),
        caching: LIST_CACHING,
        tagged: true,
      },
    ],
    errors: [
      badParameter(
        'Invalid principal parameter: must be one text that contract ids start with',
        'principal is given more than once',
      ),
      badParameter(
        `Invalid limit parameter: must be a whole number from 1 to ${MAX_PAGE}`,
        'limit is something else',
      ),
      badParameter('Invalid cursor parameter: must be the nextCursor of a page before', 'cursor is none'),
      { ...LIST_FAILED, cause },
      INTERNAL,
    ],
    curl: '"$BASE/metadata/api/v1/metadata/list?limit=100"',
  },
  {
    id: 'getMetadata',
    method: 'get',
    path: '/api/v1/metadata/{contractId}',
    summary: 'The record of one token',
    access: ['anyone'],
    parameters: [TOKEN_IN_PATH],
    responses: [
      {
        status: 200,
        description: 'The record as it is stored.',
        schema: ref('MetadataRecord'),
        caching: RECORD_CACHING,
        tagged: true,
      },
    ],
    errors: ERRORS,
    curl: '"$BASE/metadata/api/v1/metadata/SP2ZNGJ85ENDY6QRHQ5P2D4FXKGZWCKTB2T0Z55KS.charisma-token"',
  },
  {
    id: 'lintMetadata',
    method: 'get',
    path: '/api/v1/metadata/{contractId}/lint',
    summary: 'What readers of the record may stumble over',
    access: ['anyone'],
    parameters: [TOKEN_IN_PATH],
    responses: [
      {
        status: 200,
        description: 'The findings; none when there is nothing to say.',
        schema: object({
          contractId: contractId('the token'),
          findings: list(ref('MetadataFinding'), 'in a fixed order'),
        }),
        caching: RECORD_CACHING,
        tagged: true,
      },
    ],
    errors: ERRORS,
    curl: '"$BASE/metadata/api/v1/metadata/SP2ZNGJ85ENDY6QRHQ5P2D4FXKGZWCKTB2T0Z55KS.charisma-token/lint"',
  },
];

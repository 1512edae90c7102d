import { metadataErrorBody } from '../../metadata/area.js';
import type { AreaDescription } from '../../operation/model.js';
import { METADATA_READS } from './reads.js';
import { SAVE_METADATA } from './save.js';
import { METADATA_SCHEMAS } from './schemas.js';

/** SIP-016 metadata of tokens. */
export const METADATA: AreaDescription = {
  name: 'metadata',
  mount: '/metadata',
  title: 'Token metadata',
  about: [
    'The SIP-016 record that a token’s token_uri points to, saved by whoever deployed its contract. Records come in two ages: older ones hold symbol and decimals at the top and lastUpdated in milliseconds, newer ones hold the former in properties.',
    'Web pages may read and write only from the origins that the operator chose; programs from anywhere.',
    'Errors here are { error, code }, with success: false when reading failed.',
  ],
  schemas: METADATA_SCHEMAS,
  errorSchema: 'MetadataError',
  errorBody: metadataErrorBody,
  operations: [...METADATA_READS, SAVE_METADATA],
};

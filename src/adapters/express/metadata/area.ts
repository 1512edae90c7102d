import { anObject, checkArgument, type Checks } from '../../../domain/shared/option-checks.js';
import { ROUTER_CHECKS } from '../requests/router-options.js';
import type { Core } from '../../../application/core.js';
import type { Clock } from '../../../ports/index.js';
import type { Area } from '../operation/areas.js';
import { listedOrigins } from '../requests/cross-origin.js';
import { ERROR_FIELDS, HELP_FIELDS, type DatedProblem } from '../schema/common-schemas.js';
import { openArea, type AreaDeclaration } from '../operation/open-area.js';
import { always } from '../schema/schema.js';
import { fields, named, optional, schemasOf } from '../schema/shape.js';
import { PreparedResponses } from '../operation/prepared-responses.js';
import { OUTAGE } from '../schema/outcomes.js';
import { StoredPerAddress } from '../requests/stored-per-address.js';
import { STREAM_LIMITS, StreamPlaces } from '../streams/stream-places.js';
import { KnownState } from './known-state.js';
import { MetadataLists } from './metadata-lists.js';
import { LIST_CACHING, LIST_FAILED, listMetadata } from './list-metadata.js';
import {
  LISTED_METADATA,
  METADATA_FIELDS,
  METADATA_FINDING,
  METADATA_LIST,
  METADATA_RECORD,
} from './metadata-shapes.js';
import { FETCH_FAILED, getMetadata, lintMetadata, type MetadataParts } from './read-metadata.js';
import { saveMetadata } from './save-metadata.js';
import { tokenLogo } from './token-logo.js';
import { SAFETY_FACT, TOKEN_SAFETY, tokenSafety } from './token-safety.js';

const READING_FAILED: ReadonlySet<string> = new Set([FETCH_FAILED.code, LIST_FAILED.code, OUTAGE.code]);

const METADATA_ERROR = named(
  'MetadataError',
  fields<DatedProblem>()({
    success: optional(
      always(false, 'present when reading failed, and while the database is not available'),
      ({ code }) => (READING_FAILED.has(code) ? false : undefined),
    ),
    ...ERROR_FIELDS,
    details: optional({ description: 'facts, if there are any' }),
    ...HELP_FIELDS,
  }),
);

/** Maximum bytes of prepared responses. The texts of the whole list bring the total to at most 32 MB. */
const MAX_KEPT_BYTES = 24 * 1024 * 1024;

export const METADATA: AreaDeclaration<MetadataParts> = {
  name: 'metadata',
  mount: '/metadata',
  title: 'Token metadata',
  about: [
    'The SIP-016 record that a token’s token_uri points to, saved by the deployer of its contract. There are two formats: older records have symbol and decimals at the top level and lastUpdated in milliseconds, newer ones have the former in properties.',
    'Web pages may read and write only from the origins that the operator chose; programs from anywhere.',
    'Errors here are { error, code }, with success: false when reading failed.',
  ],
  schemas: schemasOf(
    METADATA_FIELDS,
    METADATA_RECORD,
    LISTED_METADATA,
    METADATA_FINDING,
    METADATA_LIST,
    SAFETY_FACT,
    TOKEN_SAFETY,
    METADATA_ERROR,
  ),
  error: METADATA_ERROR,
  operations: [listMetadata, getMetadata, lintMetadata, tokenSafety, tokenLogo, saveMetadata],
};

/** The part of the core that this area serves. */
export type MetadataAreaCore = Pick<Core, 'metadata'>;

/** Options of the metadata area, besides the core. */
export interface MetadataAreaOptions {
  readonly clock: Clock;
  /** The origins whose web pages may read and save records; none when absent. Programs need no origin. */
  readonly origins?: readonly string[];
  /** Limits on what one client address stores, across all areas; none if absent. */
  readonly stored?: StoredPerAddress;
}

const CHECKS: Checks<keyof Required<MetadataAreaOptions>> = {
  ...ROUTER_CHECKS,
  origins: listedOrigins,
  stored: anObject('a StoredPerAddress'),
};

/**
 * The metadata service: the SIP-016 records that deployers save for their tokens, readable by anyone.
 *
 * @example
 * const metadata = metadataArea(core, { clock, origins: ['https://app.example.org'] });
 * createApp({ areas: [metadata], clock, requestIds: randomUUID, readiness });
 */
export function metadataArea({ metadata }: MetadataAreaCore, options: MetadataAreaOptions): Area {
  checkArgument('the options of the metadata area', options, CHECKS, ['clock']);
  const { clock, origins = [], stored = new StoredPerAddress(clock, {}) } = options;
  const now = () => clock.now().getTime();
  const state = new KnownState(metadata.state, now);
  const prepared = new PreparedResponses({ now, source: state.current, origins, maxBytes: MAX_KEPT_BYTES });
  const lists = new MetadataLists(metadata, prepared.bodyOf(LIST_CACHING));
  const streams = new StreamPlaces(STREAM_LIMITS);
  const parts = { metadata, prepared, state, stored, lists, streams };
  return openArea(METADATA, parts, { origins, early: prepared });
}

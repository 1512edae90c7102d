import type { Ports } from '../../ports/index.js';
import type { CoreSettings } from '../settings.js';
import { makeReadTokenFacts, type ReadTokenFacts } from './token-facts-cache.js';
import { makeFollowMetadata, type FollowMetadata } from './follow-metadata.js';
import {
  makeFindMetadata,
  makeLintStoredMetadata,
  makeListMetadata,
  makeStreamMetadata,
  type FindMetadata,
  type LintStoredMetadata,
  type ListMetadata,
  type MetadataState,
  type StreamMetadata,
} from './read-metadata.js';
import { makeSaveMetadata, type SaveMetadata } from './save-metadata.js';

/** Token metadata: the SIP-016 records that deployers publish for their contracts. */
export interface MetadataCore {
  readonly find: FindMetadata;
  readonly list: ListMetadata;
  readonly all: StreamMetadata;
  readonly follow: FollowMetadata;
  readonly state: MetadataState;
  readonly lint: LintStoredMetadata;
  readonly save: SaveMetadata;
  readonly facts: ReadTokenFacts;
}

type MetadataPorts = Pick<
  Ports,
  'clock' | 'hasher' | 'metadata' | 'registry' | 'signatures' | 'metadataNotifier' | 'unitOfWork'
>;

export const makeMetadata = (
  ports: MetadataPorts,
  { requireBodyHash }: Pick<CoreSettings, 'requireBodyHash'>,
): MetadataCore => ({
  find: makeFindMetadata(ports),
  list: makeListMetadata(ports),
  all: makeStreamMetadata(ports),
  follow: makeFollowMetadata(ports),
  state: () => ports.metadata.state(),
  lint: makeLintStoredMetadata(ports),
  save: makeSaveMetadata(ports, { requireBodyHash }),
  facts: makeReadTokenFacts(ports),
});

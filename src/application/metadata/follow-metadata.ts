import type { MetadataEntry } from '../../domain/metadata-record/metadata-record.js';
import type { Ports } from '../../ports/index.js';

/** Records of one reading. */
const PAGE = 500;

/** What was made of every record, as of one moment. */
export interface MetadataBoard<T> {
  /** By contract id, in no order. The same object until something was saved. */
  readonly made: ReadonlyMap<string, T>;
  /** Where the next reading goes on. */
  readonly state: string;
}

/**
 * Makes something of each record: of those saved since the board before, of all of them without one. The answer is of
 * one moment, after it was asked for, whatever is saved meanwhile.
 */
export type FollowMetadata = <T>(
  make: (entry: MetadataEntry) => T,
  before?: MetadataBoard<T>,
) => Promise<MetadataBoard<T>>;

export const makeFollowMetadata = ({ metadata }: Pick<Ports, 'metadata'>): FollowMetadata => {
  return async <T>(make: (entry: MetadataEntry) => T, before?: MetadataBoard<T>) => {
    let state = before?.state;
    let made = before === undefined ? new Map<string, T>() : undefined;
    for (;;) {
      const changes = await metadata.changesSince(state, PAGE);
      state = changes.state;
      if (changes.entries.length > 0) made ??= new Map(before?.made);
      for (const entry of changes.entries) made!.set(entry.contractId, make(entry));
      if (changes.entries.length < PAGE) return { made: made ?? before!.made, state };
    }
  };
};

import type { MetadataEntry } from '../../domain/metadata-record/metadata-record.js';
import type { Ports } from '../../ports/index.js';

/** A value derived from every record, as of one moment. */
export interface MetadataSnapshot<T> {
  /** Values by contract id, unordered. The same object until a record is saved or dropped. */
  readonly values: ReadonlyMap<string, T>;
  /** The state of the records at that moment; opaque. */
  readonly state: string;
}

/** Number of records per read. A page of large records takes some 6 MB. */
const PAGE = 50;

/**
 * Derives a value from each record saved since the snapshot `before`, or from all records if there is none. The result is as of
 * one moment after the call, whatever is saved meanwhile.
 */
export const makeFollowMetadata =
  ({ metadata }: Pick<Ports, 'metadata'>) =>
  async <T>(
    derive: (entry: MetadataEntry) => T,
    before?: MetadataSnapshot<T>,
  ): Promise<MetadataSnapshot<T>> => {
    let state = before?.state;
    let values = before === undefined ? new Map<string, T>() : undefined;
    for (;;) {
      const changes = await metadata.changesSince(state, PAGE);
      state = changes.state;
      if (changes.entries.length > 0) values ??= new Map(before?.values);
      for (const { contractId, record } of changes.entries)
        if (record === undefined) values!.delete(contractId);
        else values!.set(contractId, derive({ contractId, record }));
      if (changes.entries.length < PAGE) return { values: values ?? before!.values, state };
    }
  };

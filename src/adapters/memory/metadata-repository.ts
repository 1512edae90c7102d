import type { MetadataEntry, MetadataRecord } from '../../domain/metadata-record/metadata-record.js';
import type { Address } from '../../domain/shared/address.js';
import type { MetadataChanges, MetadataPageQuery, MetadataRepository } from '../../ports/metadata.js';
import type { MetadataRow, Session, Tables } from './tables.js';

export class InMemoryMetadataRepository implements MetadataRepository {
  constructor(private readonly session: Session) {}

  find(contractId: string): Promise<MetadataRecord | undefined> {
    return this.session.read(({ metadata }) => structuredClone(metadata.get(contractId)?.record));
  }

  save(contractId: string, record: MetadataRecord): Promise<void> {
    const copy = structuredClone(record);
    return this.session.write((tables) => {
      tables.metadata.set(contractId, { contractId, record: copy, savedAs: lastSave(tables) + 1 });
    });
  }

  page({ principal = '', after = '', limit }: MetadataPageQuery): Promise<readonly MetadataEntry[]> {
    return this.session.read(({ metadata }) =>
      [...metadata.values()]
        .filter(({ contractId }) => contractId.startsWith(principal) && contractId > after)
        .sort((a, b) => (a.contractId < b.contractId ? -1 : 1))
        .slice(0, limit)
        .map(toEntry),
    );
  }

  bytesOf(deployer: Address): Promise<number> {
    return this.session.read(({ metadata }) =>
      [...metadata.values()]
        .filter(({ contractId }) => contractId.startsWith(`${deployer}.`))
        .reduce((sum, { record }) => sum + new TextEncoder().encode(JSON.stringify(record)).length, 0),
    );
  }

  state(): Promise<string> {
    return this.session.read((tables) => String(lastSave(tables)));
  }

  changesSince(state = '0', limit: number): Promise<MetadataChanges> {
    return this.session.read(({ metadata }) => {
      const rows = [...metadata.values()]
        .filter(({ savedAs }) => savedAs > Number(state))
        .sort((a, b) => a.savedAs - b.savedAs)
        .slice(0, limit);
      return { entries: rows.map(toEntry), state: String(rows.at(-1)?.savedAs ?? state) };
    });
  }
}

function lastSave({ metadata }: Tables): number {
  let last = 0;
  for (const { savedAs } of metadata.values()) last = Math.max(last, savedAs);
  return last;
}

const toEntry = ({ contractId, record }: MetadataRow): MetadataEntry => ({
  contractId,
  record: structuredClone(record),
});

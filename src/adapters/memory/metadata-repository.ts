import type { MetadataEntry, MetadataRecord } from '../../domain/metadata-record/metadata-record.js';
import type { UndeployedRecord } from '../../domain/metadata-record/undeployed.js';
import type { Address } from '../../domain/shared/address.js';
import type { MetadataChanges, MetadataPageQuery, MetadataRepository } from '../../ports/metadata.js';
import type { MetadataRow, Session, Tables } from './tables.js';

export class InMemoryMetadataRepository implements MetadataRepository {
  constructor(private readonly session: Session) {}

  find(contractId: string): Promise<MetadataRecord | undefined> {
    return this.session.read(({ metadata }) => metadata.get(contractId)?.record);
  }

  save(contractId: string, record: MetadataRecord, expiresAt?: Date): Promise<void> {
    const copy = structuredClone(record);
    return this.session.write((tables) => {
      tables.metadata.set(contractId, { contractId, record: copy, expiresAt, savedAs: lastSave(tables) + 1 });
    });
  }

  page({ principal = '', after = '', limit }: MetadataPageQuery): Promise<readonly MetadataEntry[]> {
    return this.session.read(({ metadata }) =>
      [...metadata.values()]
        .filter(isKept)
        .filter(({ contractId }) => contractId.startsWith(principal) && contractId > after)
        .sort(byId)
        .slice(0, limit)
        .map(({ contractId, record }) => ({ contractId, record })),
    );
  }

  bytesOf(deployer: Address): Promise<number> {
    return this.session.read(({ metadata }) =>
      [...metadata.values()]
        .filter(({ contractId }) => contractId.startsWith(`${deployer}.`))
        .reduce((sum, { record }) => sum + bytesIn(record), 0),
    );
  }

  undeployedOf(deployer: Address, limit: number): Promise<readonly UndeployedRecord[]> {
    return this.session.read(({ metadata }) =>
      [...metadata.values()]
        .filter((row) => isKept(row) && row.expiresAt !== undefined)
        .filter(({ contractId }) => contractId.startsWith(`${deployer}.`))
        .sort(byId)
        .slice(0, limit)
        .map(({ contractId, record }) => ({ contractId, bytes: bytesIn(record) })),
    );
  }

  expiredBefore(time: Date, limit: number): Promise<readonly string[]> {
    return this.session.read(({ metadata }) =>
      [...metadata.values()]
        .filter((row) => isKept(row) && expired(row, time))
        .sort((a, b) => Number(a.expiresAt) - Number(b.expiresAt) || byId(a, b))
        .slice(0, limit)
        .map(({ contractId }) => contractId),
    );
  }

  keep(contractId: string): Promise<void> {
    return this.session.write(({ metadata }) => {
      const row = metadata.get(contractId);
      if (row?.record !== undefined) metadata.set(contractId, { ...row, expiresAt: undefined });
    });
  }

  dropExpired(contractId: string, time: Date): Promise<void> {
    return this.session.write((tables) => {
      const row = tables.metadata.get(contractId);
      if (row === undefined || !isKept(row) || !expired(row, time)) return;
      tables.metadata.set(contractId, { ...row, record: undefined, savedAs: lastSave(tables) + 1 });
    });
  }

  forgetDropped(time: Date): Promise<void> {
    return this.session.write((tables) => {
      const last = lastSave(tables);
      for (const row of tables.metadata.values())
        if (!isKept(row) && expired(row, time) && row.savedAs < last) tables.metadata.delete(row.contractId);
    });
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
      const entries = rows.map(({ contractId, record }) => ({ contractId, record }));
      return { entries, state: String(rows.at(-1)?.savedAs ?? state) };
    });
  }
}

function lastSave({ metadata }: Tables): number {
  let last = 0;
  for (const { savedAs } of metadata.values()) last = Math.max(last, savedAs);
  return last;
}

const byId = (a: MetadataRow, b: MetadataRow): number => (a.contractId < b.contractId ? -1 : 1);

const isKept = (row: MetadataRow): row is MetadataRow & MetadataEntry => row.record !== undefined;

const expired = ({ expiresAt }: MetadataRow, time: Date): boolean =>
  expiresAt !== undefined && expiresAt < time;

const bytesIn = (record: MetadataRecord | undefined): number =>
  record === undefined ? 0 : new TextEncoder().encode(JSON.stringify(record)).length;

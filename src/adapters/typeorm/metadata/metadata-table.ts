import { EntitySchema } from 'typeorm';

export interface MetadataRow {
  contract_id: string;
  /** JSON. */
  record: string;
  /** Saves are numbered from 1, in the order in which they commit; this is the record's last. Text on Postgres. */
  saved_as: number | string;
}

export const MetadataTable = new EntitySchema<MetadataRow>({
  name: 'token_metadata',
  columns: {
    contract_id: { type: 'text', primary: true },
    record: { type: 'text' },
    saved_as: { type: 'bigint' },
  },
});

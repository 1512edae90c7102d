import { Table, type MigrationInterface, type QueryRunner } from 'typeorm';
import { columnsOf, primary } from './columns.js';

/** Token metadata records, numbered in the order of their saves. */
export class Metadata1790000800000 implements MigrationInterface {
  name = 'Metadata1790000800000';

  async up(runner: QueryRunner): Promise<void> {
    const { text, count } = columnsOf(runner);
    await runner.createTable(
      new Table({
        name: 'token_metadata',
        columns: [primary(text('contract_id')), text('record'), count('saved_as')],
        indices: [{ name: 'token_metadata_by_save', columnNames: ['saved_as'], isUnique: true }],
      }),
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.dropTable('token_metadata');
  }
}

import { Table, type MigrationInterface, type QueryRunner, type TableColumnOptions } from 'typeorm';

/** Alerts, and deliveries of their firings (docs/adr/0084-alerts.md). */
export class Expand020Alerts1793100000000 implements MigrationInterface {
  name = 'Expand020Alerts1793100000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.createTable(alertTable(textIn(runner)));
    await runner.query('ALTER TABLE webhook_deliveries ADD COLUMN alert text');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE webhook_deliveries DROP COLUMN alert');
    await runner.dropTable('alerts');
  }
}

type Text = (name: string) => TableColumnOptions;

const textIn = (runner: QueryRunner): Text => {
  const isPostgres = runner.dataSource.options.type === 'postgres';
  return (name) => ({ name, type: 'text', ...(isPostgres && { collation: 'C' }) });
};

/** Alerts wait by what they watch, at a level of 57 digits. */
const alertTable = (text: Text): Table =>
  new Table({
    name: 'alerts',
    columns: [
      { ...text('id'), isPrimary: true },
      text('owner'),
      text('condition'),
      { ...text('note'), isNullable: true },
      text('created_at'),
      text('state'),
      text('watch'),
      text('level'),
      { ...text('fired_at'), isNullable: true },
      { ...text('fired_value'), isNullable: true },
    ],
    indices: [
      { name: 'alerts_by_owner', columnNames: ['owner', 'created_at', 'id'] },
      { name: 'alerts_waiting', columnNames: ['watch', 'state', 'level'], where: "state <> 'fired'" },
      { name: 'alerts_by_firing', columnNames: ['fired_at'], where: 'fired_at IS NOT NULL' },
    ],
  });

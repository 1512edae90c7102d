import { Table, type MigrationInterface, type QueryRunner } from 'typeorm';
import { columnsOf, nullable, primary } from './columns.js';
import { fillQueue } from './execution-queue/fill.js';

/** Open orders by what they wait for (docs/adr/0011-execution-queue.md). */
export class ExecutionQueue1790000500000 implements MigrationInterface {
  name = 'ExecutionQueue1790000500000';

  async up(runner: QueryRunner): Promise<void> {
    for (const table of tables(runner)) await runner.createTable(table);
    for (const statement of fillQueue(runner)) await runner.query(statement);
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const table of tables(runner).reverse()) await runner.dropTable(table);
  }
}

function tables(runner: QueryRunner): Table[] {
  const { text, integer } = columnsOf(runner);
  return [
    new Table({
      name: 'watched_pairs',
      columns: [
        { ...primary(integer('id')), isGenerated: true, generationStrategy: 'increment' },
        text('condition_token'),
        text('base_asset'),
      ],
      uniques: [{ name: 'watched_pairs_by_tokens', columnNames: ['condition_token', 'base_asset'] }],
    }),
    new Table({
      name: 'order_queue',
      columns: [
        primary(text('uuid')),
        // Twice the pair's id, and one more for `lt`; null for orders without a trigger.
        nullable(integer('watch')),
        nullable(text('level')),
        // 0 waits for its price, 1 for the clock, 2 has a swap of its own.
        integer('state'),
        text('due_at'),
        text('expires_at'),
        nullable(text('wake_at')),
        nullable(text('claimant')),
        { ...integer('attempts'), default: 0 },
        nullable(text('reason')),
      ],
      indices: [
        {
          name: 'order_queue_by_level',
          columnNames: ['watch', 'state', 'level'],
          where: 'watch IS NOT NULL',
        },
        { name: 'order_queue_by_waking', columnNames: ['wake_at'], where: 'state = 1' },
        { name: 'order_queue_by_expiry', columnNames: ['expires_at', 'uuid'] },
      ],
    }),
  ];
}

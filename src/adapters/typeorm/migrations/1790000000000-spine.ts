import { Table, type MigrationInterface, type QueryRunner } from 'typeorm';
import { columnsOf, nullable, primary } from './columns.js';

/** Orders, their events, the swaps sent for them, and messages that may be used once. */
export class Spine1790000000000 implements MigrationInterface {
  name = 'Spine1790000000000';

  async up(runner: QueryRunner): Promise<void> {
    for (const table of tables(runner)) await runner.createTable(table);
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const table of tables(runner).reverse()) await runner.dropTable(table);
  }
}

function tables(runner: QueryRunner): Table[] {
  const { text, integer } = columnsOf(runner);
  const live = "state IN ('stored', 'accepted', 'included')";

  return [
    new Table({
      name: 'orders',
      columns: [
        primary(text('uuid')),
        text('owner'),
        text('input_token'),
        text('output_token'),
        text('amount_in'),
        text('status'),
        integer('status_rank'),
        text('created_at'),
        integer('version'),
        nullable(text('txid')),
        nullable(text('client_order_id')),
        nullable(text('strategy_id')),
        text('terms'),
        text('progress'),
      ],
      indices: [
        { name: 'orders_by_creation', columnNames: ['created_at', 'uuid'] },
        { name: 'orders_by_owner', columnNames: ['owner', 'created_at', 'uuid'] },
        { name: 'orders_by_status', columnNames: ['status_rank', 'created_at', 'uuid'] },
        { name: 'orders_by_owner_status', columnNames: ['owner', 'status_rank', 'created_at', 'uuid'] },
        {
          name: 'orders_by_client_order_id',
          columnNames: ['owner', 'client_order_id'],
          where: 'client_order_id IS NOT NULL',
        },
        {
          name: 'orders_by_strategy',
          columnNames: ['owner', 'strategy_id', 'uuid'],
          where: 'strategy_id IS NOT NULL',
        },
      ],
    }),
    new Table({
      name: 'order_events',
      columns: [
        primary(text('order_uuid')),
        primary(integer('seq')),
        text('type'),
        text('at'),
        text('facts'),
      ],
    }),
    new Table({
      name: 'swaps',
      columns: [
        primary(text('txid')),
        text('order_uuid'),
        text('sender'),
        text('nonce'),
        text('fee_ustx'),
        text('raw'),
        text('quote'),
        text('stored_at'),
        text('state'),
        nullable(text('block')),
      ],
      indices: [
        { name: 'swaps_by_order', columnNames: ['order_uuid', 'stored_at', 'txid'] },
        { name: 'swaps_live', columnNames: ['stored_at', 'txid'], where: live },
        { name: 'swaps_holding_nonce', columnNames: ['sender', 'nonce'], where: live },
      ],
    }),
    new Table({
      name: 'signed_messages',
      columns: [primary(text('hash')), text('expires_at')],
      indices: [{ name: 'signed_messages_by_expiry', columnNames: ['expires_at'] }],
    }),
  ];
}

import { Table } from 'typeorm';
import { nullable, primary, type Columns } from './columns.js';

/** Webhooks, what they are sent, and how far the events of orders were turned into deliveries. */
export const webhookTables = ({ text, integer, count }: Columns): Table[] => [
  new Table({
    name: 'webhooks',
    columns: [
      primary(text('id')),
      text('owner'),
      text('url'),
      nullable(text('event_types')),
      nullable(text('strategy_id')),
      text('secret'),
      nullable(text('previous_secret')),
      nullable(text('previous_until')),
      text('created_at'),
      count('since'),
      nullable(text('failing_since')),
      nullable(text('disabled_at')),
      nullable(text('disabled_for')),
    ],
    indices: [
      { name: 'webhooks_by_owner', columnNames: ['owner', 'created_at', 'id'] },
      { name: 'webhooks_enabled', columnNames: ['since'], where: 'disabled_at IS NULL' },
    ],
  }),
  new Table({
    name: 'webhook_deliveries',
    columns: [
      primary(text('id')),
      text('webhook_id'),
      text('host'),
      text('type'),
      text('order_uuid'),
      integer('seq'),
      count('position'),
      text('created_at'),
      text('state'),
      integer('attempts'),
      text('queued_at'),
      nullable(text('next_at')),
      nullable(text('claimant')),
      nullable(text('last_at')),
      nullable(integer('last_ms')),
      nullable(integer('last_status')),
      nullable(text('last_failure')),
      nullable(text('ended_at')),
    ],
    indices: [
      { name: 'webhook_deliveries_by_creation', columnNames: ['webhook_id', 'created_at', 'id'] },
      { name: 'webhook_deliveries_due', columnNames: ['next_at', 'id'], where: 'next_at IS NOT NULL' },
      {
        name: 'webhook_deliveries_waiting',
        columnNames: ['webhook_id', 'order_uuid', 'position'],
        where: "state = 'waiting'",
      },
      {
        name: 'webhook_deliveries_dead',
        columnNames: ['webhook_id', 'created_at', 'id'],
        where: "state = 'dead'",
      },
      { name: 'webhook_deliveries_ended', columnNames: ['state', 'ended_at'], where: 'ended_at IS NOT NULL' },
    ],
  }),
  new Table({ name: 'webhook_cursor', columns: [primary(text('name')), count('position')] }),
];

import { Table } from 'typeorm';
import { generated, nullable, primary, unique, type Columns } from './columns.js';

/** Orders with their events and swaps, API keys, single-use messages, idempotency keys and token metadata. */
export const storageTables = (columns: Columns, onPostgres: boolean): Table[] => [
  ...orderTables(columns, onPostgres),
  ...keyTables(columns),
  ...requestTables(columns),
];

function orderTables({ text, integer, count, whole, double }: Columns, onPostgres: boolean): Table[] {
  const live = "state IN ('stored', 'accepted', 'included')";
  return [
    // Few distinct combinations beside the orders. No condition token is the empty text.
    new Table({
      name: 'order_tokens',
      columns: [generated(integer('id')), text('input_token'), text('output_token'), text('condition_token')],
      uniques: [
        { name: 'order_tokens_once', columnNames: ['input_token', 'output_token', 'condition_token'] },
      ],
    }),
    new Table({
      name: 'orders',
      columns: [
        // The text index of SQLite refers to rows by a number that VACUUM keeps, which only a declared key is.
        ...(onPostgres ? [primary(text('uuid'))] : [primary(integer('seq')), unique(text('uuid'))]),
        unique(text('handle')),
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
        nullable(text('plan_run')),
        nullable(text('executed_in')),
        nullable(text('executed_out')),
        text('terms'),
        integer('bytes'),
        text('progress'),
        integer('tokens_id'),
      ],
      indices: [
        { name: 'orders_by_creation', columnNames: ['created_at', 'handle'] },
        { name: 'orders_by_owner', columnNames: ['owner', 'created_at', 'handle'] },
        { name: 'orders_by_status', columnNames: ['status_rank', 'created_at', 'handle'] },
        // The bytes are for adding up what an owner has open without reading the orders.
        {
          name: 'orders_by_owner_status',
          columnNames: ['owner', 'status_rank', 'created_at', 'handle', 'bytes'],
        },
        {
          name: 'orders_by_client_order_id',
          columnNames: ['owner', 'client_order_id'],
          where: 'client_order_id IS NOT NULL',
        },
        // All that adding up a plan reads, after what sorts its orders.
        {
          name: 'orders_by_plan',
          columnNames: [
            ...['owner', 'strategy_id', 'created_at', 'handle'],
            ...['status_rank', 'tokens_id', 'plan_run', 'amount_in', 'executed_in', 'executed_out'],
          ],
          where: 'strategy_id IS NOT NULL',
        },
        {
          name: 'orders_by_strategy_creation',
          columnNames: ['strategy_id', 'created_at', 'handle'],
          where: 'strategy_id IS NOT NULL',
        },
      ],
    }),
    new Table({
      name: 'order_events',
      columns: [
        // The order of the events of all orders. On SQLite the number of the row, which rows have in any case.
        onPostgres ? generated(whole('position')) : primary(whole('position')),
        text('order_uuid'),
        integer('seq'),
        text('type'),
        text('at'),
        text('facts'),
      ],
      uniques: [{ name: 'order_events_once', columnNames: ['order_uuid', 'seq'] }],
      indices: [
        {
          name: 'order_events_by_end',
          columnNames: ['at', 'order_uuid'],
          where: "type IN ('cancelled', 'failed')",
        },
      ],
    }),
    new Table({
      name: 'owner_days',
      columns: [primary(text('owner')), primary(text('day')), count('orders'), count('bytes')],
      indices: [{ name: 'owner_days_by_day', columnNames: ['day'] }],
    }),
    new Table({
      name: 'swaps',
      columns: [
        primary(text('txid')),
        { ...text('purpose'), default: "'swap'" },
        nullable(text('replaces')),
        text('order_uuid'),
        nullable(text('owner')),
        text('sender'),
        text('nonce'),
        text('fee_ustx'),
        text('raw'),
        text('quote'),
        nullable(double('worth_usd')),
        text('stored_at'),
        text('state'),
        nullable(text('block')),
      ],
      indices: [
        { name: 'swaps_by_order', columnNames: ['order_uuid', 'stored_at', 'txid'] },
        { name: 'swaps_by_nonce', columnNames: ['sender', 'nonce'] },
        // All that adding up what was spent reads, so that no row with its bytes is.
        {
          name: 'swaps_by_storing',
          columnNames: ['stored_at', 'state', 'fee_ustx', 'worth_usd', 'txid', 'replaces'],
        },
        { name: 'swaps_holding_nonce', columnNames: ['sender', 'nonce'], where: live },
        { name: 'swaps_of_owner', columnNames: ['owner', 'stored_at', 'txid'], where: live },
      ],
    }),
  ];
}

function keyTables({ text, integer, count }: Columns): Table[] {
  return [
    new Table({
      name: 'api_keys',
      columns: [
        primary(text('id')),
        text('owner'),
        text('name'),
        text('hash'),
        text('preview'),
        text('permissions'),
        nullable(text('limits')),
        text('created_at'),
        nullable(text('expires_at')),
        nullable(text('revoked_at')),
      ],
      indices: [
        { name: 'api_keys_by_hash', columnNames: ['hash'], isUnique: true },
        { name: 'api_keys_by_owner', columnNames: ['owner', 'created_at', 'id'] },
        { name: 'api_keys_unrevoked', columnNames: ['owner', 'name'], where: 'revoked_at IS NULL' },
      ],
    }),
    new Table({
      name: 'api_key_usage',
      columns: [
        primary(text('key_id')),
        count('total_requests'),
        count('successful_requests'),
        count('failed_requests'),
        count('creation_count'),
        count('execution_count'),
        count('cancellation_count'),
        text('last_used_at'),
      ],
    }),
    new Table({
      name: 'api_key_requests',
      columns: [
        primary(text('key_id')),
        primary(count('seq')),
        text('at'),
        text('method'),
        text('endpoint'),
        integer('status_code'),
        integer('success'),
        nullable(text('error_message')),
        integer('response_time_ms'),
      ],
    }),
    new Table({
      name: 'api_key_spending',
      columns: [
        primary(text('key_id')),
        primary(text('day')),
        primary(text('order_uuid')),
        text('token'),
        text('amount'),
        integer('attempts'),
      ],
      indices: [{ name: 'api_key_spending_by_day', columnNames: ['day'] }],
    }),
    new Table({
      name: 'rate_windows',
      columns: [primary(text('key_id')), primary(text('starts_at')), count('requests')],
      indices: [{ name: 'rate_windows_by_start', columnNames: ['starts_at'] }],
    }),
  ];
}

function requestTables({ text, count }: Columns): Table[] {
  return [
    new Table({
      name: 'signed_messages',
      columns: [primary(text('hash')), text('expires_at')],
      indices: [{ name: 'signed_messages_by_expiry', columnNames: ['expires_at'] }],
    }),
    new Table({
      name: 'idempotency_keys',
      columns: [
        primary(text('id')),
        text('fingerprint'),
        text('state'),
        text('claimed_at'),
        text('expires_at'),
        nullable(text('answer')),
      ],
      indices: [{ name: 'idempotency_keys_by_expiry', columnNames: ['expires_at'] }],
    }),
    // Records are numbered in the order of their saves. One that expires is of a contract that the chain did not have.
    new Table({
      name: 'token_metadata',
      columns: [
        primary(text('contract_id')),
        nullable(text('record')),
        count('saved_as'),
        nullable(text('expires_at')),
      ],
      indices: [
        { name: 'token_metadata_by_save', columnNames: ['saved_as'], isUnique: true },
        {
          name: 'token_metadata_by_expiry',
          columnNames: ['expires_at'],
          where: 'expires_at IS NOT NULL',
        },
      ],
    }),
  ];
}

import { Table } from 'typeorm';
import { generated, nullable, primary, unique, type Columns } from './columns.js';

/** Recorded prices (docs/adr/0010-price-history.md). Times are Unix seconds; days and half days count from the epoch. Token 0 of `price_points` is the bitcoin price. */
export function priceTables({ text, whole, double, bytes }: Columns): Table[] {
  return [
    new Table({
      name: 'price_tokens',
      columns: [
        primary(whole('id')),
        unique(text('contract_id')),
        // The newest price outside the open day; null before the first.
        nullable(whole('updated_at')),
        nullable(double('usd')),
        nullable(double('sbtc')),
        nullable(double('liquidity_usd')),
        nullable(double('round_trip_loss')),
      ],
    }),
    new Table({ name: 'price_runs', columns: [primary(whole('at')), double('btc_usd')] }),
    new Table({
      name: 'price_open_runs',
      // unpriced: JSON, the tokens that the run gave no price, with the reasons; null where it does not tell.
      columns: [primary(whole('at')), double('btc_usd'), bytes('prices'), nullable(text('unpriced'))],
    }),
    new Table({
      name: 'price_points',
      columns: [primary(whole('id')), whole('half_day'), whole('token'), bytes('usd')],
    }),
    new Table({
      name: 'price_days',
      columns: [
        primary(whole('id')),
        whole('token'),
        whole('day'),
        ...['usd', 'sbtc'].flatMap((quote) =>
          ['open', 'high', 'low', 'close'].map((name) => double(`${quote}_${name}`)),
        ),
        whole('points'),
        // The candle again, packed, so that a year of them is read as one value.
        nullable(bytes('usd_candle')),
        nullable(bytes('sbtc_candle')),
      ],
      indices: [{ name: 'price_days_by_day', columnNames: ['day'] }],
    }),
  ];
}

/** The execution queue (docs/adr/0011-execution-queue.md). */
export function queueTables({ text, integer }: Columns): Table[] {
  return [
    new Table({
      name: 'watched_pairs',
      columns: [generated(integer('id')), text('condition_token'), text('base_asset')],
      uniques: [{ name: 'watched_pairs_by_tokens', columnNames: ['condition_token', 'base_asset'] }],
    }),
    // By trigger key, a level that no waiting order is below.
    new Table({ name: 'watched_levels', columns: [primary(integer('watch')), text('level')] }),
    new Table({ name: 'live_executors', columns: [primary(text('claimant')), text('ends_at')] }),
    new Table({
      name: 'order_queue',
      columns: [
        primary(text('uuid')),
        // Twice the pair's id, plus one for `lt`; null for orders without a trigger.
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

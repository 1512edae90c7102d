import { Table } from 'typeorm';
import { nullable, primary, type Columns } from './columns.js';

/** The operator's switch for new swaps: one row at most. */
export const switchTable = ({ text, integer }: Columns): Table =>
  new Table({
    name: 'sending_switch',
    columns: [
      primary(text('name')),
      integer('is_paused'),
      text('set_at'),
      text('set_by'),
      nullable(text('reason')),
    ],
  });

/** What readiness checks count up to see that the database takes writes: one row. */
export const writeCheckTable = ({ text, integer }: Columns): Table =>
  new Table({ name: 'write_checks', columns: [primary(text('name')), integer('n')] });

import { Table } from 'typeorm';
import { nullable, primary, type Columns } from './columns.js';

/** Timers that end orders unless they are renewed: one for each owner and key at most. */
export const cancelTimerTable = ({ text, integer }: Columns): Table =>
  new Table({
    name: 'cancel_timers',
    columns: [
      primary(text('scope')),
      text('owner'),
      nullable(text('key_id')),
      nullable(integer('seconds')),
      nullable(text('since')),
      nullable(text('fires_at')),
      nullable(text('fired_at')),
      integer('is_ending'),
    ],
    indices: [
      { name: 'cancel_timers_by_end', columnNames: ['fires_at'], where: 'fires_at IS NOT NULL' },
      { name: 'cancel_timers_by_renewal', columnNames: ['since'], where: 'since IS NOT NULL' },
      { name: 'cancel_timers_ending', columnNames: ['fired_at'], where: 'is_ending = 1' },
    ],
  });

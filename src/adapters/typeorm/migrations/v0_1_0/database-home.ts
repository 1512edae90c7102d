import { Table } from 'typeorm';
import { nullable, primary, type Columns } from './columns.js';

/** What tells a database from its copies: one row at most. */
export const homeTable = ({ text }: Columns): Table =>
  new Table({
    name: 'database_home',
    columns: [
      primary(text('name')),
      text('place'),
      text('written_by'),
      text('timeline'),
      text('seen_at'),
      nullable(text('displaced_as')),
    ],
  });

import { Table } from 'typeorm';
import { nullable, primary, type Columns } from './columns.js';

/** What the `token_uri` of tokens led to. */
export const tokenUriTable = ({ text, integer }: Columns): Table =>
  new Table({
    name: 'token_uris',
    columns: [
      primary(text('contract_id')),
      nullable(text('uri')),
      text('facts'),
      integer('failures'),
      text('due_at'),
    ],
  });

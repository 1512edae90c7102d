import { Table } from 'typeorm';
import { primary, type Columns } from './columns.js';

/** Signed-in wallets of operators. */
export const sessionTable = ({ text }: Columns): Table =>
  new Table({
    name: 'operator_sessions',
    columns: [primary(text('hash')), text('wallet'), text('expires_at')],
    indices: [{ name: 'operator_sessions_by_expiry', columnNames: ['expires_at'] }],
  });

/** What the other folders use of the database. */
export * as column from './columns.js';
export { Session, type Database, type Lock } from './database.js';
export { engineOf, optionsFor } from './engines.js';
export { checkSchema } from './schema.js';
export { migrate } from './migrate.js';
export { asOwnWork } from './own-work.js';
export type { Dialect, DialectName, Queries } from './queries.js';
export {
  allOf,
  columnsOf,
  insertInto,
  joined,
  plain,
  prepared,
  rowOf,
  selected,
  sql,
  type Sql,
} from './sql.js';
export { digits, isoTime, json, StoredFields } from './stored-fields.js';

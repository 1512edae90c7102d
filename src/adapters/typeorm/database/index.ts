/** Database code that the other folders use. */
export * as column from './columns.js';
export { Session, type Database, type Lock, type ScanKind } from './database.js';
export { lentBy, type PgClient, type PgPool } from './borrowed-pool.js';
export { engineOf, optionsFor, refuseSchema } from './engines.js';
export { makeFolderFor, refuseFolder } from './sqlite-file.js';
export { schemaNamed } from './postgres-schema.js';
export { checkSchema } from './schema.js';
export { migrate } from './migrate.js';
export { buildIndexes, type LaterIndex } from './build-indexes.js';
export { firstTooNew } from './neighbours.js';
export { checkDataSource } from './own-data-source.js';
export {
  asCallerAt,
  asCallersWork,
  asOwnWork,
  asUrgentWork,
  before,
  noteCommit,
  runningCaller,
  whileOthersWork,
} from './own-work.js';
export { later, parsePosition, positionOf, type Position } from './position.js';
export {
  gatheredFrom,
  Queries,
  type Dialect,
  type DialectName,
  type Gathered,
  type GatheredRow,
  type Gathering,
} from './queries.js';
export {
  allOf,
  columnsOf,
  insertInto,
  joined,
  plain,
  prepared,
  recordColumnsOf,
  rowOf,
  sql,
  type Sql,
} from './sql.js';
export { digits, isoBound, isoTime, json, StoredFields } from './stored-fields.js';

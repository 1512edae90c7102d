import type { Logger } from 'typeorm';

/** Writes nothing: failures are thrown, and TypeORM’s own lines would go to the host program's console. */
export const SILENT_LOGGER: Logger = {
  logQuery: () => undefined,
  logQueryError: () => undefined,
  logQuerySlow: () => undefined,
  logSchemaBuild: () => undefined,
  logMigration: () => undefined,
  log: () => undefined,
};

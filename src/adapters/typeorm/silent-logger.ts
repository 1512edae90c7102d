import type { Logger } from 'typeorm';

/** Writes nothing: failures are thrown, and TypeORM’s own lines go to the console of the program around. */
export const SILENT_LOGGER: Logger = {
  logQuery: () => undefined,
  logQueryError: () => undefined,
  logQuerySlow: () => undefined,
  logSchemaBuild: () => undefined,
  logMigration: () => undefined,
  log: () => undefined,
};

import type { DataSource } from 'typeorm';
import type { Engine } from './database.js';
import type { DialectName } from './queries.js';
import { POSTGRES } from './postgres.js';
import { SQLITE } from './sqlite.js';

const ENGINES: Readonly<Record<DialectName, Engine>> = { postgres: POSTGRES, sqlite: SQLITE };

/** Throws for a driver that is not supported. */
export function engineOf({ options: { type } }: Pick<DataSource, 'options'>): Engine {
  const engine = Object.values(ENGINES).find(({ driver }) => driver === type);
  if (engine === undefined) throw new Error(`the TypeORM driver ${type} is not supported`);
  return engine;
}

/** Data source options for the URL. Throws for any other text without repeating it: it may hold a password. */
export function optionsFor(url: string, schema?: string): ReturnType<Engine['optionsFor']> & object {
  for (const engine of Object.values(ENGINES)) {
    const options = engine.optionsFor(url, schema);
    if (options === undefined) continue;
    if (schema !== undefined) refuseSchema(engine);
    return options;
  }
  throw new Error('a database is named sqlite:<path>, sqlite::memory: or postgres://…');
}

/** @throws Error for a database without schemas. */
export function refuseSchema({ name, hasSchemas }: Pick<Engine, 'name' | 'hasSchemas'>): void {
  if (!hasSchemas) throw new Error(`a schema is for Postgres; ${name} has none`);
}

import type { DataSource } from 'typeorm';

const NAME = /^(?!pg_)[a-z_][a-z0-9_]{0,62}$/;

/** The name, if it needs no quotes anywhere. @throws Error otherwise. */
export function schemaNamed(name: string): string {
  if (NAME.test(name)) return name;
  throw new Error(
    `the schema ${JSON.stringify(name)} must be 1 to 63 lower-case letters, digits and _, without a leading digit or pg_`,
  );
}

/** Startup options of a connection whose statements find tables only in the schema. */
export const optionsIn = (schema: string): string => `-c search_path=${schema}`;

/** The URL with the schema's startup options added to the URL's own, since options in a URL replace all others. */
export function urlIn(schema: string, url: string): string {
  if (!/[?&]options=/.test(url)) return url;
  const parsed = new URL(url);
  parsed.searchParams.set('options', `${parsed.searchParams.get('options')} ${optionsIn(schema)}`);
  return parsed.href;
}

/**
 * Statements that begin a migration in a schema. The schema is created unless it exists. A database has an extension only once, so a
 * missing extension goes into `public`, where every role finds it and where it outlives the schema. Until the commit, the schema of
 * the extension is searched too, since an index names one of its operator classes.
 */
export const beginIn = (schema: string): readonly string[] => [
  `DO $$ BEGIN
    IF to_regnamespace('${schema}') IS NULL THEN CREATE SCHEMA ${schema}; END IF;
  EXCEPTION WHEN insufficient_privilege THEN
    RAISE EXCEPTION 'the schema ${schema} does not exist, and % may not create it: run CREATE SCHEMA ${schema} AUTHORIZATION %',
      current_user, quote_ident(current_user);
  END $$`,
  `DO $$ BEGIN
    IF to_regnamespace('public') IS NOT NULL AND NOT EXISTS (SELECT FROM pg_extension WHERE extname = 'pg_trgm')
    THEN CREATE EXTENSION pg_trgm SCHEMA public; END IF;
  END $$`,
  `SELECT set_config('search_path', concat_ws(', ', '${schema}', (
    SELECT quote_ident(nspname) FROM pg_extension
      JOIN pg_namespace ON pg_namespace.oid = extnamespace WHERE extname = 'pg_trgm')), true)`,
];

/** Binds the trigger functions to the schema: otherwise they search the schemas of the program that writes to its tables. */
export const endIn = (schema: string): readonly string[] => [
  `DO $$ DECLARE f regprocedure; BEGIN
    FOR f IN SELECT oid FROM pg_proc WHERE pronamespace = '${schema}'::regnamespace AND proconfig IS NULL
      AND NOT EXISTS (SELECT FROM pg_depend WHERE classid = 'pg_proc'::regclass AND objid = pg_proc.oid AND deptype = 'e')
    LOOP EXECUTE format('ALTER FUNCTION %s SET search_path = ${schema}', f); END LOOP;
  END $$`,
];

/** @throws Error if new connections work in another schema, which a pooler in between may cause. */
export async function checkConnectionsIn(schema: string, dataSource: DataSource): Promise<void> {
  const [row] = await dataSource.query<{ found: string | null }[]>('SELECT current_schema() AS found');
  if (row?.found === schema) return;
  throw new Error(
    `connections work in the schema ${row?.found ?? '(none)'} in place of ${schema}: ` +
      'a pooler between drops the startup parameter `options`; pass your own `pool`, or set search_path for the role',
  );
}

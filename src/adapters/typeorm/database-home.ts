import type {
  DatabaseHistory,
  DatabaseHome,
  Displacement,
  DisplacementKind,
} from '../../ports/database-home.js';
import {
  column,
  plain,
  prepared,
  sql,
  StoredFields,
  type Queries,
  type Session,
  type Sql,
} from './database/index.js';
import { addToken, isKnownToken, placeOf } from './database/home-file.js';

export const DatabaseHomeTable = column.table('database_home', {
  /** Always `home`: there is at most one row. */
  name: column.primary(column.text('name')),
  place: column.text('place'),
  writtenBy: column.text('written_by'),
  timeline: column.text('timeline'),
  seenAt: column.text('seen_at'),
  displacedAs: column.nullable(column.text('displaced_as')),
});

const KINDS = ['restored', 'went-back'] as const satisfies readonly DisplacementKind[];

/** Time after a database was last seen in use within which a changed timeline means that a standby took over, not an old backup. */
const FAILOVER = plain(`interval '5 minutes'`);

/**
 * Identity of the database, as Postgres knows it. A logical copy has a different cluster or oid. If it is restored into the same
 * database, its row was written by another transaction, since a dump has no xmin. A recovered physical copy, or a promoted standby,
 * has a different timeline.
 */
const PLACE = plain(`(SELECT system_identifier FROM pg_control_system())::text || '/' ||
  (SELECT oid FROM pg_database WHERE datname = current_database())::text`);
const TIMELINE = plain(
  `CASE WHEN pg_is_in_recovery() THEN '' ELSE substr(pg_walfile_name(pg_current_wal_lsn()), 1, 8) END`,
);
const TRANSACTION = plain('(pg_current_xact_id()::xid)::text');
const POSTGRES_NOW = plain(`to_char(clock_timestamp() AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`);
const SQLITE_NOW = plain(`strftime('%Y-%m-%dT%H:%M:%fZ', 'now')`);

const NEWEST = plain('(SELECT at FROM order_events ORDER BY position DESC LIMIT 1) AS newest');

const READ_POSTGRES = prepared(sql`
  SELECT displaced_as, seen_at, place, written_by, ${NEWEST},
    (place = ${PLACE} AND written_by = home.xmin::text)::integer AS is_own,
    (timeline = ${TIMELINE})::integer AS is_same_timeline,
    (clock_timestamp() - seen_at::timestamptz < ${FAILOVER})::integer AS is_recent
  FROM database_home home WHERE name = 'home'`);
const READ_SQLITE = prepared(sql`
  SELECT displaced_as, seen_at, place, written_by, ${NEWEST}, 1 AS is_own, 1 AS is_same_timeline, 1 AS is_recent
  FROM database_home WHERE name = 'home'`);

/** A standby has a commit on disk under the settings on and remote_apply. */
const HISTORY_POSTGRES = prepared(sql`
  SELECT ${TIMELINE} AS name, (current_setting('synchronous_standby_names') <> ''
    AND current_setting('synchronous_commit') IN ('on', 'remote_apply'))::integer AS is_synchronous`);
const HISTORY_SQLITE = prepared(sql`SELECT '' AS name, 0 AS is_synchronous`);

interface Read {
  readonly writtenBy: string;
  readonly displaced: Displacement | undefined;
}

export class TypeOrmDatabaseHome implements DatabaseHome {
  /** @param file path of the database's file, if it has one. */
  constructor(
    private readonly session: Session,
    private readonly file: string | undefined,
  ) {}

  async displaced(): Promise<Displacement | undefined> {
    return (await this.session.read((queries) => this.read(queries)))?.displaced;
  }

  async history(): Promise<DatabaseHistory> {
    const row = await this.session.read(async (queries) => {
      const isPostgres = queries.dialect.name === 'postgres';
      const [found] = await queries.select<object>(isPostgres ? HISTORY_POSTGRES : HISTORY_SQLITE);
      return found!;
    });
    const fields = new StoredFields(row, 'database_home');
    return { name: fields.text('name'), isSynchronous: fields.number('is_synchronous') === 1 };
  }

  async displace(kind: DisplacementKind): Promise<void> {
    await this.session.write(async (queries) => {
      await queries.execute(
        sql`UPDATE database_home SET displaced_as = ${kind} WHERE name = 'home' AND displaced_as IS NULL`,
      );
    });
  }

  settle(): Promise<void> {
    return this.session.write((queries) => this.put(queries));
  }

  /** Stores the database's identity if none is stored yet. */
  adopt(): Promise<void> {
    return this.session.write(async (queries) => {
      if ((await this.read(queries)) === undefined) await this.put(queries);
    });
  }

  beat(): Promise<void> {
    return this.session.write(async (queries) => {
      const read = await this.read(queries);
      if (read !== undefined && read.displaced === undefined) await this.put(queries, read.writtenBy);
    });
  }

  private async read(queries: Queries): Promise<Read | undefined> {
    const isPostgres = queries.dialect.name === 'postgres';
    const [row] = await queries.select<object>(isPostgres ? READ_POSTGRES : READ_SQLITE);
    if (row === undefined) return undefined;
    const fields = new StoredFields(row, 'database_home');
    const writtenBy = fields.text('written_by');
    const kind = fields.has('displaced_as')
      ? fields.oneOf('displaced_as', KINDS)
      : this.kindOf(fields, writtenBy);
    if (kind === undefined) return { writtenBy, displaced: undefined };
    const newest = fields.has('newest') && { newest: fields.time('newest') };
    return { writtenBy, displaced: { kind, ...newest, asOf: fields.time('seen_at') } };
  }

  private kindOf(fields: StoredFields, writtenBy: string): DisplacementKind | undefined {
    const isOwnFile =
      this.file === undefined ||
      (fields.text('place') === placeOf(this.file) && isKnownToken(this.file, writtenBy));
    if (!isOwnFile || fields.number('is_own') !== 1) return 'restored';
    if (fields.number('is_same_timeline') === 1) return undefined;
    return fields.number('is_recent') === 1 ? 'went-back' : 'restored';
  }

  /** @param known the token that the row keeps if the change is not committed. */
  private async put(queries: Queries, known?: string): Promise<void> {
    const isPostgres = queries.dialect.name === 'postgres';
    const now = isPostgres ? POSTGRES_NOW : SQLITE_NOW;
    const [place, writtenBy]: readonly (string | Sql)[] = isPostgres
      ? [PLACE, TRANSACTION]
      : this.file === undefined
        ? ['memory', 'memory']
        : [placeOf(this.file), addToken(this.file, known)];
    const timeline = isPostgres ? TIMELINE : '';
    await queries.execute(sql`
      INSERT INTO database_home (name, place, written_by, timeline, seen_at, displaced_as)
      VALUES ('home', ${place}, ${writtenBy}, ${timeline}, ${now}, NULL)
      ON CONFLICT (name) DO UPDATE SET place = excluded.place, written_by = excluded.written_by,
        timeline = excluded.timeline, seen_at = excluded.seen_at, displaced_as = NULL`);
  }
}

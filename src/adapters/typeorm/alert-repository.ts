import { In, MoreThan } from 'typeorm';
import {
  ALERT_STATES,
  type Alert,
  type AlertId,
  type AlertState,
  type FiredAlert,
} from '../../domain/alert/alert.js';
import type { AlertCondition } from '../../domain/alert/condition.js';
import { alertPlace, watchName, watchNamed } from '../../domain/alert/watch.js';
import type { Address } from '../../domain/shared/address.js';
import type { AlertRepository, ReachedWatch, WaitingWatch } from '../../ports/alerts.js';
import { column, joined, sql, type Session, type Sql } from './database/index.js';
import { storedLevel } from './execution-queue/execution-queue-row.js';

export const AlertTable = column.table('alerts', {
  id: column.primary(column.text<AlertId>('id')),
  owner: column.text<Address>('owner'),
  condition: column.document<AlertCondition>('condition'),
  note: column.nullable(column.text('note')),
  createdAt: column.time('created_at'),
  state: column.oneOf('state', ALERT_STATES),
  /** Name of the alert's watch. */
  watch: column.text('watch'),
  /** 57 digits. */
  level: column.text('level'),
  firedAt: column.nullable(column.time('fired_at')),
  firedValue: column.nullable(column.text('fired_value')),
});

type AlertRow = column.RowOf<typeof AlertTable>;

interface WaitingRow {
  readonly watch: string;
  readonly armed: string | null;
  readonly clearing: string | null;
}

/** Maximum number of watches in a statement: databases limit the number of values. */
const MAX_WATCHES = 200;

export class TypeOrmAlertRepository implements AlertRepository {
  constructor(private readonly session: Session) {}

  async insert(alert: Alert): Promise<void> {
    await this.session.change((manager) => manager.insert(AlertTable, toRow(alert)));
  }

  async update(alert: Alert, from: AlertState): Promise<boolean> {
    const { id, ...row } = toRow(alert);
    const { affected } = await this.session.change((manager) =>
      manager.update(AlertTable, { id, state: from }, row as never),
    );
    return affected === 1;
  }

  async delete(id: AlertId): Promise<void> {
    await this.session.change((manager) => manager.delete(AlertTable, { id }));
  }

  async findById(id: AlertId): Promise<Alert | undefined> {
    const row = await this.session.query((manager) => manager.findOne(AlertTable, { where: { id } }));
    return row === null ? undefined : fromRow(row);
  }

  async listByOwner(owner: Address): Promise<readonly Alert[]> {
    const rows = await this.session.query((manager) =>
      manager.find(AlertTable, { where: { owner }, order: { createdAt: 'DESC', id: 'DESC' } }),
    );
    return rows.map(fromRow);
  }

  async waiting(): Promise<readonly WaitingWatch[]> {
    // Reads every alert that waits, so it must not delay other reads.
    const rows = await this.session.scan('list', (queries) =>
      queries.select<WaitingRow>(sql`
        SELECT watch, MIN(CASE WHEN state = 'armed' THEN level END) AS armed,
          MAX(CASE WHEN state = 'clearing' THEN level END) AS clearing
        FROM alerts WHERE state <> 'fired' GROUP BY watch`),
    );
    return rows.map(({ watch, armed, clearing }) => ({
      watch: watchNamed(watch),
      ...(armed !== null && { armed: BigInt(armed) }),
      ...(clearing !== null && { clearing: BigInt(clearing) }),
    }));
  }

  async listReached(reached: readonly ReachedWatch[], limit: number): Promise<readonly Alert[]> {
    const found: Alert[] = [];
    for (const some of inBatches(reached.filter(({ level }) => level >= 0n))) {
      const isReached = anyOf(some, (level) => sql`level <= ${storedLevel(level)}`);
      const rows = await this.session.select<{ id: AlertId }>(sql`
        SELECT id FROM alerts WHERE state = 'armed' AND ${isReached} LIMIT ${limit - found.length}`);
      const ids = rows.map(({ id }) => id);
      const alerts = await this.session.query((manager) =>
        manager.find(AlertTable, { where: { id: In(ids), state: 'armed' } }),
      );
      found.push(...alerts.map(fromRow));
      if (found.length >= limit) break;
    }
    return found;
  }

  async arm(reached: readonly ReachedWatch[]): Promise<void> {
    for (const some of inBatches(reached)) {
      const isBeyond = anyOf(some, (level) => (level < 0n ? sql`1 = 1` : sql`level > ${storedLevel(level)}`));
      await this.session.statement((queries) =>
        queries.execute(sql`UPDATE alerts SET state = 'armed' WHERE state = 'clearing' AND ${isBeyond}`),
      );
    }
  }

  async lastFiredAt(): Promise<Date | undefined> {
    const [last] = await this.session.query((manager) =>
      manager.find(AlertTable, {
        where: { firedAt: MoreThan(new Date(0)) },
        order: { firedAt: 'DESC' },
        take: 1,
      }),
    );
    return last?.firedAt ?? undefined;
  }

  async listFiredAfter(time: Date, limit: number, owner?: Address): Promise<readonly FiredAlert[]> {
    const rows = await this.session.query((manager) =>
      manager.find(AlertTable, {
        where: { firedAt: MoreThan(time), ...(owner !== undefined && { owner }) },
        order: { firedAt: 'ASC' },
        take: limit,
      }),
    );
    return rows.map(fromRow) as FiredAlert[];
  }
}

const anyOf = (reached: readonly ReachedWatch[], isSo: (level: bigint) => Sql): Sql =>
  sql`(${joined(
    reached.map(({ watch, level }) => sql`(watch = ${watchName(watch)} AND ${isSo(level)})`),
    ' OR ',
  )})`;

function* inBatches(reached: readonly ReachedWatch[]): Iterable<readonly ReachedWatch[]> {
  for (let n = 0; n < reached.length; n += MAX_WATCHES) yield reached.slice(n, n + MAX_WATCHES);
}

function toRow({ id, owner, condition, note, createdAt, state, firing }: Alert): AlertRow {
  const { watch, level } = alertPlace(condition, owner);
  return {
    id,
    owner,
    condition,
    note: note ?? null,
    createdAt,
    state,
    watch: watchName(watch),
    level: storedLevel(level),
    firedAt: firing?.at ?? null,
    firedValue: firing?.value ?? null,
  };
}

const fromRow = ({ id, owner, condition, note, createdAt, state, firedAt, firedValue }: AlertRow): Alert => ({
  id,
  owner,
  condition,
  ...(note !== null && { note }),
  createdAt,
  state,
  ...(firedAt !== null && { firing: { at: firedAt, ...(firedValue !== null && { value: firedValue }) } }),
});

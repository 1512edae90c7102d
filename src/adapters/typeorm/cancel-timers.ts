import { IsNull, LessThan, LessThanOrEqual, MoreThan, type FindOptionsWhere } from 'typeorm';
import type { ApiKeyId } from '../../domain/api-key/api-key.js';
import { CLOCK_TOLERANCE_MS, scopeId, type CancelTimer } from '../../domain/cancel-timer/cancel-timer.js';
import type { Address } from '../../domain/shared/address.js';
import type { CancelTimers } from '../../ports/cancel-timers.js';
import { column, type Session } from './database/index.js';

export const CancelTimerTable = column.table('cancel_timers', {
  scope: column.primary(column.text('scope')),
  owner: column.text<Address>('owner'),
  keyId: column.nullable(column.text<ApiKeyId>('key_id')),
  seconds: column.nullable(column.integer('seconds')),
  since: column.nullable(column.time('since')),
  firesAt: column.nullable(column.time('fires_at')),
  firedAt: column.nullable(column.time('fired_at')),
  isEnding: column.flag('is_ending'),
});

type TimerRow = column.RowOf<typeof CancelTimerTable>;

export class TypeOrmCancelTimers implements CancelTimers {
  constructor(private readonly session: Session) {}

  async find(scope: string): Promise<CancelTimer | undefined> {
    const row = await this.session.query((manager) => manager.findOneBy(CancelTimerTable, { scope }));
    return row === null ? undefined : fromRow(row);
  }

  async save(timer: CancelTimer): Promise<void> {
    const row = toRow(timer);
    await this.session.change((manager) => manager.upsert(CancelTimerTable, row, ['scope']));
  }

  async delete(scope: string): Promise<void> {
    await this.session.change((manager) => manager.delete(CancelTimerTable, { scope }));
  }

  listDue(now: Date, limit: number): Promise<readonly CancelTimer[]> {
    const latest = new Date(now.getTime() + CLOCK_TOLERANCE_MS);
    return this.#list([{ firesAt: LessThanOrEqual(now) }, { since: MoreThan(latest) }], 'firesAt', limit);
  }

  listEnding(limit: number): Promise<readonly CancelTimer[]> {
    return this.#list([{ isEnding: true }], 'firedAt', limit);
  }

  async deleteFiredBefore(time: Date): Promise<void> {
    const disarmed = { firesAt: IsNull(), isEnding: false };
    await this.session.change((manager) =>
      manager.delete(CancelTimerTable, [
        { ...disarmed, firedAt: LessThan(time) },
        { ...disarmed, firedAt: IsNull() },
      ] as never),
    );
  }

  async #list(
    where: FindOptionsWhere<TimerRow>[],
    by: 'firesAt' | 'firedAt',
    limit: number,
  ): Promise<readonly CancelTimer[]> {
    const rows = await this.session.query((manager) =>
      manager.find(CancelTimerTable, { where, order: { [by]: 'ASC', scope: 'ASC' }, take: limit }),
    );
    return rows.map(fromRow);
  }
}

const toRow = ({ scope, armed, fired }: CancelTimer): TimerRow => ({
  scope: scopeId(scope),
  owner: scope.owner,
  keyId: scope.keyId ?? null,
  seconds: armed?.seconds ?? null,
  since: armed?.since ?? null,
  firesAt: armed?.firesAt ?? null,
  firedAt: fired?.at ?? null,
  isEnding: fired?.isEnding ?? false,
});

const fromRow = ({ owner, keyId, seconds, since, firesAt, firedAt, isEnding }: TimerRow): CancelTimer => ({
  scope: { owner, ...(keyId !== null && { keyId }) },
  ...(seconds !== null && since !== null && firesAt !== null && { armed: { seconds, since, firesAt } }),
  ...(firedAt !== null && { fired: { at: firedAt, isEnding } }),
});

import type { SwitchPosition } from '../../domain/order/evaluation/brakes.js';
import type { SendingSwitch } from '../../ports/sending-switch.js';
import { column, prepared, sql, StoredFields, type Session } from './database/index.js';

export const SendingSwitchTable = column.table('sending_switch', {
  /** Always `sending`: there is at most one row. */
  name: column.primary(column.text('name')),
  isPaused: column.flag('is_paused'),
  setAt: column.time('set_at'),
  setBy: column.text('set_by'),
  reason: column.nullable(column.text('reason')),
});

type SwitchRow = column.RowOf<typeof SendingSwitchTable>;

const ONLY = 'sending';

export class TypeOrmSendingSwitch implements SendingSwitch {
  constructor(private readonly session: Session) {}

  /** Reads with SQL instead of entities, since the position is read before every swap. */
  async position(): Promise<SwitchPosition | undefined> {
    const [row] = await this.session.select<object>(
      prepared(sql`SELECT is_paused, set_at, set_by, reason FROM sending_switch WHERE name = ${ONLY}`),
    );
    if (row === undefined) return undefined;
    const columns = new StoredFields(row, 'sending_switch');
    return {
      isPaused: columns.number('is_paused') === 1,
      at: columns.time('set_at'),
      by: columns.text('set_by'),
      ...(columns.has('reason') && { reason: columns.text('reason') }),
    };
  }

  async set({ isPaused, at, by, reason }: SwitchPosition): Promise<void> {
    const row: SwitchRow = { name: ONLY, isPaused, setAt: at, setBy: by, reason: reason ?? null };
    await this.session.change((manager) => manager.upsert(SendingSwitchTable, row, ['name']));
  }
}

import { In, LessThan } from 'typeorm';
import type { ApiKeyId } from '../../../domain/api-key/api-key.js';
import type { KeySpending } from '../../../domain/api-key/spending.js';
import type { OrderUuid } from '../../../domain/order/ids.js';
import type { ContractId } from '../../../domain/shared/contract-id.js';
import { unwrap } from '../../../domain/shared/result.js';
import { parseUnits } from '../../../domain/shared/units.js';
import type { KeySpendingLog } from '../../../ports/api-keys.js';
import { column, type Session } from '../database/index.js';

export const KeySpendingTable = column.table('api_key_spending', {
  keyId: column.primary(column.text<ApiKeyId>('key_id')),
  /** Start of the day. */
  day: column.primary(column.time('day')),
  order: column.primary(column.text<OrderUuid>('order_uuid')),
  token: column.text<ContractId>('token'),
  amount: column.text('amount'),
  attempts: column.integer('attempts'),
});

export class TypeOrmKeySpendingLog implements KeySpendingLog {
  constructor(private readonly session: Session) {}

  begin(spending: KeySpending): Promise<void> {
    return this.#count(spending, 1);
  }

  takeBack(spending: KeySpending): Promise<void> {
    return this.#count(spending, -1);
  }

  async list(keys: readonly ApiKeyId[], day: Date): Promise<readonly KeySpending[]> {
    const rows = await this.session.query((manager) =>
      manager.find(KeySpendingTable, {
        where: { keyId: In([...keys]), day },
        order: { keyId: 'ASC', order: 'ASC' },
      }),
    );
    return rows.map(({ attempts: _, amount, ...row }) => ({ ...row, amount: unwrap(parseUnits(amount)) }));
  }

  async deleteBefore(day: Date): Promise<void> {
    await this.session.change((manager) => manager.delete(KeySpendingTable, { day: LessThan(day) }));
  }

  /** Must be called under the key's lock: the number read here must not change before it is stored. */
  async #count({ amount, ...spending }: KeySpending, added: 1 | -1): Promise<void> {
    const { keyId, day, order } = spending;
    await this.session.write((queries) =>
      queries.entities(async (manager) => {
        const stored = await manager.findOneBy(KeySpendingTable, { keyId, day, order });
        const attempts = (stored?.attempts ?? 0) + added;
        if (attempts <= 0) await manager.delete(KeySpendingTable, { keyId, day, order });
        else
          await manager.upsert(KeySpendingTable, { ...spending, amount: amount.toString(), attempts }, [
            'keyId',
            'day',
            'order',
          ]);
      }),
    );
  }
}

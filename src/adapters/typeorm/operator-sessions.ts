import { In, LessThan } from 'typeorm';
import type { OperatorSession, SessionHash } from '../../domain/operator/session.js';
import type { Address } from '../../domain/shared/address.js';
import type { OperatorSessions } from '../../ports/operator-sessions.js';
import { column, type Session } from './database/index.js';

export const OperatorSessionTable = column.table('operator_sessions', {
  hash: column.primary(column.text<SessionHash>('hash')),
  wallet: column.text<Address>('wallet'),
  expiresAt: column.time('expires_at'),
});

export class TypeOrmOperatorSessions implements OperatorSessions {
  constructor(private readonly session: Session) {}

  async insert(begun: OperatorSession): Promise<void> {
    const row = { ...begun };
    await this.session.change((manager) => manager.insert(OperatorSessionTable, row));
  }

  async find(hash: SessionHash): Promise<OperatorSession | undefined> {
    const row = await this.session.query((manager) => manager.findOneBy(OperatorSessionTable, { hash }));
    return row === null ? undefined : { hash: row.hash, wallet: row.wallet, expiresAt: row.expiresAt };
  }

  async delete(hash: SessionHash): Promise<void> {
    await this.session.change((manager) => manager.delete(OperatorSessionTable, { hash }));
  }

  async deleteBeyond(wallet: Address, kept: number): Promise<void> {
    await this.session.change(async (manager) => {
      const beyond = await manager.find(OperatorSessionTable, {
        where: { wallet },
        order: { expiresAt: 'DESC', hash: 'DESC' },
        skip: kept,
      });
      if (beyond.length === 0) return;
      await manager.delete(OperatorSessionTable, { hash: In(beyond.map(({ hash }) => hash)) });
    });
  }

  async deleteExpired(now: Date): Promise<void> {
    await this.session.change((manager) =>
      manager.delete(OperatorSessionTable, { expiresAt: LessThan(now) }),
    );
  }
}

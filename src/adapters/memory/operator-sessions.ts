import type { OperatorSession, SessionHash } from '../../domain/operator/session.js';
import type { Address } from '../../domain/shared/address.js';
import type { OperatorSessions } from '../../ports/operator-sessions.js';
import { deleteWhere, type Session } from './tables.js';

export class InMemoryOperatorSessions implements OperatorSessions {
  constructor(private readonly session: Session) {}

  insert(begun: OperatorSession): Promise<void> {
    const copy = structuredClone(begun);
    return this.session.write(({ operatorSessions }) => {
      if (operatorSessions.get(copy.hash) !== undefined) throw new Error('the session is stored already');
      operatorSessions.set(copy.hash, copy);
    });
  }

  find(hash: SessionHash): Promise<OperatorSession | undefined> {
    return this.session.read(({ operatorSessions }) => operatorSessions.get(hash));
  }

  delete(hash: SessionHash): Promise<void> {
    return this.session.write(({ operatorSessions }) => void operatorSessions.delete(hash));
  }

  deleteBeyond(wallet: Address, kept: number): Promise<void> {
    return this.session.write(({ operatorSessions }) => {
      const latestFirst = [...operatorSessions.values()]
        .filter((each) => each.wallet === wallet)
        .sort((a, b) => b.expiresAt.getTime() - a.expiresAt.getTime() || (a.hash < b.hash ? 1 : -1));
      for (const { hash } of latestFirst.slice(kept)) operatorSessions.delete(hash);
    });
  }

  deleteExpired(now: Date): Promise<void> {
    return this.session.write(({ operatorSessions }) =>
      deleteWhere(operatorSessions, ({ expiresAt }) => expiresAt < now),
    );
  }
}

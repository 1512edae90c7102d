import { err, ok, type Result } from '../../domain/shared/result.js';
import type { AlreadyExists } from '../../ports/order-repository.js';
import type { SignedMessageLog } from '../../ports/signed-message-log.js';
import type { Session } from './tables.js';

export class InMemorySignedMessageLog implements SignedMessageLog {
  constructor(private readonly session: Session) {}

  insert(hash: string, expiresAt: Date): Promise<Result<void, AlreadyExists>> {
    const expiry = new Date(expiresAt);
    return this.session.write(({ signedMessages }) => {
      if (signedMessages.get(hash) !== undefined) return err({ kind: 'already-exists' });
      signedMessages.set(hash, expiry);
      return ok();
    });
  }

  deleteExpired(now: Date): Promise<void> {
    const limit = now.getTime();
    return this.session.write(({ signedMessages }) => {
      const expired = [...signedMessages.entries()].filter(([, expiry]) => expiry.getTime() < limit);
      for (const [hash] of expired) signedMessages.delete(hash);
    });
  }
}

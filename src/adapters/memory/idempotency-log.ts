import type { KeyEntry } from '../../domain/idempotency/kept-answer.js';
import { err, ok, type Result } from '../../domain/shared/result.js';
import type { IdempotencyLog } from '../../ports/idempotency-log.js';
import type { AlreadyExists, StaleVersion } from '../../ports/order-repository.js';
import type { Session, Tables } from './tables.js';

export class InMemoryIdempotencyLog implements IdempotencyLog {
  constructor(private readonly session: Session) {}

  insert(entry: KeyEntry): Promise<Result<void, AlreadyExists>> {
    const copy = structuredClone(entry);
    return this.session.write(({ idempotencyKeys }) => {
      if (idempotencyKeys.get(copy.id) !== undefined) return err({ kind: 'already-exists' });
      idempotencyKeys.set(copy.id, copy);
      return ok();
    });
  }

  find(id: string): Promise<KeyEntry | undefined> {
    return this.session.read(({ idempotencyKeys }) => structuredClone(idempotencyKeys.get(id)));
  }

  replace(known: KeyEntry, next: KeyEntry): Promise<Result<void, StaleVersion>> {
    const [before, copy] = [structuredClone(known), structuredClone(next)];
    return this.session.write((tables) => {
      if (!stillThere(tables, before)) return err({ kind: 'stale-version' });
      tables.idempotencyKeys.set(before.id, copy);
      return ok();
    });
  }

  delete(known: KeyEntry): Promise<void> {
    const before = structuredClone(known);
    return this.session.write((tables) => {
      if (stillThere(tables, before)) tables.idempotencyKeys.delete(before.id);
    });
  }

  deleteExpired(now: Date): Promise<void> {
    const limit = now.getTime();
    return this.session.write(({ idempotencyKeys }) => {
      const expired = [...idempotencyKeys.values()].filter(({ expiresAt }) => expiresAt.getTime() < limit);
      for (const { id } of expired) idempotencyKeys.delete(id);
    });
  }
}

function stillThere({ idempotencyKeys }: Tables, known: KeyEntry): boolean {
  const stored = idempotencyKeys.get(known.id);
  return (
    stored !== undefined &&
    stored.state === known.state &&
    stored.claimedAt.getTime() === known.claimedAt.getTime() &&
    stored.fingerprint === known.fingerprint
  );
}

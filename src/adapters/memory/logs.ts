import type { KeyEntry } from '../../domain/idempotency/idempotency.js';
import type { LoggedOrderEvent, OrderEvent } from '../../domain/order/events.js';
import type { OrderUuid } from '../../domain/order/ids.js';
import { err, ok, type Result } from '../../domain/shared/result.js';
import type { IdempotencyLog, SignedMessageLog } from '../../ports/request-logs.js';
import type { EndedOrder, EventOfOrder, OrderEventLog } from '../../ports/order-event-log.js';
import type { AlreadyExists, StaleVersion } from '../../ports/order-repository.js';
import { addToFeed } from './order-feed.js';
import { deleteWhere, type Session, type Tables } from './tables.js';

export class InMemoryOrderEventLog implements OrderEventLog {
  constructor(private readonly session: Session) {}

  begin(first: readonly EventOfOrder[]): Promise<void> {
    const copies = structuredClone(first);
    return this.session.write((tables) => {
      for (const { uuid } of copies)
        if (tables.events.get(uuid) !== undefined) throw new Error(`the log of order ${uuid} has begun`);
      for (const { uuid, event } of copies) addEvent(tables, uuid, event);
    });
  }

  append(...appended: readonly EventOfOrder[]): Promise<void> {
    const copies = structuredClone(appended);
    return this.session.write((tables) => {
      for (const { uuid, event } of copies) addEvent(tables, uuid, event);
    });
  }

  list(uuid: OrderUuid): Promise<readonly LoggedOrderEvent[]> {
    return this.session.read(({ events }) => events.get(uuid) ?? []);
  }

  listMany(uuids: readonly OrderUuid[]): Promise<ReadonlyMap<OrderUuid, readonly LoggedOrderEvent[]>> {
    return this.session.read(({ events }) => new Map(uuids.map((uuid) => [uuid, events.get(uuid) ?? []])));
  }

  listEnded({ after, until, limit }: Parameters<OrderEventLog['listEnded']>[0]): Promise<EndedOrder[]> {
    return this.session.read(({ events }) =>
      [...events.entries()]
        .flatMap(([uuid, log]) => log.map(({ type, at }) => ({ uuid: uuid as OrderUuid, type, at })))
        .filter(({ type }) => type === 'cancelled' || type === 'failed')
        .map(({ uuid, at }) => ({ uuid, at: new Date(at) }))
        .filter((ended) => byEnd(ended, after) > 0 && ended.at <= until)
        .sort(byEnd)
        .slice(0, limit),
    );
  }
}

function addEvent(tables: Tables, uuid: OrderUuid, event: OrderEvent): void {
  const before = tables.events.get(uuid) ?? [];
  const logged = { ...event, seq: before.length + 1 };
  tables.events.set(uuid, [...before, logged]);
  addToFeed(tables, uuid, logged);
}

const byEnd = (a: EndedOrder, b: EndedOrder): number =>
  a.at.getTime() - b.at.getTime() || (a.uuid < b.uuid ? -1 : a.uuid > b.uuid ? 1 : 0);

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
    return this.session.write(({ signedMessages }) => deleteWhere(signedMessages, (expiry) => expiry < now));
  }
}

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
    return this.session.read(({ idempotencyKeys }) => idempotencyKeys.get(id));
  }

  replace(known: KeyEntry, next: KeyEntry): Promise<Result<void, StaleVersion>> {
    const [before, copy] = [structuredClone(known), structuredClone(next)];
    return this.session.write((tables) => {
      if (!isCurrent(tables, before)) return err({ kind: 'stale-version' });
      tables.idempotencyKeys.set(before.id, copy);
      return ok();
    });
  }

  delete(known: KeyEntry): Promise<void> {
    const before = structuredClone(known);
    return this.session.write((tables) => {
      if (isCurrent(tables, before)) tables.idempotencyKeys.delete(before.id);
    });
  }

  deleteExpired(now: Date): Promise<void> {
    return this.session.write(({ idempotencyKeys }) =>
      deleteWhere(idempotencyKeys, ({ expiresAt }) => expiresAt < now),
    );
  }
}

function isCurrent({ idempotencyKeys }: Tables, known: KeyEntry): boolean {
  const stored = idempotencyKeys.get(known.id);
  return (
    stored !== undefined &&
    stored.state === known.state &&
    stored.claimedAt.getTime() === known.claimedAt.getTime() &&
    stored.fingerprint === known.fingerprint
  );
}

import { isDeepStrictEqual } from 'node:util';
import { InMemoryExecutionQueue } from '../../src/adapters/memory/execution-queue.js';
import { feedEnd, InMemoryOrderFeed } from '../../src/adapters/memory/order-feed.js';
import { InMemoryWatermarks } from '../../src/adapters/memory/watermarks.js';
import { InMemoryPlanReader } from '../../src/adapters/memory/plan-reader.js';
import { InMemoryTradeStore } from '../../src/adapters/memory/trade-store.js';
import { InMemoryPriceStore } from '../../src/adapters/memory/price-store.js';
import { Tables, type Rows, type Session } from '../../src/adapters/memory/tables.js';
import { repositories } from '../../src/adapters/memory/unit-of-work.js';
import {
  storedTogether,
  StorageFailure,
  type DisplacementKind,
  type FeedEvent,
  type StorageAccess,
  type StoragePorts,
  type Transaction,
  type UnitOfWork,
} from '../../src/ports/index.js';
import type { PriceRun } from '../../src/domain/price-series/price.js';
import { noting } from './price-path.js';
import { Overlay, type Change } from './layers.js';
import { Locks, type Holder } from './locks.js';
import { gated, labelled, type Site } from './site.js';

/** Changes of one commit, and the time at which its transaction began. */
export interface Commit {
  readonly by: string;
  readonly begun: number;
  readonly changes: readonly Change[];
}

interface Open extends Holder {
  readonly site: Site;
  readonly begun: number;
  readonly overlay: Overlay;
  isOver: boolean;
}

/**
 * Concurrency of transactions. `read-committed`: as in Postgres, they run concurrently, wait for rows that others have written, and
 * read committed values. `serial`: as in SQLite, only one writes at a time.
 */
export type Isolation = 'read-committed' | 'serial';

export const outage = (message: string) => new StorageFailure(message, '08006', true);

/** The database of all processes. Each call to it waits for its turn, may fail, and is lost if the calling process dies. */
export interface SharedDatabase {
  /** What is committed, as of the last step. */
  readonly committed: Tables;
  /** Number of commits, and of times it went back. */
  readonly version: number;
  /** Times it went back. */
  readonly epoch: number;
  /** The database as those who prepare a run see it: nothing fails. */
  readonly raw: Pick<StoragePorts, 'webhooks' | 'apiKeys' | 'rates'>;
  /** The storage that one process sees. */
  storageFor(site: Site): StorageAccess;
  /** Rolls back the transactions of a process that has died. */
  disconnect(site: Site): void;
  /**
   * Goes back by some commits, breaks every connection, and knows that it did: as a copy, or as another timeline of the same
   * database. Returns what was undone, the newest change first.
   */
  goBack(commits: number, as: DisplacementKind): readonly Change[];
}

/** A database in memory, with the isolation of one that is used in production. */
export class Database implements SharedDatabase {
  readonly committed = new Tables();
  readonly raw = repositories({
    read: async (query) => query(this.committed),
    write: async (change) => change(this.committed),
  });
  private readonly prices: InMemoryPriceStore;
  private readonly trades = new InMemoryTradeStore();
  version = 0;
  epoch = 0;
  private readonly journal: (readonly Change[])[] = [];
  private readonly locks = new Locks();
  private readonly open = new Set<Open>();
  private readonly feeds: { readonly site: Site; readonly feed: InMemoryOrderFeed }[] = [];

  constructor(
    private readonly isolation: Isolation,
    private readonly onCommit: (commit: Commit) => void,
    onRun: (run: PriceRun) => void,
  ) {
    this.prices = noting(new InMemoryPriceStore(), onRun);
  }

  storageFor(site: Site): StorageAccess {
    const session = this.sessionOf(site);
    const feed = comparing(new InMemoryOrderFeed(session));
    this.feeds.push({ site, feed });
    const prices = gated(this.prices, 'prices', site);
    const named = labelled(
      {
        ...repositories(session),
        feed,
        executionQueue: new InMemoryExecutionQueue(session),
        watermarks: new InMemoryWatermarks(session),
        plans: new InMemoryPlanReader(session),
      },
      session,
    );
    return storedTogether({
      ...named,
      unitOfWork: this.unitsOf(site),
      prices,
      priceArchive: prices,
      trades: this.trades,
    });
  }

  disconnect({ life }: Site): void {
    for (const each of this.open) if (each.site.life === life) this.end(each);
  }

  /** Prices stay. */
  goBack(commits: number, as: DisplacementKind): readonly Change[] {
    for (const each of [...this.open]) this.end(each);
    const undone = this.journal.splice(-commits).flat().reverse();
    for (const { table, key, before } of undone) {
      const rows: Rows<unknown> = this.committed[table];
      if (before === undefined) rows.delete(key);
      else rows.set(key, before);
    }
    this.committed.databaseHome.set('home', as);
    this.version += 1;
    this.epoch += 1;
    return undone;
  }

  private sessionOf(site: Site): Session & { label: string } {
    const session = {
      label: '',
      read: async <T>(query: (tables: Tables) => T): Promise<T> => {
        await this.arrive(site, session.label);
        const result = query(this.committed);
        await this.leave(site, session.label);
        return result;
      },
      write: async <T>(change: (tables: Tables) => T): Promise<T> => {
        const { label } = session;
        await this.arrive(site, label);
        const own = this.begin(site);
        try {
          if (this.isolation === 'serial') await this.lock(own, ['database']);
          const result = await this.change(own, change);
          this.commit(own);
          await this.leave(site, label);
          return result;
        } finally {
          this.end(own);
        }
      },
    };
    return session;
  }

  private unitsOf(site: Site): UnitOfWork {
    return {
      waitFor: (shared) => shared,
      run: async (work) => {
        await this.arrive(site, 'begin');
        const own = this.begin(site);
        try {
          if (this.isolation === 'serial') await this.lock(own, ['database']);
          const result = await work(this.transactionOf(own));
          if (!result.ok) return result;
          await this.arrive(site, 'commit');
          if (own.isOver) throw outage('the transaction is over');
          if (site.trouble('commit-refused')) throw outage('the database refuses to commit');
          this.commit(own);
          await this.leave(site, 'commit');
          if (site.trouble('commit-unheard')) throw outage('Connection terminated unexpectedly');
          return result;
        } finally {
          this.end(own);
        }
      },
    };
  }

  private transactionOf(own: Open): Transaction {
    const { site, overlay } = own;
    const alive = async (label: string) => {
      await this.arrive(site, `tx ${label}`);
      if (own.isOver) throw outage('the transaction is over');
    };
    const session: Session & { label: string } = {
      label: '',
      read: async (query) => {
        await alive(session.label);
        return query(overlay.tables);
      },
      write: async (change) => {
        await alive(session.label);
        return this.change(own, change);
      },
    };
    const lock = async (name: string) => {
      await alive(`lock ${name}`);
      await this.lock(own, [`lock ${name}`]);
    };
    return { ...labelled(repositories(session), session), lock };
  }

  /** Runs one statement. It waits for transactions that hold its rows, then reads these rows again. */
  private async change<T>(own: Open, change: (tables: Tables) => T): Promise<T> {
    for (;;) {
      const statement = new Overlay(own.overlay.tables);
      const result = change(statement.tables);
      const names = statement.locks();
      const other = this.locks.holderOf(names, own);
      if (other === undefined) {
        this.locks.take(names, own);
        statement.apply();
        return result;
      }
      await this.wait(own, other);
    }
  }

  private async lock(own: Open, names: readonly string[]): Promise<void> {
    for (;;) {
      const other = this.locks.holderOf(names, own);
      if (other === undefined) return this.locks.take(names, own);
      await this.wait(own, other);
    }
  }

  private async wait(own: Open, other: Holder): Promise<void> {
    await this.locks.waitFor(other, own);
    await own.site.turn('has waited');
    if (own.isOver) throw outage('the transaction is over');
  }

  private begin(site: Site): Open {
    const overlay = new Overlay(this.committed);
    const own: Open = { site, begun: this.version, overlay, held: new Set(), isOver: false };
    this.open.add(own);
    return own;
  }

  private commit(own: Open): void {
    const before = feedEnd(this.committed);
    own.overlay.rebase(before);
    const changes = own.overlay.apply();
    this.end(own);
    this.version += 1;
    this.journal.push(changes);
    this.onCommit({ by: own.site.life.name, begun: own.begun, changes });
    if (feedEnd(this.committed) > before) for (const each of this.feeds) void this.notify(each);
  }

  private async notify({ site, feed }: (typeof this.feeds)[number]): Promise<void> {
    await site.turn('notice');
    feed.notify();
  }

  private end(own: Open): void {
    if (own.isOver) return;
    own.isOver = true;
    this.open.delete(own);
    this.locks.free(own);
  }

  private async arrive(site: Site, label: string): Promise<void> {
    await site.turn(label);
    if (site.trouble('database-refuses')) throw outage('the database refuses');
  }

  /** Waits for the response to a statement that has taken effect; the response may be lost. */
  private async leave(site: Site, label: string): Promise<void> {
    const isLost = site.trouble('database-breaks');
    await site.turn(`${label} answered`);
    if (isLost) throw outage('Connection terminated unexpectedly');
  }
}

/** The feed of one process, which compares the newest event that it has seen, as with a database that can go back. */
function comparing(feed: InMemoryOrderFeed): InMemoryOrderFeed {
  let seen: FeedEvent | undefined;
  return Object.assign(feed, {
    isIntact: async () => {
      const there = seen && (await feed.lastUpTo(seen.position));
      if (!isDeepStrictEqual(there, seen)) return false;
      seen = await feed.lastUpTo(await feed.newest());
      return true;
    },
    restart: () => void (seen = undefined),
  });
}

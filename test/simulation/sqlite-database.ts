import { setImmediate } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import { openStorage, type Storage } from '../../src/adapters/typeorm/index.js';
import { Tables, type Rows } from '../../src/adapters/memory/tables.js';
import { groupName } from '../../src/domain/order/conditions/marks.js';
import type { OrderUuid } from '../../src/domain/order/ids.js';
import type { PriceRun } from '../../src/domain/price-series/price.js';
import type { Result } from '../../src/domain/shared/result.js';
import {
  storedTogether,
  type StorageAccess,
  type StoragePorts,
  type Transaction,
  type UnitOfWork,
} from '../../src/ports/index.js';
import { A_WALLET, ANOTHER_WALLET } from '../support/signing.js';
import { noting } from './price-path.js';
import { outage, type Commit, type SharedDatabase } from './database.js';
import type { Change, TableName } from './layers.js';
import { AT_ONCE, gated, wrap, type Method, type Site } from './site.js';

/**
 * The real adapter over SQLite in memory, which all processes share as the workers of one server do. A file would be read on
 * threads, whose answers no seed decides.
 */
export class SqliteDatabase implements SharedDatabase {
  committed = new Tables();
  version = 0;
  readonly epoch = 0;
  readonly raw: StorageAccess;
  /** The unit of work that was committed last, and those of its batch. */
  private units: { readonly by: string; readonly begun: number }[] = [];
  private isDirty = true;
  private openUnits = 0;
  private readonly waiting: (() => void)[] = [];
  /** Calls that have had their turn, and whose results are not there yet. */
  private underWay = 0;

  private constructor(
    private readonly storage: Storage,
    private readonly onCommit: (commit: Commit) => void,
    onRun: (run: PriceRun) => void,
  ) {
    this.raw = { ...storage.ports, prices: noting(storage.ports.prices, onRun) };
  }

  static async open(
    onCommit: (commit: Commit) => void,
    onRun: (run: PriceRun) => void,
  ): Promise<SqliteDatabase> {
    return new SqliteDatabase(await openStorage('sqlite::memory:'), onCommit, onRun);
  }

  storageFor(site: Site): StorageAccess {
    const ports = Object.entries(this.raw).map(([name, port]) => [
      name,
      // Marked for itself: each process has a storage of its own.
      wrap(Object.create(port as object) as object, (method) => {
        const call = ownMethod(port as object, method);
        return AT_ONCE.has(method) ? call : this.turns(site, `${name}.${method}`, call);
      }),
    ]);
    const storage = Object.fromEntries(ports) as unknown as StorageAccess;
    return storedTogether({ ...storage, unitOfWork: this.unitsOf(site) });
  }

  private turns(site: Site, label: string, call: Method): Method {
    return async (...args) => {
      await site.turn(label);
      if (site.trouble('database-refuses')) throw outage('the database refuses');
      const result = await this.running(() => call(...args) as Promise<unknown>);
      if (WRITES.test(label)) this.isDirty = true;
      const isLost = site.trouble('database-breaks');
      await site.turn(`${label} answered`);
      if (isLost) throw outage('Connection terminated unexpectedly');
      return result;
    };
  }

  disconnect(): void {}

  goBack(): readonly Change[] {
    throw new Error('a file of SQLite does not go back while processes use it');
  }

  /** Reads what was committed since, once no unit of work is open: all share a connection. */
  async refresh(): Promise<void> {
    // A commit takes a turn of the event loop. A unit of work that is open waits for a turn of the scheduler.
    do await setImmediate();
    while (this.underWay > 0 && this.openUnits === 0);
    if (this.openUnits > 0) return;
    if (this.isDirty) await this.look();
    this.waiting.shift()?.();
  }

  private async look(): Promise<void> {
    this.isDirty = false;
    const before = this.committed;
    this.committed = await this.read();
    const changes = NAMES.flatMap((table) => changesOf(table, before[table], this.committed[table]));
    if (changes.length === 0) return;
    this.version += 1;
    const units = this.units.splice(0);
    const begun = Math.min(this.version - 1, ...units.map((unit) => unit.begun));
    this.onCommit({ by: units.at(-1)?.by ?? '', begun, changes });
  }

  async close(): Promise<void> {
    await this.storage.close();
  }

  private unitsOf(site: Site): UnitOfWork {
    return {
      waitFor: (shared) => shared,
      run: async <T, E>(work: (storage: Transaction) => Promise<Result<T, E>>) => {
        await site.turn('begin');
        const died = () =>
          site.life.ended.then(() => {
            throw outage('the process has died');
          });
        const unit = async (storage: Transaction): Promise<Result<T, E>> => {
          const begun = this.version;
          const result = await work(this.inTurn(storage, site));
          if (!result.ok) return result;
          await site.turn('commit');
          if (site.trouble('commit-refused')) throw outage('the database refuses to commit');
          this.units.push({ by: site.life.name, begun });
          this.isDirty = true;
          return result;
        };
        // One after another, as on a file: what one has committed is looked at before the next one begins.
        while (this.openUnits > 0 || this.isDirty)
          await new Promise<void>((resolve) => this.waiting.push(resolve));
        this.openUnits += 1;
        const result = await this.running(() =>
          this.raw.unitOfWork.run((storage) => Promise.race([unit(storage), died()])),
        ).finally(() => (this.openUnits -= 1));
        await site.turn('commit answered');
        if (site.trouble('commit-unheard')) throw outage('Connection terminated unexpectedly');
        return result;
      },
    };
  }

  private async running<T>(call: () => Promise<T>): Promise<T> {
    this.underWay += 1;
    try {
      return await call();
    } finally {
      this.underWay -= 1;
    }
  }

  private inTurn(storage: Transaction, site: Site): Transaction {
    const lock = (name: string) => storage.lock(name);
    const inTurn = Object.entries({ ...storage, lock: {} }).map(([name, port]) => [
      name,
      gated(port, `tx ${name}`, site),
    ]);
    return { ...(Object.fromEntries(inTurn) as unknown as StoragePorts), lock };
  }

  private async read(): Promise<Tables> {
    const { raw } = this;
    const tables = new Tables();
    const uuids = new Set<OrderUuid>();
    for (const event of await raw.feed.read({ after: 0, limit: 100_000 })) {
      const { position: _position, uuid, ...logged } = event;
      uuids.add(uuid);
      tables.feed.set(String(event.position), event);
      tables.events.set(uuid, [...(tables.events.get(uuid) ?? []), logged]);
    }
    for (const uuid of uuids) {
      tables.orders.set(uuid, (await raw.orders.findById(uuid))!);
      for (const swap of await raw.swaps.listByOrder(uuid)) tables.swaps.set(swap.txid, swap);
    }
    const position = await raw.sendingSwitch.position();
    if (position !== undefined) tables.sendingSwitch.set('sending', position);
    const displaced = await raw.databaseHome.displaced();
    if (displaced !== undefined) tables.databaseHome.set('home', displaced.kind);
    for (const { address } of [A_WALLET, ANOTHER_WALLET]) {
      const timer = await raw.cancelTimers.find(address);
      if (timer !== undefined) tables.cancelTimers.set(address, timer);
    }
    for (const { group, marks } of await raw.watermarks.list()) tables.marks.set(groupName(group), marks);
    for (const alert of await raw.alerts.listByOwner(A_WALLET.address)) tables.alerts.set(alert.id, alert);
    for (const { id } of await raw.webhooks.listBehind(undefined, 10))
      for (const delivery of await raw.webhookDeliveries.list({ webhookId: id, limit: 100_000 }))
        tables.webhookDeliveries.set(delivery.id, delivery);
    return tables;
  }
}

/** The method as the port itself calls it: its private fields are on no object that is made of it. */
const ownMethod = (port: object, name: string): Method => (Reflect.get(port, name) as Method).bind(port);

/** Writes outside units of work to what is looked at. */
const WRITES =
  /^(sendingSwitch\.set|watermarks\.raise|cancelTimers\.delete(FiredBefore)?|alerts\.(update|delete|arm)|databaseHome\.(settle|displace)|swaps\.(insert|update))$/;
const NAMES = [
  'orders',
  'events',
  'swaps',
  'sendingSwitch',
  'databaseHome',
  'cancelTimers',
  'marks',
  'alerts',
] as const satisfies readonly TableName[];

function changesOf(table: TableName, before: Rows<unknown>, after: Rows<unknown>): Change[] {
  const gone = [...before.entries()].filter(([key]) => after.get(key) === undefined);
  const changed = [...after.entries()].filter(([key, row]) => !isDeepStrictEqual(before.get(key), row));
  return [
    ...gone.map(([key, row]) => ({ table, key, before: row, after: undefined })),
    ...changed.map(([key, row]) => ({ table, key, before: before.get(key), after: row })),
  ];
}

import { Tables, type Rows } from '../../src/adapters/memory/tables.js';

export type TableName = keyof Tables;

/** A row that was written, with its previous and its new value. */
export interface Change {
  readonly table: TableName;
  readonly key: string;
  readonly before: unknown;
  readonly after: unknown;
}

/** Rows written over those of a table. The layer leaves the table unchanged, but other transactions may change it meanwhile. */
class Layer<V> implements Rows<V> {
  readonly written = new Map<string, V | undefined>();

  constructor(private readonly below: Rows<V>) {}

  get(key: string): V | undefined {
    return this.written.has(key) ? this.written.get(key) : this.below.get(key);
  }

  set(key: string, value: V): void {
    this.written.set(key, value);
  }

  delete(key: string): void {
    this.written.set(key, undefined);
  }

  *entries(): Iterable<[string, V]> {
    for (const entry of this.below.entries()) if (!this.written.has(entry[0])) yield entry;
    for (const [key, value] of this.written) if (value !== undefined) yield [key, value];
  }

  *values(): Iterable<V> {
    for (const [, value] of this.entries()) yield value;
  }
}

const NAMES = Object.keys(new Tables()) as TableName[];

/** Tables whose rows are not locked: positions in the feed are assigned at the commit. */
const UNLOCKED: ReadonlySet<string> = new Set<TableName>(['feed', 'feedEnd']);

/** Tables of which each is made when it is first used. */
class LazyTables {
  constructor(readonly make: (name: TableName) => Layer<unknown>) {}
}
for (const name of NAMES)
  Object.defineProperty(LazyTables.prototype, name, {
    get(this: LazyTables) {
      return this.make(name);
    },
  });

/** Uncommitted writes over tables. A read sees what is committed at that moment (`READ COMMITTED`). */
export class Overlay {
  readonly tables: Tables;
  private readonly layers = new Map<TableName, Layer<unknown>>();

  constructor(private readonly below: Tables) {
    this.tables = new LazyTables((name) => this.layer(name)) as unknown as Tables;
  }

  private layer(name: TableName): Layer<unknown> {
    const known = this.layers.get(name);
    if (known !== undefined) return known;
    const layer = new Layer<unknown>(this.below[name]);
    this.layers.set(name, layer);
    return layer;
  }

  /** Locks on the rows that were written, as a database would take them. */
  locks(): readonly string[] {
    return [...this.layers].flatMap(([name, { written }]) =>
      UNLOCKED.has(name) ? [] : [...written.keys()].map((key) => `${name} ${key}`),
    );
  }

  /** Writes the changes to the tables below. */
  apply(): readonly Change[] {
    const changes: Change[] = [];
    for (const [table, { written }] of this.layers) {
      const rows: Rows<unknown> = this.below[table];
      for (const [key, after] of written) {
        changes.push({ table, key, before: rows.get(key), after });
        if (after === undefined) rows.delete(key);
        else rows.set(key, after);
      }
      written.clear();
    }
    return changes;
  }

  /** Numbers the appended events from the newest committed position on. */
  rebase(newest: number): void {
    const feed = this.layers.get('feed')?.written as Map<string, { position: number }> | undefined;
    if (feed === undefined) return;
    const events = [...feed.values()];
    feed.clear();
    events.forEach((event, n) => feed.set(String(newest + n + 1), { ...event, position: newest + n + 1 }));
    if (events.length > 0) this.tables.feedEnd.set('end', newest + events.length);
  }
}

import type { CallersPositions, CallersReads, PriceHistoryReads } from '../../../ports/index.js';
import {
  asCallerAt,
  parsePosition,
  runningCaller,
  Session,
  type Position,
  type Database,
  type Queries,
  type ScanKind,
  type Sql,
} from '../database/index.js';
import { TypeOrmOrderEventLog, TypeOrmOrderRepository, TypeOrmPlanReader } from '../orders/index.js';
import { isLongWindow, TypeOrmPriceStore } from '../prices/price-store.js';
import type { Replicas } from './replicas.js';

type Work<T> = (queries: Queries) => Promise<T>;

/** Reads that a replica may serve. */
class CallersSession extends Session {
  constructor(private readonly replicas: Replicas) {
    super();
  }

  read<T>(query: Work<T>): Promise<T> {
    return this.replicas.read((database) => database.read(query));
  }

  override scan<T>(kind: ScanKind, query: Work<T>, among?: Sql): Promise<T> {
    return this.replicas.scan((database) => database.scan(kind, query, among), among !== undefined);
  }

  write(): never {
    throw new Error('reads for callers write nothing');
  }
}

/** Past prices on replicas. Each database has a store of its own, since a store remembers what it has read. */
function pricesOn(replicas: Replicas): PriceHistoryReads {
  const stores = new WeakMap<Database, TypeOrmPriceStore>();
  const storeOf = (database: Database): TypeOrmPriceStore => {
    const store = stores.get(database) ?? new TypeOrmPriceStore(database);
    stores.set(database, store);
    return store;
  };
  const inWindow = <T>(from: number, to: number, work: (store: TypeOrmPriceStore) => Promise<T>) => {
    const run = (database: Database) => work(storeOf(database));
    return isLongWindow(from, to) ? replicas.scan(run, false) : replicas.read(run);
  };
  return {
    points: (token, from, to) => inWindow(from, to, (store) => store.points(token, from, to)),
    slots: (token, quote, from, to) => inWindow(from, to, (store) => store.slots(token, quote, from, to)),
    days: (token, quote, from, to) => replicas.read((on) => storeOf(on).days(token, quote, from, to)),
  };
}

export function readsOn(replicas: Replicas): CallersReads {
  const session = new CallersSession(replicas);
  return {
    orders: new TypeOrmOrderRepository(session),
    events: new TypeOrmOrderEventLog(session),
    plans: new TypeOrmPlanReader(session),
    prices: pricesOn(replicas),
  };
}

export const positionsOn = (replicas: Replicas): CallersPositions => ({
  during: (seen, work) => asCallerAt(parsePosition(seen), work),
  seen: () => runningCaller()?.seen?.toString(),
  newest: () => inTime(replicas.newest()),
  shown: () => inTime(replicas.raise()),
});

const inTime = (asked: Promise<Position>): Promise<string | undefined> =>
  asked.then(
    (position) => position.toString(),
    () => undefined,
  );

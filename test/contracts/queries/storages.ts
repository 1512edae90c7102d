import type { CallersReads, StorageAccess } from '../../../src/ports/index.js';
import { harnesses, type OpenedStorage } from '../../support/harnesses.js';
import { until } from '../../support/own-cluster.js';
import { keepRows, wipe } from '../../support/postgres.js';
import { startReplicated, type ReplicatedPostgres } from '../../support/replicated-postgres.js';

/** Storage whose reads are compared with a model. */
export interface QueriedStorage extends OpenedStorage {
  /** Where it is read. */
  readonly readers: readonly {
    readonly name: string;
    readonly ports: StorageAccess;
    readonly reads: CallersReads;
  }[];
  /** Resolves once each reader has everything that was written. */
  readonly caughtUp: () => Promise<void>;
}

/** Kind of storage, which opens a new, empty one for each set of stored things. */
export interface QueriedHarness {
  readonly name: string;
  open(): Promise<QueriedStorage>;
}

let cluster: Promise<ReplicatedPostgres> | undefined;

async function startCluster(): Promise<ReplicatedPostgres> {
  const { openStorage } = await import('../../../src/adapters/typeorm/index.js');
  const replicated = await startReplicated();
  await (await openStorage(replicated.url)).close();
  await keepRows(replicated.url);
  return replicated;
}

/** Postgres that is written on the primary, and read there, on the standby, and on the standby as a replica for callers. */
async function openReplicated(): Promise<QueriedStorage> {
  const { openStorage } = await import('../../../src/adapters/typeorm/index.js');
  const replicated = await (cluster ??= startCluster());
  const { url, standby: standbyServer } = replicated;
  const caughtUp = () => replicated.caughtUp();
  await wipe(url);
  await caughtUp();
  const [primary, standby] = [
    await openStorage(url, { replicas: [standbyServer.url] }),
    await openStorage(standbyServer.url),
  ];
  await until(async () => {
    await primary.replicas!.check();
    return primary.replicas!.standing().every(({ problem }) => problem === undefined);
  });
  return {
    ports: primary.ports,
    readers: [
      { name: 'the primary', ports: primary.ports, reads: primary.ports },
      { name: 'the standby', ports: standby.ports, reads: standby.ports },
      { name: 'the replica', ports: primary.ports, reads: primary.replicas!.callersReads },
    ],
    caughtUp,
    close: async () => {
      await standby.close();
      await primary.close();
    },
  };
}

/** Stops the servers of the replica. */
export const stopReplica = async () => (await cluster)?.remove();

/** Every storage adapter; Postgres has a streaming replica. */
export const queried: readonly QueriedHarness[] = [
  ...harnesses
    .filter(({ name }) => name !== 'postgres')
    .map((harness) => ({
      name: harness.name,
      open: async () => {
        const opened = await harness.open();
        const readers = [{ name: harness.name, ports: opened.ports, reads: opened.ports }];
        return { ...opened, readers, caughtUp: async () => {} };
      },
    })),
  { name: 'postgres and its replica', open: openReplicated },
];

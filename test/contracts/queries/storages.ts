import type { StorageAccess } from '../../../src/ports/index.js';
import { harnesses, type OpenedStorage } from '../../support/harnesses.js';
import { keepRows, wipe } from '../../support/postgres.js';
import { startReplicated, type ReplicatedPostgres } from '../../support/replicated-postgres.js';

/** A storage whose reads are compared with a model. */
export interface QueriedStorage extends OpenedStorage {
  /** Where it is read, which may be elsewhere than where it is written. */
  readonly reader: StorageAccess;
  /** Resolves once the reader has everything that was written. */
  readonly caughtUp: () => Promise<void>;
}

/** A new, empty storage for each set of stored things. */
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

/** Written on the primary, read on the standby. */
async function openReplica(): Promise<QueriedStorage> {
  const { openStorage } = await import('../../../src/adapters/typeorm/index.js');
  const replicated = await (cluster ??= startCluster());
  const { url, standbyUrl } = replicated;
  const caughtUp = () => replicated.caughtUp();
  await wipe(url);
  await caughtUp();
  const [written, read] = [await openStorage(url), await openStorage(standbyUrl)];
  return {
    ports: written.ports,
    reader: read.ports,
    caughtUp,
    close: async () => {
      await read.close();
      await written.close();
    },
  };
}

/** Stops the servers of the replica. */
export const stopReplica = async () => (await cluster)?.remove();

/** Every storage adapter, and a streaming replica of Postgres. */
export const queried: readonly QueriedHarness[] = [
  ...harnesses.map((harness) => ({
    name: harness.name,
    open: async () => {
      const opened = await harness.open();
      return { ...opened, reader: opened.ports, caughtUp: async () => {} };
    },
  })),
  { name: 'replica of postgres', open: openReplica },
];

import { setTimeout } from 'node:timers/promises';
import { DataSource } from 'typeorm';
import type { ReplicaStanding, StorageReplicas } from '../../../ports/index.js';
import { parseDatabaseUrl } from '../data-source.js';
import { engineOf, type Database } from '../database/index.js';
import { positionsOn, readsOn } from './callers-reads.js';
import { Replica, type OpenedDatabase } from './replica.js';
import { Replicas } from './replicas.js';

/** The replicas of the primary at these URLs. None is connected to before the first check. */
export const replicasOf = (
  primary: Database,
  urls: readonly string[],
  schema: string | undefined,
): Replicas =>
  new Replicas(
    primary,
    urls.map((url, n) => new Replica(n + 1, () => openAt(url, schema))),
  );

export const accessTo = (replicas: Replicas): StorageReplicas => ({
  callersReads: readsOn(replicas),
  positions: positionsOn(replicas),
  check: () => replicas.check(),
  standing: () => replicas.standing(),
  served: () => replicas.served,
  onChange: replicas.onChange,
});

async function openAt(url: string, schema: string | undefined): Promise<OpenedDatabase> {
  const dataSource = await new DataSource(parseDatabaseUrl(url, { schema })).initialize();
  const database = await engineOf(dataSource).open(dataSource, schema);
  return {
    database,
    close: async () => {
      await database.close();
      await dataSource.destroy();
    },
  };
}

/**
 * Looks at the replicas of the primary at a URL once. A replica that works, and soon has everything that the primary has now, has
 * no problem. Rejects if the primary cannot be opened.
 *
 * @example
 * const [first] = await inspectReplicas('postgres://primary/sluice', ['postgres://replica/sluice'], undefined);
 */
export async function inspectReplicas(
  primaryUrl: string,
  urls: readonly string[],
  schema: string | undefined,
): Promise<readonly ReplicaStanding[]> {
  const primary = await openAt(primaryUrl, schema);
  const replicas = replicasOf(primary.database, urls, schema);
  try {
    for (let look = 0; look < 10; look++) {
      await replicas.check();
      if (!replicas.standing().some(({ problem }) => problem === 'catching-up')) break;
      await setTimeout(200);
    }
    return replicas.standing();
  } finally {
    await replicas.close();
    await primary.close();
  }
}

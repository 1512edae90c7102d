import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { clusterOf, freePort, loadEmbeddedPostgres } from '../../test/support/global-setup.js';

/** Starts a Postgres of its own that, unlike that of the tests, writes each commit to the disk before it responds. */
export async function startDurablePostgres(): Promise<{ readonly url: string; remove(): Promise<void> }> {
  const folder = await mkdtemp(join(tmpdir(), 'sluice-bench-postgres-'));
  // As root, the server runs as another user, who needs access to its data.
  await chmod(folder, 0o755);
  const Postgres = await loadEmbeddedPostgres(folder);
  const port = await freePort();
  const server = clusterOf(Postgres, {
    databaseDir: join(folder, 'data'),
    port,
    settings: ['fsync=on'],
    onLine: () => {},
  });
  await server.initialise();
  await server.start();
  return {
    url: `postgres://sluice:sluice@127.0.0.1:${port}/postgres`,
    remove: async () => {
      await server.stop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

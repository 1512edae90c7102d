import type { Logger } from 'pino';
import { asOwnWork } from '../../adapters/typeorm/index.js';
import type { ReplicaProblem, StorageReplicas } from '../../ports/index.js';
import { repeat } from '../run/repeat.js';
import { databaseName } from './database-errors.js';

const CHECK_MS = 1_000;

/** Sentences about a replica that serves no reads, for logs and `/readyz`. */
export const PROBLEM_SENTENCES: Readonly<Record<ReplicaProblem, string>> = {
  unreachable: 'it does not respond',
  'not-a-standby': 'it is no standby: it was promoted, or never was one',
  foreign: 'it belongs to another cluster, or follows a history that a failover has ended',
  'catching-up': 'it has not replayed what the primary has',
  lagging: 'it lags by more than five seconds',
};

/**
 * Watches the replicas, and logs when one begins or ceases to serve reads. Resolves after the first check. The returned function
 * stops the watch.
 *
 * @param urls of the replicas, in the order of their numbers.
 */
export async function watchReplicas(
  replicas: StorageReplicas,
  { urls, log }: { readonly urls: readonly string[]; readonly log: Logger },
): Promise<() => Promise<void>> {
  const unsubscribe = replicas.onChange(({ replica, problem, lagMs }) => {
    const facts = { replica, database: databaseName(urls[replica - 1]!), lagMs };
    if (problem === undefined) log.info(facts, 'a replica serves reads');
    else if (problem === 'catching-up') log.info(facts, 'a replica is catching up');
    else log.warn({ ...facts, reason: PROBLEM_SENTENCES[problem] }, 'a replica serves no reads');
  });
  await asOwnWork(() => replicas.check());
  for (const { replica, problem } of replicas.standing())
    if (problem === 'unreachable')
      log.warn({ replica, database: databaseName(urls[replica - 1]!) }, 'a replica does not respond');
  const onError = (error: unknown) => log.error({ err: error }, 'the replicas could not be checked');
  const stop = asOwnWork(() => repeat(() => replicas.check(), { pauseMs: CHECK_MS, onError }));
  return async () => {
    unsubscribe();
    await stop();
  };
}

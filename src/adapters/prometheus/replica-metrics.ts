import { Counter, Gauge, type Registry } from 'prom-client';

/** Readers of the replicas' state. */
export interface ReplicaReaders {
  readonly standing: () => readonly {
    readonly replica: number;
    readonly problem?: string;
    readonly lagMs: number;
  }[];
  /** Number of reads for callers that each kind of server has served. */
  readonly served: () => Readonly<Record<'replica' | 'primary', number>>;
}

/**
 * Registers metrics of the replicas, read on every scrape.
 *
 * @example
 * const { replicas } = await openStorage('postgres://primary/sluice', { replicas: ['postgres://replica/sluice'] });
 * if (replicas !== undefined) replicaMetrics(openMetrics().registry, replicas);
 */
export function replicaMetrics(registry: Registry, { standing, served }: ReplicaReaders): void {
  const registers = [registry];
  const labelNames = ['replica'];
  new Gauge({
    name: 'sluice_replica_in_use',
    help: 'Whether the replica serves reads (1) or not (0), by its number in DATABASE_READ_URL',
    labelNames,
    aggregator: 'min',
    registers,
    collect() {
      for (const { replica, problem } of standing()) this.set({ replica }, problem === undefined ? 1 : 0);
    },
  });
  new Gauge({
    name: 'sluice_replica_lag_seconds',
    help: 'Time since the first thing that the replica lacks was on the primary',
    labelNames,
    aggregator: 'max',
    registers,
    collect() {
      for (const { replica, lagMs } of standing()) this.set({ replica }, lagMs / 1000);
    },
  });
  new Counter({
    name: 'sluice_replica_reads_total',
    help: 'Reads for callers that a replica may serve, by the server that served them: replica or primary',
    labelNames: ['server'],
    registers,
    collect() {
      this.reset();
      for (const [server, reads] of Object.entries(served())) this.inc({ server }, reads);
    },
  });
}

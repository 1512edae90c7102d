import { Gauge, type Registry } from 'prom-client';

/** Where the state is read from when the metrics are fetched. */
export interface StateReaders {
  /** How many orders there are, by status. */
  readonly orders: () => Promise<Readonly<Record<string, number>>>;
  /** Seconds since prices were last recorded; undefined before the first time. */
  readonly recorderAge: () => Promise<number | undefined>;
  /** Is told that the state could not be read: its gauges are then absent, the others are not. */
  readonly onError: (error: unknown) => void;
}

/** Gauges of what is in the database, read anew each time that somebody fetches them. */
export function stateMetrics(registry: Registry, { orders, recorderAge, onError }: StateReaders): void {
  const registers = [registry];
  new Gauge({
    name: 'sluice_orders',
    help: 'Orders by status',
    labelNames: ['status'],
    registers,
    async collect() {
      this.reset();
      const counts = await orders().catch(onError);
      for (const [status, count] of Object.entries(counts ?? {})) this.set({ status }, count);
    },
  });
  new Gauge({
    name: 'sluice_recorder_age_seconds',
    help: 'Time since prices were last recorded, by whichever process',
    registers,
    async collect() {
      this.remove();
      const age = await recorderAge().catch(onError);
      if (age !== undefined) this.set(age);
    },
  });
}

import { DataSource } from 'typeorm';

export interface PoolLimits {
  /** Maximum number of connections. */
  readonly max: number;
  /** Milliseconds, with the driver's names. */
  readonly connectionTimeoutMillis: number;
  readonly statement_timeout: number;
  /** Time after which an unused connection is closed; 0 for never. */
  readonly idleTimeoutMillis?: number;
}

/** Further connections to the database of a data source. They are opened on first use. */
export class PostgresPool {
  private opened: Promise<DataSource> | undefined;

  constructor(
    private readonly source: DataSource,
    private readonly limits: PoolLimits,
  ) {}

  async dataSource(): Promise<DataSource> {
    this.opened ??= this.open();
    try {
      return await this.opened;
    } catch (error) {
      this.opened = undefined;
      throw error;
    }
  }

  async close(): Promise<void> {
    // If the pool did not open, it has no connections to close.
    const opened = await this.opened?.catch(() => undefined);
    await opened?.destroy();
  }

  private open(): Promise<DataSource> {
    const { options } = this.source;
    if (options.type !== 'postgres') throw new Error(`${options.type} is not Postgres`);
    // An embedder's data source runs its own statements when it opens; they must not run again.
    const onceOnly = { migrations: [], subscribers: [], synchronize: false, dropSchema: false };
    const extra = { ...(options.extra as object | undefined), ...this.limits };
    return new DataSource({ ...options, ...onceOnly, migrationsRun: false, extra }).initialize();
  }
}

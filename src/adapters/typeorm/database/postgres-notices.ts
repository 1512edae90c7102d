import { randomUUID } from 'node:crypto';
import type { ClientBase, Notification } from 'pg';
import type { QueryRunner } from 'typeorm';
import type { PostgresPool } from './postgres-pool.js';

/** Time (ms) within which all appends cause a single notice to other processes. */
const NOTICE_MS = 20;
/** Delay between losing a connection and opening the next, ms. Each failure doubles it, up to the maximum. */
const RECONNECT_MS = [1_000, 30_000] as const;

/**
 * Notifies other processes on the same database that order events were committed, and listens for their notices on a connection
 * of its own. A notice is sent after the commit, by a separate statement: within the transaction it would make every commit wait
 * for the previous one. If a notice is lost, other processes see the events only when they poll.
 */
export class PostgresNotices {
  /** Distinguishes this process's notices from those of others. */
  private readonly sender = randomUUID();
  private pending: NodeJS.Timeout | undefined;
  private sending: Promise<void> = Promise.resolve();
  private listening: Promise<QueryRunner> | undefined;
  private reconnecting: NodeJS.Timeout | undefined;
  private failures = 0;
  private isClosed = false;

  /**
   * @param pool pool of the one connection that listens.
   * @param channel a name without quotes.
   * @param send sends a notice on any connection.
   */
  constructor(
    private readonly pool: PostgresPool,
    private readonly channel: string,
    private readonly send: (channel: string, payload: string) => Promise<void>,
    private readonly heard: () => void,
  ) {}

  /** Sends a notice soon. */
  announce(): void {
    this.pending ??= setTimeout(() => {
      this.pending = undefined;
      // A lost notice does no harm, since readers in other processes also poll.
      this.sending = this.send(this.channel, this.sender).catch(() => undefined);
    }, NOTICE_MS).unref();
  }

  /** Listens until `close`; starts again soon if the connection is lost. */
  listen(): void {
    if (this.listening !== undefined || this.isClosed) return;
    const listening = this.open(() => this.lose(listening));
    this.listening = listening;
    listening.then(
      () => {
        this.failures = 0;
        // Something may have been appended while no connection listened.
        this.heard();
      },
      () => this.lose(listening),
    );
  }

  /** Ends the connection. A pending notice is not sent. */
  async close(): Promise<void> {
    this.isClosed = true;
    clearTimeout(this.pending);
    clearTimeout(this.reconnecting);
    // If the connection did not open, there is nothing to return.
    const runner = await this.listening?.catch(() => undefined);
    if (runner !== undefined && !runner.isReleased) {
      await this.leave(runner);
      await runner.release();
    }
    await this.sending;
    await this.pool.close();
  }

  private async open(lost: () => void): Promise<QueryRunner> {
    const runner = (await this.pool.dataSource()).createQueryRunner();
    try {
      const client = (await runner.connect()) as ClientBase;
      client.on('notification', this.onNotice);
      client.once('end', lost);
      await runner.query(`LISTEN ${this.channel}`);
      return runner;
    } catch (error) {
      await runner.release();
      throw error;
    }
  }

  /** Stops listening, and leaves nothing in the connection, which may be borrowed. */
  private async leave(runner: QueryRunner): Promise<void> {
    const client = (await runner.connect()) as ClientBase;
    client.off('notification', this.onNotice);
    // A connection that has just been lost no longer listens.
    await runner.query(`UNLISTEN ${this.channel}`).catch(() => undefined);
  }

  private readonly onNotice = ({ channel, payload }: Notification): void => {
    if (channel === this.channel && payload !== this.sender) this.heard();
  };

  private lose(lost: Promise<QueryRunner>): void {
    if (this.listening !== lost) return;
    this.listening = undefined;
    // A lost connection is returned too, so that the pool forgets it.
    void lost.then((runner) => runner.release()).catch(() => undefined);
    if (this.isClosed) return;
    const [first, last] = RECONNECT_MS;
    const wait = Math.min(first * 2 ** this.failures++, last);
    this.reconnecting = setTimeout(() => this.listen(), wait).unref();
  }
}

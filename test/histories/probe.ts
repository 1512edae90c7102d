import { setTimeout } from 'node:timers/promises';
import { Client } from 'pg';
import { before } from '../../src/adapters/typeorm/database/index.js';

/** Pause between two commits, ms. */
const PAUSE_MS = 250;
/** Time from which a commit is slow, ms. Servers end a request after 4,500 ms. */
const SLOW_MS = 1_000;
/** Time after which a commit has failed, ms. */
const LIMIT_MS = 10_000;
/** Processor time of a calculation, ms. */
const WORK_MS = 20;
/** How much longer a calculation takes than its processor time on a machine that has too little of it. */
const STARVED = 2;

/** Time in which a plain client was not served, in milliseconds of one clock. */
export interface Stall {
  readonly from: number;
  readonly to: number;
}

/**
 * Plain client of a database, which commits and calculates again and again. If it is not served in time, neither is a server: the
 * database is gone, or the machine has no time for it.
 */
export class Probe {
  readonly stalls: Stall[] = [];
  private isOver = false;
  private running: Promise<void> | undefined;

  start(url: string): void {
    this.running = this.run(url);
  }

  async stop(): Promise<void> {
    this.isOver = true;
    await this.running;
  }

  private async run(url: string): Promise<void> {
    let client: Client | undefined;
    while (!this.isOver) {
      const from = performance.now();
      try {
        client ??= await connect(url);
        await before(LIMIT_MS, client.query(`SELECT pg_logical_emit_message(true, 'probe', '')`), () => {});
      } catch {
        // The database is gone, or does not respond.
        client?.end().catch(() => {});
        client = undefined;
      }
      const isSlow = client === undefined || performance.now() - from > SLOW_MS;
      const isStarved = slowdown() > STARVED;
      await setTimeout(PAUSE_MS);
      if (isSlow || isStarved) this.stalls.push({ from, to: performance.now() });
    }
    await client?.end();
  }
}

async function connect(url: string): Promise<Client> {
  const client = new Client({ connectionString: url, connectionTimeoutMillis: LIMIT_MS });
  // A connection that breaks rejects what waits for it.
  client.on('error', () => {});
  await client.connect();
  return client;
}

/** Time that a calculation takes, divided by its processor time. */
function slowdown(): number {
  const [from, used] = [performance.now(), process.cpuUsage()];
  for (;;) {
    const { user, system } = process.cpuUsage(used);
    const usedMs = (user + system) / 1_000;
    if (usedMs >= WORK_MS) return (performance.now() - from) / usedMs;
  }
}

import { setTimeout } from 'node:timers/promises';
import type { Market } from '../../bench/attack/wallets.js';
import { LoadCalls, MIXES } from '../../bench/support/load-calls.js';
import { drawerOf } from '../../bench/support/load-run.js';
import { ThinConnection } from '../../bench/support/thin-connection.js';
import type { Exchange } from '../support/exchange.js';
import type { TestChain } from '../support/test-chain.js';
import type { Outage } from './recorder.js';

const CONNECTIONS = 8;
/** Owners of API keys. */
const HOLDERS = 12;
/** Rest of a connection after each call, ms. The machine is shared by clients, servers and databases. */
const REST_MS = 50;
/** Rest after a connection that was refused or lost, as a proxy takes to try the next server. */
const NEXT_MS = 20;

/** Answers to the calls of a load. */
export interface LoadRecord {
  /** Number of responses by kind and status. */
  readonly answers: Readonly<Record<string, number>>;
  /** Calls that lost their connection, and were sent again to another server. */
  readonly sentAgain: number;
  readonly outages: readonly Outage[];
  /** The uuids of orders that a server has acknowledged. */
  readonly placed: ReadonlySet<string>;
  readonly cancelled: ReadonlySet<string>;
}

/** Calls of an exchange, mixed as `npm run load` mixes them, to several servers. */
export class Load {
  private readonly answers: Record<string, number> = {};
  private readonly outages: Outage[] = [];
  private readonly placed = new Set<string>();
  private readonly cancelled = new Set<string>();
  private sentAgain = 0;
  private turn = 0;

  private constructor(
    private readonly hosts: readonly Exchange[],
    private readonly calls: LoadCalls,
  ) {}

  /** @param orders number of orders that may be placed; more are placed again. */
  static async prepare(hosts: readonly Exchange[], { devnet }: TestChain, orders: number): Promise<Load> {
    const market: Market = { ...devnet.registry, accounts: devnet.accounts };
    return new Load(hosts, await LoadCalls.prepare(hosts[0]!.sluice().url, market, orders, HOLDERS));
  }

  /** Sends calls on several connections until it is over. */
  async run(isOver: () => boolean): Promise<LoadRecord> {
    await Promise.all(Array.from({ length: CONNECTIONS }, () => this.client(isOver)));
    const { answers, sentAgain, outages, placed, cancelled } = this;
    return { answers, sentAgain, outages, placed, cancelled };
  }

  private async client(isOver: () => boolean): Promise<void> {
    const draw = drawerOf(MIXES.mixed);
    let connection: ThinConnection | undefined;
    while (!isOver()) {
      const kind = draw();
      const request = this.calls.next(kind);
      for (let status = 0; status === 0 && !isOver();) {
        const from = performance.now();
        try {
          connection ??= await ThinConnection.open(this.nextPort());
          status = await connection.send(request);
        } catch {
          // The server was killed, or is not there yet.
          connection = undefined;
          this.sentAgain++;
          await setTimeout(NEXT_MS);
          continue;
        }
        this.note(`${kind} ${status}`, request, from);
      }
      await setTimeout(REST_MS);
    }
    connection?.close();
  }

  private note(name: string, request: string, from: number): void {
    this.answers[name] = (this.answers[name] ?? 0) + 1;
    if (/ 5\d\d$/.test(name)) this.outages.push({ name, from, to: performance.now() });
    if (!name.endsWith(' 200')) return;
    const placed = /"uuid":"([^"]+)"/.exec(request)?.[1];
    const cancelled = /\/orders\/([^/ ]+)\/cancel /.exec(request)?.[1];
    if (placed !== undefined) this.placed.add(placed);
    if (cancelled !== undefined) this.cancelled.add(cancelled);
  }

  private nextPort(): number {
    const { url } = this.hosts[this.turn++ % this.hosts.length]!.sluice();
    return Number(new URL(url).port);
  }
}

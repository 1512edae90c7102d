import { setInterval, setTimeout } from 'node:timers/promises';
import { openStorage, type Storage } from '../../src/adapters/typeorm/index.js';
import type { OrderUuid } from '../../src/domain/order/ids.js';
import type { ContractId } from '../../src/domain/shared/contract-id.js';
import { Random } from '../simulation/random.js';
import type { Exchange } from '../support/exchange.js';
import { isFailure, play, type Played, type Stage } from './chaos.js';
import { inTime } from './ending.js';
import { Load, type LoadRecord } from './load.js';
import { PriceClock } from './price-clock.js';
import { Probe, type Stall } from './probe.js';

/** Length of a run, and how often it kills one process of each kind. */
export interface Length {
  readonly seed: number;
  readonly seconds: number;
  readonly killEverySeconds: number;
}

/** What happened to the fleet. */
export interface Disturbed {
  readonly kills: number;
  /** Processes that ended before they served, for want of their database, and were started again. */
  readonly failedStarts: number;
  readonly load: LoadRecord;
  /** From the primary's death until the processes have had a few seconds to find the new primary, in milliseconds of one clock. */
  readonly promotion: Readonly<Record<'from' | 'promoted' | 'to', number>>;
  /** Times in which a plain client was not served, also after the load. */
  readonly stalls: readonly Stall[];
  readonly prices: PriceRecord;
  /** Uuids of the load's orders that are not stored as a server has acknowledged. */
  readonly lost: readonly string[];
}

/** Price runs that were due, were stored, and were logged as recorded. */
export interface PriceRecord {
  /** Unix seconds, like the others. */
  readonly due: readonly number[];
  readonly stored: readonly number[];
  readonly logged: readonly number[];
  /** Differences between the aggregates and the prices. */
  readonly differences: number;
}

const KINDS = ['api', 'executor', 'recorder'] as const;
const FLEET = ['api', 'api', 'api', 'executor,webhooks', 'executor,webhooks', 'recorder', 'recorder'];
const STREAMS = 3;
/** Upper bound on the load's new orders, each second. */
const ORDERS_PER_SECOND = 10;
const REST_MS = 1_000;
const BLOCK_MS = 500;
/** Longest pause of the replica, ms, and the share of a short run that a pause is. */
const REPLICA_PAUSE_MS = 10_000;
const REPLICA_PAUSE_SHARE = 0.4;
/** Time that processes have to find the new primary, ms. */
const AFTER_PROMOTION_MS = 5_000;
/** Longest time from a grid point to the death of a recorder, ms: they look for it each second. */
const RECORDING_MS = 1_500;

const MOST_STARTS = 5;
/** Rest between two starts of a process, ms. */
const RESTART_MS = 1_000;

/** Plays a run of three api processes, two executors and two recorders. */
export async function playFleet(length: Length): Promise<Played<Disturbed>> {
  const { seed, seconds, killEverySeconds } = length;
  const clock = new PriceClock(Math.ceil(seconds / killEverySeconds) - 1);
  const probe = new Probe();
  try {
    return await play({
      seed,
      processes: FLEET.map((roles) => ({
        SLUICE_ROLES: roles,
        ...(roles === 'recorder' && clock.settings),
      })),
      hasReplica: true,
      streams: STREAMS,
      restMs: REST_MS,
      disturb: async (stage) => {
        probe.start(stage.postgres.url);
        const disturbed = await new Disturbance(stage, clock, length).run();
        return { ...disturbed, stalls: probe.stalls };
      },
    });
  } finally {
    await probe.stop();
    clock.remove();
  }
}

class Disturbance {
  private readonly random: Random;
  private readonly logs: (readonly string[])[] = [];
  private kills = 0;
  private failedStarts = 0;
  private hasFailed = false;

  constructor(
    private readonly stage: Stage,
    private readonly clock: PriceClock,
    private readonly length: Length,
  ) {
    this.random = new Random(length.seed);
  }

  async run(): Promise<Omit<Disturbed, 'stalls'>> {
    const { hosts, chain } = this.stage;
    const load = await Load.prepare(hosts, chain, this.length.seconds * ORDERS_PER_SECOND);
    let isMining = true;
    const mining = this.mine(() => !isMining);
    try {
      return await this.disturb(load);
    } finally {
      isMining = false;
      await mining;
    }
  }

  private async disturb(load: Load): Promise<Omit<Disturbed, 'stalls'>> {
    const { postgres, replicaLink, recorder } = this.stage;
    const { seconds, killEverySeconds } = this.length;
    const from = performance.now();
    const isOver = () => this.hasFailed || performance.now() - from > seconds * 1_000;
    const pauseMs = Math.min(REPLICA_PAUSE_MS, REPLICA_PAUSE_SHARE * seconds * 1_000);
    const after = (part: number) => setTimeout(part * seconds * 1_000);
    const parts = [
      load.run(isOver),
      after(0.45).then(() => this.promote()),
      after(0.1).then(async () => {
        const resume = await postgres.replica!.pauseReplay();
        await setTimeout(pauseMs);
        await resume();
      }),
      after(0.75).then(async () => {
        replicaLink!.hang(true);
        await setTimeout(pauseMs);
        replicaLink!.hang(false);
      }),
      this.strikeEach(killEverySeconds * 1_000, isOver),
    ] as const;
    const [loaded, promotion] = await Promise.all(parts).catch(async (error: unknown) => {
      this.hasFailed = true;
      await Promise.allSettled(parts);
      throw error;
    });
    recorder.surprises.push(...this.logs.flat().filter(isFailure));
    const storage = await openStorage(postgres.url);
    try {
      const { kills, failedStarts } = this;
      const [prices, lost] = [await this.readPrices(storage), await lostOf(loaded, storage)];
      return { kills, failedStarts, load: loaded, promotion, prices, lost };
    } finally {
      await storage.close();
    }
  }

  private async promote(): Promise<Disturbed['promotion']> {
    const from = performance.now();
    await this.stage.postgres.failOver();
    const promoted = performance.now();
    return { from, promoted, to: promoted + AFTER_PROMOTION_MS };
  }

  private async mine(isOver: () => boolean): Promise<void> {
    for await (const _tick of setInterval(BLOCK_MS)) {
      if (isOver()) return;
      await this.stage.chain.control('/mine', { blocks: 1 });
    }
  }

  private async strikeEach(ms: number, isOver: () => boolean): Promise<void> {
    for await (const _tick of setInterval(ms)) {
      if (isOver()) return;
      this.clock.step();
      await Promise.all(KINDS.map((kind) => this.kill(kind)));
    }
  }

  /** Kills one process of the kind and starts it again; a recorder while the run of a new grid point may be under way. */
  private async kill(kind: (typeof KINDS)[number]): Promise<void> {
    const { random } = this;
    const victim = random.pick(this.ofKind(kind));
    if (kind === 'recorder') await setTimeout(random.below(RECORDING_MS));
    this.logs.push(victim.sluice().log);
    await victim.end('SIGKILL');
    this.kills++;
    await setTimeout(random.below(500));
    await this.start(victim);
  }

  /** Starts a process as a service manager does: again if it ends at once, for want of its database. */
  private async start(victim: Exchange): Promise<void> {
    for (let left = MOST_STARTS; ; left--) {
      try {
        return await victim.start();
      } catch (error) {
        if (left === 1) throw error;
        this.failedStarts++;
        await setTimeout(RESTART_MS);
      }
    }
  }

  private ofKind(kind: string): readonly Exchange[] {
    return this.stage.exchanges.filter((_, n) => FLEET[n]!.startsWith(kind));
  }

  private async readPrices({ ports: { prices, priceArchive } }: Storage): Promise<PriceRecord> {
    const { chain, exchanges } = this.stage;
    const sbtc = String(chain.devnet.registry.sbtc) as ContractId;
    const due = this.clock.seconds;
    const read = async () => (await prices.points(sbtc, 0, 1e10)).map(({ time }) => time);
    await inTime(async () => (await read()).includes(due.at(-1)!));
    const { differences } = await priceArchive.check();
    const lines = [...this.logs, ...exchanges.map((exchange) => exchange.sluice().log)].flat();
    return {
      due,
      stored: await read(),
      logged: lines.flatMap(recordedIn),
      differences: differences.length,
    };
  }
}

async function lostOf({ placed, cancelled }: LoadRecord, { ports }: Storage): Promise<readonly string[]> {
  const lost: string[] = [];
  for (const uuid of placed) {
    const order = await ports.orders.findById(uuid as OrderUuid);
    if (order === undefined || (cancelled.has(uuid) && order.status !== 'cancelled')) lost.push(uuid);
  }
  return lost;
}

/** Times of runs that a line says are recorded. */
function recordedIn(line: string): readonly number[] {
  if (!line.includes('"prices recorded"')) return [];
  const { at } = JSON.parse(line) as { readonly at: string };
  return [Date.parse(at) / 1_000];
}

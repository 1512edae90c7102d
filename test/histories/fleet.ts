import { setInterval, setTimeout } from 'node:timers/promises';
import { openStorage, type Storage } from '../../src/adapters/typeorm/index.js';
import type { OrderUuid } from '../../src/domain/order/ids.js';
import type { ContractId } from '../../src/domain/shared/contract-id.js';
import { Random } from '../simulation/random.js';
import type { Exchange } from '../support/exchange.js';
import { play, type Played, type Stage } from './chaos.js';
import { inTime } from './ending.js';
import type { StreamLine } from './history.js';
import { Load, type LoadRecord } from './load.js';
import { PriceClock } from './price-clock.js';
import { Probe, type Stall } from './probe.js';
import type { Outage } from './recorder.js';

/** Length of a run, and how often it kills one process of each kind. */
export interface Length {
  readonly seed: number;
  readonly seconds: number;
  readonly killEverySeconds: number;
}

/** What happened to the fleet. */
export interface Disturbed {
  readonly kills: number;
  readonly load: LoadRecord;
  /** From the primary's death until the processes have had a few seconds to find the new primary, in milliseconds of one clock. */
  readonly promotion: Readonly<Record<'from' | 'promoted' | 'to', number>>;
  /** Times in which a plain client was not served. */
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
const REPLICA_PAUSE_MS = 10_000;
/** Time that processes have to find the new primary, ms. */
const AFTER_PROMOTION_MS = 5_000;
/** Longest time from a grid point to the death of a recorder, ms: they look for it each second. */
const RECORDING_MS = 1_500;

/** Plays a run of three api processes, two executors and two recorders. */
export async function playFleet(length: Length): Promise<Played<Disturbed>> {
  const { seed, seconds, killEverySeconds } = length;
  const clock = new PriceClock(Math.ceil(seconds / killEverySeconds) - 1);
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
      disturb: (stage) => new Disturbance(stage, clock, length).run(),
    });
  } finally {
    clock.remove();
  }
}

class Disturbance {
  private readonly random: Random;
  private readonly logs: (readonly string[])[] = [];
  private kills = 0;

  constructor(
    private readonly stage: Stage,
    private readonly clock: PriceClock,
    private readonly length: Length,
  ) {
    this.random = new Random(length.seed);
  }

  async run(): Promise<Disturbed> {
    const { hosts, chain, postgres, replicaLink } = this.stage;
    const { seconds, killEverySeconds } = this.length;
    const load = await Load.prepare(hosts, chain, seconds * ORDERS_PER_SECOND);
    const from = performance.now();
    const isOver = () => performance.now() - from > seconds * 1_000;
    const after = (part: number) => setTimeout(part * seconds * 1_000);
    const probe = new Probe(postgres.url);
    const [loaded, promotion] = await Promise.all([
      load.run(isOver),
      after(0.45).then(() => this.promote()),
      after(0.1).then(async () => {
        const resume = await postgres.replica!.pauseReplay();
        await setTimeout(REPLICA_PAUSE_MS);
        await resume();
      }),
      after(0.75).then(async () => {
        replicaLink!.hang(true);
        await setTimeout(REPLICA_PAUSE_MS);
        replicaLink!.hang(false);
      }),
      probe.run(isOver),
      this.mine(isOver),
      this.strikeEach(killEverySeconds * 1_000, isOver),
    ]);
    const storage = await openStorage(postgres.url);
    try {
      const { kills } = this;
      const [prices, lost] = [await this.readPrices(storage), await lostOf(loaded, storage)];
      return { kills, load: loaded, promotion, stalls: probe.stalls, prices, lost };
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
    await victim.start();
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

/** What the run breaks apart from orders and streams; empty if nothing. */
export function violationsOfFleet({ disturbed, recorder }: Played<Disturbed>): readonly string[] {
  const { load, promotion, prices, lost } = disturbed;
  const { due, stored, logged, differences } = prices;
  const excuses = [promotion, ...disturbed.stalls];
  const isExcused = ({ from, to }: Outage) =>
    excuses.some((excuse) => to >= excuse.from && from <= excuse.to);
  return [
    ...lost.map((uuid) => `${uuid} was acknowledged, and is lost`),
    ...[...recorder.outages, ...load.outages]
      .filter((outage) => !isExcused(outage))
      .map(({ name, from, to }) => {
        const since = (ms: number) => ((ms - promotion.from) / 1_000).toFixed(1);
        return `${name}, asked ${since(from)} s and answered ${since(to)} s after the primary died`;
      }),
    ...due.filter((time) => !stored.includes(time)).map((time) => `no prices of ${time}`),
    ...stored
      .filter((time, n) => !due.includes(time) || stored.indexOf(time) !== n)
      .map((time) => `prices of ${time} are one too many`),
    ...logged
      .filter((time, n) => logged.indexOf(time) !== n)
      .map((time) => `prices of ${time} were recorded twice`),
    ...(differences > 0 ? [`${differences} aggregates of prices are wrong`] : []),
  ];
}

/** What a run has done, in numbers. */
export function countsOf({
  disturbed,
  recorder,
  orders,
  feed,
  followers,
  deliveries,
  stored,
}: Played<Disturbed>): object {
  const { kills, load, promotion, prices } = disturbed;
  const calls = orders.flatMap((order) => order.calls);
  const lines = followers.flatMap((follower) => follower.lines);
  const streamed = (kind: StreamLine['kind']) => lines.filter((line) => line.kind === kind).length;
  const ended = stored.map(({ status }) => String(status));
  return {
    kills,
    stallsMs: Math.round(disturbed.stalls.reduce((sum, { from, to }) => sum + to - from, 0)),
    promotionMs: Math.round(promotion.promoted - promotion.from),
    orders: countBy(ended),
    calls: calls.length,
    unknown: calls.filter(({ to }) => to === Infinity).length,
    events: feed.length,
    streamed: streamed('order'),
    connections: streamed('opened'),
    resyncs: streamed('resync'),
    messages: deliveries.flatMap(({ messages }) => messages).length,
    priceRuns: prices.stored.length,
    loadOrders: load.placed.size,
    loadCancels: load.cancelled.size,
    sentAgain: load.sentAgain,
    outages: recorder.outages.length + load.outages.length,
    load: load.answers,
    answers: recorder.answers,
  };
}

const countBy = (words: readonly string[]): Readonly<Record<string, number>> =>
  words.reduce<Record<string, number>>(
    (counts, word) => ({ ...counts, [word]: (counts[word] ?? 0) + 1 }),
    {},
  );

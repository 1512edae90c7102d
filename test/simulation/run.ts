import { feedEnd } from '../../src/adapters/memory/order-feed.js';
import { LAST_ACT, type Act } from './acts.js';
import { Actors } from './actors.js';
import type { Defect } from './defect.js';
import type { Violation } from './inspector.js';
import type { Plan } from './plan.js';
import { SqliteDatabase } from './sqlite-database.js';
import { World, type StorageKind } from './world.js';

/** Result of one run. */
export interface Outcome {
  readonly violation: Violation | undefined;
  readonly steps: number;
  /** Hash of the trace: the same for equal runs. */
  readonly traceHash: string;
  /** Number of times that each act and each fault occurred. */
  readonly counts: Map<string, number>;
}

export interface RunOptions {
  /** Defect that is built in on purpose. */
  readonly defect?: Defect | undefined;
  /** By default a model in memory. */
  readonly storage?: StorageKind | undefined;
  /** Called with every line of the trace. */
  readonly onNote?: ((line: string) => void) | undefined;
}

const BLOCK_MS = 20_000;
/** Time between the last act and the end of the faults. */
const REST_MS = 60_000;
/** Number of blocks at the end, more than a block needs to be final, so that everything under way is settled. */
const LAST_BLOCKS = 14;
/** Within so many, no order is under way at some block: an order that waits is tried less and less often. */
const MOST_BLOCKS = 60;
/** Greatest number of steps. A run that takes more is considered endless. */
const MOST_STEPS = 200_000;
/** Share of the steps at which time passes although calls could continue. */
const LATE = 0.01;

/** Lets all microtasks run: Node processes the next tick once none is left. */
const quiet = (): Promise<void> => new Promise((resolve) => process.nextTick(resolve));

/** Runs a plan until everything is settled, or until an invariant is violated. Equal plans give equal runs. */
export async function run(
  plan: Plan,
  { defect, onNote, storage = 'memory' }: RunOptions = {},
): Promise<Outcome> {
  const world = new World(plan, defect, onNote);
  await world.open(storage);
  const restore = world.time.install();
  try {
    const steps = await live(world, plan);
    return { violation: world.inspector.violation, steps, traceHash: world.traceHash, counts: world.counts };
  } finally {
    restore();
    if (world.database instanceof SqliteDatabase) {
      // An open unit of work would keep the connection.
      for (const { life } of world.processes.values()) life.die();
      await world.database.close();
    }
  }
}

async function live(world: World, plan: Plan): Promise<number> {
  const { time, scheduler, inspector, chain, random, processes } = world;
  const actors = new Actors(world);
  /** Of operators, who bring what they have begun to its end. */
  const works: Promise<unknown>[] = [];
  let steps = 0;

  const until = async (isOver: () => boolean): Promise<void> => {
    for (; steps < MOST_STEPS; steps++) {
      await quiet();
      if (world.database instanceof SqliteDatabase) await world.database.refresh();
      inspector.look();
      if (inspector.violation !== undefined || isOver()) return;
      const isLate = !scheduler.isIdle && random.chance(LATE);
      if (scheduler.isIdle || isLate) time.advance();
      else world.note(scheduler.step());
    }
    inspector.stuck(`not over after ${steps} steps`);
  };
  /** Lets other calls continue until the work is done. */
  const during = async (work: Promise<unknown>): Promise<void> => {
    let isDone = false;
    const done = () => void (isDone = true);
    work.then(done, (error: unknown) => {
      world.noteError(error);
      done();
    });
    await until(() => isDone);
  };

  /** Mines blocks without faults until every swap is final. */
  const calm = async () => {
    for (let n = 0; n < LAST_BLOCKS || (n < MOST_BLOCKS && isUnderWay(world)); n++) {
      await time.sleep(BLOCK_MS);
      chain.mine();
      inspector.touch();
      world.note('block');
    }
  };

  world.moveMarket(1);
  await actors.register();
  for (const process of processes.values()) process.start();
  const last = Math.max(LAST_ACT, ...plan.acts.map(({ at }) => at));
  const end = time.now + last * 1000 + REST_MS;
  const mine = () => {
    if (random.chance(0.9)) chain.mine();
    inspector.touch();
    world.note('block');
    if (time.now < end) time.set(mine, BLOCK_MS);
  };
  time.set(mine, BLOCK_MS);
  for (const { at, act } of plan.acts)
    time.set(() => {
      world.note(`${act.do} ${JSON.stringify(act)}`);
      world.count(act.do);
      inspector.touch();
      const work = perform(act, world, actors);
      if (act.do === 'database goes back') works.push(work);
    }, at * 1000);
  void actors.follow(45_000);
  await until(() => time.now >= end);
  if (inspector.violation !== undefined) return steps;

  world.note('faults end');
  world.replicas.mend();
  for (const process of processes.values()) process.mend();
  await during(Promise.all(works));
  await during(actors.setSwitch(false));
  await during(calm());
  if (inspector.violation !== undefined) return steps;
  // The executors go on while the stream is read for the last time.
  const newest = feedEnd(world.database.committed);
  await during(actors.readStream());
  if (inspector.violation === undefined) inspector.finished(world.database.committed, newest, time.now);
  return steps;
}

const isUnderWay = ({ database }: World): boolean =>
  [...database.committed.orders.values()].some(
    (order) => order.status === 'broadcasted' || (order.status === 'open' && order.sending !== undefined),
  );

async function perform(act: Act, world: World, actors: Actors): Promise<void> {
  const { chain, processes, replicas } = world;
  switch (act.do) {
    case 'place':
      return actors.place(act.n, act.order);
    case 'batch':
      return actors.placeBatch(act.from, act.order);
    case 'bracket':
      return actors.placeBracket(act);
    case 'replace':
      return actors.replace(act.n, act.target);
    case 'move stop':
      return actors.moveStop(act);
    case 'trail':
      return actors.prices.trail(act);
    case 'move trail':
      return actors.prices.moveTrail(act);
    case 'alert':
      return actors.prices.addAlert(act);
    case 'rearm':
    case 'forget alert':
      return actors.prices.changeAlert(act);
    case 'cancel':
      return actors.cancel(act.n);
    case 'execute':
      return actors.execute(act.n);
    case 'cancel all':
      return actors.cancelAll();
    case 'cancel after':
      return actors.cancelAfter(act.n, act.seconds);
    case 'wallet':
      return actors.leave(act.n, act.leaves);
    case 'requests':
      return actors.requests(act.times);
    case 'database goes back':
      if (world.database instanceof SqliteDatabase) return undefined;
      world.goBack(act.commits, act.as, act.restMs);
      return act.as === 'backup' ? actors.reconcile() : undefined;
    case 'pause':
      await actors.setSwitch(true);
      await world.time.sleep(act.ms);
      return actors.setSwitch(false);
    case 'move market':
      return world.moveMarket(act.usd, act.thin);
    case 'kill':
      return processes.get(act.process)!.dieAfter(act.turns, act.restMs);
    case 'stall':
      return processes.get(act.process)!.stallAfter(act.turns, act.ms);
    case 'clock jumps':
      return processes.get(act.process)!.setClock(act.ms);
    case 'trouble':
      return processes.get(act.process)!.arm(act.kind, act.times);
    case 'orphan':
      return chain.orphan(act.blocks, act.lost);
    case 'foreign transaction':
      return actors.mineForeign(act.n);
    case 'drop': {
      const pending = chain.pending();
      return pending.length > 0 ? chain.drop(pending[act.n % pending.length]!) : undefined;
    }
    case 'resurface':
      return chain.resurface(act.n);
    case 'replica ages':
      return void (replicas.ages[act.replica] = act.blocks);
    case 'index lags':
      return void (replicas.indexLag = act.blocks);
    case 'account runs dry': {
      const { address } = chain.signers[act.n % chain.signers.length]!;
      return void (chain.dry.delete(address) || chain.dry.add(address));
    }
  }
}

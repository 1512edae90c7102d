import { createCore, type Core } from '../../src/application/core.js';
import { startAlerts } from '../../src/apps/run/alert-work.js';
import { startDatabaseWatch } from '../../src/apps/run/database-work.js';
import { startExecution } from '../../src/apps/run/execution-work.js';
import { refuseForeignChain } from '../../src/apps/run/foreign-chain.js';
import {
  startActivityLog,
  startBlockFollower,
  startMaintenance,
  startTimers,
} from '../../src/apps/run/housekeeping.js';
import { SILENT, type Log } from '../../src/apps/run/log.js';
import { startListRefresh, startRecorder } from '../../src/apps/run/price-work.js';
import { startWebhooks } from '../../src/apps/run/webhook-work.js';
import { StorageFailure } from '../../src/ports/index.js';
import type { ProcessName } from './acts.js';
import { Life } from './scheduler.js';
import type { Site, Trouble } from './site.js';
import type { World } from './world.js';

/** Interval of background loops, ms. It is longer than the server's, so that runs are short. */
const LOOK_MS = 60_000;
/** Interval at which executors look at the timers of owners, ms. */
const TIMER_MS = 5_000;
/** Interval at which recorders look at alerts, ms. */
const ALERTS_MS = 20_000;

/** A process of the server: it does the work of its role, may die at any await, and starts again from what is stored. */
export class Process implements Site {
  life: Life;
  core!: Core;
  /** Difference between its clock and the world's, ms. */
  skewMs = 0;
  /** Time since which it has been this large. */
  skewedAt = -Infinity;
  startedAt = -Infinity;
  /** Time until which none of its calls continues, ms. */
  private stalledUntil = 0;
  /** Number of turns after which it stalls. */
  private turnsToStall = Infinity;
  private stallMs = 0;
  /** Number of turns after which it dies. */
  turnsLeft = Infinity;
  private restMs = 0;
  private readonly armed = new Map<Trouble, number>();

  constructor(
    readonly name: ProcessName,
    private readonly world: World,
  ) {
    this.life = new Life(name);
  }

  turn(label: string): Promise<void> {
    const { life, world } = this;
    const stallMs = this.stalledUntil - world.time.now;
    return stallMs > 0 && !life.isOver
      ? world.time.sleep(stallMs).then(() => world.scheduler.turn(life, label))
      : world.scheduler.turn(life, label);
  }

  trouble(kind: Trouble): boolean {
    const left = this.armed.get(kind) ?? 0;
    if (left === 0) return false;
    this.armed.set(kind, left - 1);
    this.world.count(kind);
    return true;
  }

  arm(kind: Trouble, times: number): void {
    this.armed.set(kind, times);
  }

  stallAfter(turns: number, ms: number): void {
    [this.turnsToStall, this.stallMs] = [turns + 1, ms];
  }

  dieAfter(turns: number, restMs: number): void {
    [this.turnsLeft, this.restMs] = [turns + 1, restMs];
  }

  die(restMs = this.restMs): void {
    const { world } = this;
    if (this.life.isOver) return;
    this.life.die();
    world.scheduler.drop(this.life);
    world.database.disconnect(this);
    world.count('kill');
    world.note(`${this.name} dies`);
    world.time.set(() => this.start(), restMs);
  }

  /** Starts the process as `backgroundModule` does, one worker after another. */
  start(): void {
    this.life = new Life(this.name);
    this.startedAt = this.world.time.now;
    this.life.onTurn = () => {
      if (--this.turnsToStall === 0) this.stalledUntil = this.world.time.now + this.stallMs;
      if (--this.turnsLeft > 0) return true;
      this.die();
      return false;
    };
    [this.turnsLeft, this.turnsToStall, this.stalledUntil] = [Infinity, Infinity, 0];
    this.armed.clear();
    const ports = this.world.portsFor(this.site());
    this.core = createCore(ports, this.world.settings);
    this.boot(this.core, ports.clock).catch((error: unknown) => this.world.noteError(error));
  }

  setClock(skewMs: number): void {
    if (skewMs === this.skewMs) return;
    [this.skewMs, this.skewedAt] = [skewMs, this.world.time.now];
  }

  mend(): void {
    this.armed.clear();
    [this.turnsLeft, this.turnsToStall, this.stalledUntil] = [Infinity, Infinity, 0];
    this.setClock(0);
  }

  /** Connection of the present life to the world: calls that it began do not continue in the next life. */
  private site(): Site {
    const { life } = this;
    return {
      life,
      turn: (label) => (life.isOver ? new Promise(() => {}) : this.turn(label)),
      trouble: (kind) => this.trouble(kind),
    };
  }

  private async boot(core: Core, clock: Parameters<typeof startDatabaseWatch>[1]['clock']): Promise<void> {
    const log: Log = { ...SILENT, error: (facts) => 'err' in facts && this.world.noteError(facts.err) };
    const options = { clock, log, intervalMs: LOOK_MS };
    const role = this.name.split('-')[0];
    await startDatabaseWatch(core.database, options);
    if (role === 'executor' && this.world.hasTimers)
      await startTimers(core.maintenance, { log, intervalMs: TIMER_MS });
    startMaintenance(core.maintenance, { log });
    startActivityLog(core.apiKeys, options);
    if (role === 'api') {
      startBlockFollower(core.market, options);
      await startListRefresh(core.prices, { clock, log, checkEveryMs: LOOK_MS });
    }
    if (role === 'executor') {
      await refuseForeignChain(core.execution, { log, isDevnet: false });
      await startExecution(core.execution, { clock, log, intervalMs: LOOK_MS / 3 });
    }
    if (role === 'recorder') {
      if (this.world.hasAlerts) startAlerts(core.alerts, { log, intervalMs: ALERTS_MS });
      await startRecorder(core.prices, { clock, log, checkEveryMs: LOOK_MS });
    }
    if (role === 'webhooks') startWebhooks(core.webhooks.sending, options);
  }
}

/** Whether an injected fault explains the error. */
export const isExpected = (error: unknown): boolean =>
  error instanceof AggregateError
    ? error.errors.every(isExpected)
    : error instanceof StorageFailure && (error.isOutage || error.code === '40P01');

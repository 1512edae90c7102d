import { TWO_SUBNETS } from '../support/brackets.js';
import { fixedSource } from '../../src/adapters/btc-oracle/index.js';
import { createSignatureVerifier } from '../../src/adapters/stacks/signatures/signature-verifier.js';
import { NodeHasher } from '../../src/adapters/system/index.js';
import type { CoreSettings } from '../../src/application/settings.js';
import type { ContractId } from '../../src/domain/shared/contract-id.js';
import type { PriceRun } from '../../src/domain/price-series/price.js';
import { err } from '../../src/domain/shared/result.js';
import { quoteHop } from '../../src/domain/vault/kinds.js';
import type { Reserves } from '../../src/domain/vault/vault.js';
import type { Clock, Ports, SignatureVerifier, SwapPlan } from '../../src/ports/index.js';
import { AN_OPERATOR, SECOND_OPERATOR, T0 } from '../support/builders.js';
import { POOL, reserves, SIDE_POOL, StubLiquidity, UNGUARDED } from '../support/core-harness.js';
import { A_WALLET, ANOTHER_WALLET, TEST_ORIGIN } from '../support/signing.js';
import { PROCESSES, type ProcessName } from './acts.js';
import { Database, type Commit, type SharedDatabase } from './database.js';
import type { Defect } from './defect.js';
import { Ends } from './ends.js';
import { Exchange } from './exchange.js';
import { History } from './history.js';
import { Inspector, type Limits } from './inspector.js';
import type { Change } from './layers.js';
import type { Plan } from './plan.js';
import { isExpected, Process } from './process.js';
import { PricePath } from './price-path.js';
import { Random } from './random.js';
import { receiver } from './receiver.js';
import { Replicas } from './replicas.js';
import { Scheduler } from './scheduler.js';
import { gated, type Site } from './site.js';
import { SqliteDatabase } from './sqlite-database.js';
import { VirtualTime } from './virtual-time.js';

/** The real adapter over SQLite, or a model of a database's isolation. */
export const STORAGES = ['memory', 'sqlite'] as const;
export type StorageKind = (typeof STORAGES)[number];

/** Limits so low that the few orders of a run reach them. */
const TIGHT = {
  ownerFailures: 1,
  quotas: { openOrders: 3, dailyOrders: 5 },
  limits: { maxFeesPerHourUstx: 15_000n, maxHourlyUsd: 12 },
} as const;

/** Reserves of a thin pool, units: a whole WELSH, so that a trade for a dollar moves the price. */
const THIN_UNITS = 1_000_000n;

/** Time within which an attempt ends, ms. It may have begun before its process's clock was set. */
const ATTEMPT_MS = 90_000;
/** Time within which calls end that began before the database went back, ms. */
const LOSS_MS = 90_000;

/** All processes, with the database, the chain and the time that they share. */
export class World {
  readonly random: Random;
  readonly time = new VirtualTime(T0.getTime());
  readonly path = new PricePath(() => this.time.now);
  readonly scheduler: Scheduler;
  readonly chain: Exchange;
  readonly ends = new Ends(T0);
  readonly replicas: Replicas;
  database!: SharedDatabase;
  readonly liquidity = new StubLiquidity();
  readonly history = new History();
  readonly inspector: Inspector;
  readonly processes: ReadonlyMap<ProcessName, Process>;
  readonly counts = new Map<string, number>();
  private readonly limits: Limits = {
    ownerInFlight: 2,
    ...(this.plan.isTight ? TIGHT : { ownerFailures: 1_000, quotas: {}, limits: {} }),
  };
  readonly settings: Partial<CoreSettings> = {
    origins: () => [TEST_ORIGIN],
    stuckAfterMs: 120_000,
    finalBlocks: 8,
    ...UNGUARDED,
    ...this.limits,
    ...this.defect?.settings,
  };
  private readonly reserves = new Map<ContractId, Reserves>();
  private wentBackAt = -Infinity;
  /** FNV-1a of each line so far: of tens of thousands a run, so a faster one than the library's. */
  private trace = 0x811c_9dc5 | 0;

  /** Whether an owner arms a timer in this run. */
  get hasTimers(): boolean {
    return this.plan.acts.some(({ act }) => act.do === 'cancel after');
  }

  /** Whether an owner has alerts in this run. */
  get hasAlerts(): boolean {
    return this.plan.acts.some(({ act }) => act.do === 'alert');
  }

  constructor(
    private readonly plan: Plan,
    private readonly defect: Defect | undefined,
    private readonly onNote: ((line: string) => void) | undefined,
  ) {
    this.random = new Random(plan.schedule);
    this.scheduler = new Scheduler(this.random);
    const accounts = [AN_OPERATOR, SECOND_OPERATOR].slice(0, plan.accounts);
    const wallets = [A_WALLET.address, ANOTHER_WALLET.address];
    this.chain = new Exchange(accounts, wallets, (swap) => this.amountOut(swap));
    const processOf = (name: string) => this.processes.get(name as ProcessName);
    this.inspector = new Inspector(this.history, this.chain, this.limits, this.path, {
      now: () => this.time.now,
      isClockRight: (name) => {
        const { skewMs = 0, skewedAt = -Infinity } = processOf(name) ?? {};
        return skewMs === 0 && this.time.now - skewedAt > ATTEMPT_MS;
      },
      hasJumped: (role) =>
        [...this.processes.values()].some(
          ({ name, skewedAt }) => name.startsWith(role) && skewedAt > -Infinity,
        ),
      isClockSteady: (name) => this.time.now - (processOf(name)?.skewedAt ?? -Infinity) > ATTEMPT_MS,
      areCallsSince: (name, time) =>
        (processOf(name)?.startedAt ?? -Infinity) > time || this.time.now > time + LOSS_MS,
    });
    this.replicas = new Replicas(this.chain, this, (raw, txid, by) =>
      this.inspector.sending({ raw, txid, by }),
    );
    this.processes = new Map(PROCESSES.map((name) => [name, new Process(name, this)]));
  }

  /** Opens the database. Call it once, before anything else. */
  async open(storage: StorageKind): Promise<void> {
    const onCommit = (commit: Commit) => {
      this.note(`commit ${this.database.version} by ${commit.by}`);
      for (const change of commit.changes) this.onNote?.(`           ${lineOf(change)}`);
      this.inspector.committed(commit, this.database.committed);
    };
    const onRun = (run: PriceRun) => this.path.note(run);
    this.database =
      storage === 'sqlite'
        ? await SqliteDatabase.open(onCommit, onRun)
        : new Database(this.plan.isolation, onCommit, onRun);
  }

  /** Adds a line to the trace, whose hash shows whether two runs are the same. */
  note(line: string): void {
    for (let n = 0; n < line.length; n++)
      this.trace = Math.imul(this.trace ^ line.charCodeAt(n), 0x0100_0193);
    this.onNote?.(`${((this.time.now - T0.getTime()) / 1000).toFixed(3).padStart(9)}  ${line}`);
  }

  get traceHash(): string {
    return (this.trace >>> 0).toString(16).padStart(8, '0');
  }

  count(what: string): void {
    this.counts.set(what, (this.counts.get(what) ?? 0) + 1);
  }

  noteError(error: unknown): void {
    if (isExpected(error) || this.hasLost(error)) return;
    this.inspector.touch();
    this.history.errors.push(error instanceof Error ? (error.stack ?? error.message) : String(error));
  }

  /** Whether a call misses what was there before the database went back, while it ran. */
  private hasLost(error: unknown): boolean {
    if (error instanceof AggregateError)
      return error.errors.every((each) => isExpected(each) || this.hasLost(each));
    const isRecent = this.time.now < this.wentBackAt + LOSS_MS;
    return isRecent && error instanceof Error && /(is not stored|cannot be found)$/.test(error.message);
  }

  moveMarket(usd: number, isThin = false): void {
    for (const pool of [POOL, SIDE_POOL]) {
      const deep = pool === POOL ? 1_000_000_000_000n : 1_000_000_000n;
      const size = isThin ? THIN_UNITS : deep;
      this.reserves.set(pool, reserves(size, (size * BigInt(Math.round(usd * 1_000))) / 1_000n));
      this.liquidity.held.set(pool, this.reserves.get(pool)!);
    }
  }

  /** What the vaults of a swap give for it now. */
  private amountOut({ route, terms }: SwapPlan): bigint {
    return route.hops.reduce<bigint>(
      (amount, { vault, opcode }) =>
        quoteHop(vault, this.reserves.get(vault.contractId), opcode, amount)?.dy ?? 0n,
      terms.amountIn,
    );
  }

  /** The database goes back by some commits. A backup is restored while no process runs. */
  goBack(commits: number, as: 'backup' | 'standby', restMs: number): void {
    if (as === 'backup') for (const process of this.processes.values()) process.die(restMs);
    this.wentBackAt = this.time.now;
    const undone = this.database.goBack(commits, as === 'backup' ? 'restored' : 'went-back');
    this.inspector.wentBack(undone, this.database.committed);
  }

  /** Ports with which a process is started. */
  portsFor(site: Site): Ports {
    const process = this.processes.get(site.life.name as ProcessName);
    const clock: Clock = { now: () => new Date(this.time.now + (process?.skewMs ?? 0)) };
    const ports: Ports = {
      ...this.database.storageFor(site),
      clock,
      hasher: HASHER,
      secrets: { bytes: (count) => this.random.bytes(count) },
      signatures: SIGNATURES,
      registry: { current: () => TWO_SUBNETS },
      liquidity: gated(this.liquidity, 'liquidity', site, (method) =>
        method !== 'readPoolFees' && site.trouble('chain-silent') ? SILENT : undefined,
      ),
      ...this.replicas.viewFor(site),
      ends: this.ends.logFor(site),
      signers: site.life.name.startsWith('recorder') ? [] : this.chain.signers,
      btcSources: [fixedSource(100_000, clock)],
      webhookSender: receiver(site, this.history),
      executionObserver: {
        observe: (event) => void (event.kind === 'invariant-violated' && this.inspector.reported(event)),
      },
      webhookObserver: {
        observe: (event) => void (event.kind === 'webhook-attempt-lost' && this.noteError(event.error)),
      },
    };
    const record: Ports['prices']['record'] = async (run) => {
      this.history.offered.push(run);
      const recorded = await observed.prices.record(run);
      if (recorded.ok) this.history.recorded.push(run);
      return recorded;
    };
    const observed = this.defect?.ports?.(ports, this) ?? ports;
    return {
      ...observed,
      prices: Object.assign(Object.create(observed.prices) as Ports['prices'], { record }),
    };
  }
}

/** A change, as a reader of the trace needs it. */
function lineOf({ table, key, after }: Change): string {
  const { status, state, nonce, orderUuid, sending, ending, type } = (after ?? {}) as Record<
    string,
    string | bigint | undefined
  >;
  const facts = [status ?? state ?? type, nonce, orderUuid, sending, ending];
  return `  ${table} ${key} ${facts.filter((fact) => fact !== undefined).join(' ')}`;
}

export const HASHER = new NodeHasher();
const SILENT = err({ kind: 'chain-unreachable', reason: 'no answer' } as const);

const VERIFIER = createSignatureVerifier();
const signers = new Map<string, ReturnType<SignatureVerifier['orderSigner']>>();

/** Verifier that remembers the signers: runs place the same orders, and recovering a signer's key dominates the run time. */
const SIGNATURES: SignatureVerifier = {
  ...VERIFIER,
  orderSigner: (order, signature) => {
    const key = `${Object.values(order).join()} ${signature}`;
    if (!signers.has(key)) signers.set(key, VERIFIER.orderSigner(order, signature));
    return signers.get(key);
  },
};

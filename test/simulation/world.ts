import { createHash } from 'node:crypto';
import { fixedSource } from '../../src/adapters/btc-oracle/index.js';
import { InMemoryTokenBalances } from '../../src/adapters/memory/index.js';
import { createSignatureVerifier } from '../../src/adapters/stacks/signatures/signature-verifier.js';
import { NodeHasher } from '../../src/adapters/system/index.js';
import type { CoreSettings } from '../../src/application/settings.js';
import { err } from '../../src/domain/shared/result.js';
import type { Clock, Ports, SignatureVerifier } from '../../src/ports/index.js';
import { AN_OPERATOR, SECOND_OPERATOR, T0 } from '../support/builders.js';
import { BlockChain } from '../support/block-chain.js';
import { A_REGISTRY, POOL, reserves, SIDE_POOL, StubLiquidity, UNGUARDED } from '../support/core-harness.js';
import { TEST_ORIGIN } from '../support/signing.js';
import { Database } from './database.js';
import type { Defect } from './defects.js';
import { History } from './history.js';
import { Inspector } from './inspector.js';
import { PROCESSES, type Plan, type ProcessName } from './plan.js';
import { isExpected, Process } from './process.js';
import { Random } from './random.js';
import { receiver } from './receiver.js';
import { Replicas } from './replicas.js';
import { Scheduler } from './scheduler.js';
import { gated, type Site } from './site.js';
import { VirtualTime } from './virtual-time.js';

/** Greatest number of swaps that an owner may have under way. */
const OWNER_IN_FLIGHT = 2;

/** All processes, with the database, the chain and the time that they share. */
export class World {
  readonly random: Random;
  readonly time = new VirtualTime(T0.getTime());
  readonly scheduler: Scheduler;
  readonly chain: BlockChain;
  readonly replicas: Replicas;
  readonly database: Database;
  readonly liquidity = new StubLiquidity();
  readonly history = new History();
  readonly inspector: Inspector;
  readonly processes: ReadonlyMap<ProcessName, Process>;
  readonly counts = new Map<string, number>();
  readonly settings: Partial<CoreSettings> = {
    origins: () => [TEST_ORIGIN],
    ownerInFlight: OWNER_IN_FLIGHT,
    stuckAfterMs: 120_000,
    finalBlocks: 8,
    ...UNGUARDED,
    ...this.defect?.settings,
  };
  private readonly trace = createHash('sha256');

  constructor(
    plan: Plan,
    private readonly defect: Defect | undefined,
    private readonly onNote: ((line: string) => void) | undefined,
  ) {
    this.random = new Random(plan.schedule);
    this.scheduler = new Scheduler(this.random);
    this.chain = new BlockChain([AN_OPERATOR, SECOND_OPERATOR].slice(0, plan.accounts));
    this.inspector = new Inspector(this.history, this.chain, OWNER_IN_FLIGHT);
    this.database = new Database(plan.isolation, (commit) => {
      this.note(`commit ${this.database.version} by ${commit.by}`);
      this.inspector.committed(commit, this.database.committed);
    });
    this.replicas = new Replicas(this.chain, this.random, (raw, txid) =>
      this.inspector.sending({ raw, txid }),
    );
    this.processes = new Map(PROCESSES.map((name) => [name, new Process(name, this)]));
  }

  /** Adds a line to the trace, whose hash shows whether two runs are the same. */
  note(line: string): void {
    this.trace.update(line);
    this.onNote?.(`${((this.time.now - T0.getTime()) / 1000).toFixed(3).padStart(9)}  ${line}`);
  }

  get traceHash(): string {
    return this.trace.digest('hex').slice(0, 16);
  }

  count(what: string): void {
    this.counts.set(what, (this.counts.get(what) ?? 0) + 1);
  }

  noteError(error: unknown): void {
    if (isExpected(error)) return;
    this.inspector.touch();
    this.history.errors.push(error instanceof Error ? (error.stack ?? error.message) : String(error));
  }

  moveMarket(usd: number): void {
    for (const pool of [POOL, SIDE_POOL]) {
      const size = pool === POOL ? 1_000_000_000_000n : 1_000_000_000n;
      this.liquidity.held.set(pool, reserves(size, size * BigInt(usd)));
    }
  }

  /** Ports with which a process is started. */
  portsFor(site: Site): Ports {
    const process = this.processes.get(site.life.name as ProcessName)!;
    const clock: Clock = { now: () => new Date(this.time.now + process.skewMs) };
    const chain = this.replicas.viewFor(site);
    const ports: Ports = {
      ...this.database.storageFor(site),
      clock,
      hasher: HASHER,
      secrets: { bytes: (count) => this.random.bytes(count) },
      signatures: SIGNATURES,
      registry: { current: () => A_REGISTRY },
      liquidity: gated(this.liquidity, 'liquidity', site, (method) =>
        method !== 'readPoolFees' && site.trouble('chain-silent') ? SILENT : undefined,
      ),
      balances: gated(new InMemoryTokenBalances(), 'balances', site),
      chain,
      spentOrders: chain,
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

const HASHER = new NodeHasher();
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

import { setTimeout } from 'node:timers/promises';
import { HEALTH_CHECKS, type HealthCheck } from '../../adapters/express/root/operations.js';
import type { Readiness } from '../../adapters/express/index.js';
import type { OpenedStorage } from '../../adapters/inversify/index.js';
import type { Core } from '../../application/core.js';
import type { CheckClock } from '../../application/market/chain-clock.js';
import type { SendingStanding } from '../../application/execution/send/brakes.js';
import type { SendingStopped } from '../../domain/order/evaluation/brakes.js';
import type { Displacement } from '../../domain/operator/displacement.js';
import type { PricesCore } from '../../application/prices/prices-core.js';
import type { PriceHealth } from '../../application/prices/price-health.js';
import { countReasons } from '../../domain/price-series/unpriced.js';
import { recentFlight } from '../../application/shared/single-flight.js';
import type { ChainNode, Clock, ReplicaStanding, StorageReplicas } from '../../ports/index.js';
import { commitWarningOf } from './commit-warning.js';
import { blockCheckMs, type Config } from './config.js';
import { PROBLEM_SENTENCES } from './replica-watch.js';

export interface ReadinessOptions {
  readonly storage: Pick<OpenedStorage, 'ping' | 'commitSettings'> & {
    readonly replicas?: Pick<StorageReplicas, 'standing'> | undefined;
  };
  readonly chain: Pick<ChainNode, 'tip'>;
  readonly prices: Pick<PricesCore, 'health'>;
  readonly sending: Core['sending'];
  readonly home: Pick<Core['database'], 'recent' | 'checkEnds'>;
  readonly checkClock: CheckClock;
  readonly clock: Clock;
  readonly config: Pick<Config, 'roles' | 'areas' | 'stacksApiRpm' | 'processes'>;
}

const READ_LIMIT_MS = 3_000;
/** Age of the database's settings after which they are read again, ms. */
const SETTINGS_MS = 10_000;

/**
 * Makes a function that checks whether the process can do its work, and if not, why. Prices matter only to a process that records
 * or serves them.
 */
export function readinessOf({
  storage,
  chain,
  prices,
  sending,
  home,
  checkClock,
  clock,
  config,
}: ReadinessOptions): () => Promise<Readiness> {
  const { roles, areas } = config;
  const needsPrices = roles.includes('recorder') || (roles.includes('api') && areas.includes('prices'));
  // Requests to `/readyz` must not use up the allowance of requests to the node.
  const readTip = recentFlight(() => chain.tip(), { clock, maxAgeMs: blockCheckMs(config) });
  const readSettings = recentFlight(async () => storage.commitSettings?.(), { clock, maxAgeMs: SETTINGS_MS });
  return async () => {
    const [database, tip, health, standing, trusted, displaced, ends, settings] = await Promise.allSettled([
      inTime(storage.ping()),
      inTime(readTip()),
      needsPrices ? inTime(prices.health()) : undefined,
      inTime(sending.standing()),
      inTime(checkClock()),
      inTime(home.recent()),
      inTime(home.checkEnds()),
      inTime(readSettings()),
    ]);
    const displacement = displaced.status === 'fulfilled' ? displaced.value : undefined;
    const found: Readonly<Record<HealthCheck, readonly string[]>> = {
      database: [
        ...(database.status === 'rejected' ? ['the database does not answer, or takes no writes'] : []),
        ...(ends.status === 'rejected'
          ? ['the log of ends takes no writes, so that nothing can be cancelled']
          : []),
        ...(displacement?.kind === 'went-back' ? [detailOf(displacement)] : []),
      ],
      chain: tip.status === 'rejected' || !tip.value.ok ? ['the chain cannot be reached'] : [],
      clock: trusted.status === 'fulfilled' ? doubtsOf(trusted.value) : [],
      prices: health.status === 'rejected' ? ['prices cannot be read'] : oldPrices(health.value),
    };
    const reasons = HEALTH_CHECKS.flatMap((check) => found[check]);
    const failing = HEALTH_CHECKS.filter((check) => found[check].length > 0);
    const unpriced = health.status === 'rejected' ? undefined : unpricedCount(health.value);
    // A database that does not respond is already among the reasons.
    const stopped = standing.status === 'rejected' ? undefined : stopsOf(standing.value, displacement);
    const commits = settings.status === 'fulfilled' ? settings.value : undefined;
    const warning = commits && commitWarningOf(commits);
    return {
      ready: reasons.length === 0,
      reasons,
      ...(warning && { warnings: [`${warning.found}; ${warning.remedy}`] }),
      ...(failing.length > 0 && { failing }),
      ...(unpriced && { unpriced }),
      ...(stopped && { sending: stopped }),
      ...(storage.replicas && { replicas: storage.replicas.standing().map(replicaOf) }),
    };
  };
}

/** Reasons to doubt the clock. An unreachable chain is not among them, because it is reported already. */
function doubtsOf(checked: Awaited<ReturnType<CheckClock>>): string[] {
  if (checked.ok || checked.error.kind !== 'clock-doubtful') return [];
  const minutes = Math.round(checked.error.aheadMs / 60_000);
  return [`the clock is ${Math.abs(minutes)} minutes ${minutes > 0 ? 'ahead of' : 'behind'} the chain`];
}

/** Rejects if the reading takes longer than the limit: a process whose state is unknown is not ready. */
export async function inTime<T>(
  reading: Promise<T>,
  limitMs = READ_LIMIT_MS,
  failure = () => new Error(`no answer in ${limitMs} ms`),
): Promise<T> {
  const timer = new AbortController();
  const late = setTimeout(limitMs, undefined, { signal: timer.signal }).then(() => {
    throw failure();
  });
  return Promise.race([reading, late]).finally(() => timer.abort());
}

function unpricedCount(health: PriceHealth | undefined): Readiness['unpriced'] {
  if (health === undefined) return undefined;
  const { unpriced, tokensRegistered, isDegraded } = health;
  const reasons = countReasons(unpriced.map(({ reason }) => reason));
  return { tokens: unpriced.length, ofRegistered: tokensRegistered, isDegraded, reasons };
}

/** Whether new swaps are stopped, and why. A process without an operator key still reports that the database is displaced. */
function stopsOf(
  standing: SendingStanding | undefined,
  displaced: Displacement | undefined,
): Readiness['sending'] {
  if (standing === undefined)
    return displaced && { isStopped: true, reasons: [reasonOf(displaced)], accounts: [] };
  const { stops, isDryRun } = standing;
  const reasons = [
    ...stops.map(reasonOf),
    ...(isDryRun ? [{ reason: 'dry-run', detail: 'swaps are planned, and none is sent' }] : []),
  ];
  const accounts = standing.accounts.map(({ address, inFlight, state }) => ({
    address,
    inFlight,
    ...(state && { balanceUstx: state.balanceUstx }),
  }));
  return { isStopped: reasons.length > 0, reasons, accounts };
}

const reasonOf = (stop: SendingStopped) => ({ reason: stop.kind, detail: detailOf(stop) });

function detailOf(stop: SendingStopped): string {
  switch (stop.kind) {
    case 'paused': {
      const { at, reason } = stop.position;
      return `paused since ${at.toISOString()}${reason === undefined ? '' : `: ${reason}`}`;
    }
    case 'restored':
      return `${containsUpTo(stop)}: run sluice reconcile; until then nothing is sent and no API key is admitted`;
    case 'went-back':
      return 'the database went back in time, or a standby took over: the chain is being asked';
    case 'operator-balance-low':
      return `every operator account holds less than ${stop.leastUstx} microSTX, the richest ${stop.balanceUstx}`;
    case 'fee-limit-reached':
      return `the fees of this ${stop.per} are spent, at least until ${stop.until.toISOString()}`;
    case 'worth-limit-reached':
      return `the worth of this hour is reached, at least until ${stop.until.toISOString()}`;
  }
}

/** Describes up to when a restored copy has data, as the beginning of a sentence. */
export const containsUpTo = ({ newest, asOf }: Displacement): string =>
  `the database is a restored copy${asOf === undefined ? '' : ` as of ${asOf.toISOString()}`}; the newest thing that it contains is ` +
  (newest === undefined ? 'no order at all' : `of ${newest.toISOString()}`);

const replicaOf = ({ replica, problem, lagMs }: ReplicaStanding) => ({
  replica,
  lagSeconds: Math.round(lagMs / 1000),
  ...(problem && { problem: PROBLEM_SENTENCES[problem] }),
});

function oldPrices(health: PriceHealth | undefined): string[] {
  if (health === undefined || health.ok) return [];
  if (health.ageSeconds === undefined) return ['no prices have been recorded yet'];
  return [`prices were last recorded ${Math.floor(health.ageSeconds / 60)} minutes ago`];
}

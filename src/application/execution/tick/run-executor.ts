import type { Moment } from '../../../domain/order/evaluation/retry-policy.js';
import type { SendingStopped } from '../../../domain/order/evaluation/brakes.js';
import type { Ports, SecretSource } from '../../../ports/index.js';
import type { MarketReader } from '../../market/market.js';
import type { PriceListCache } from '../../prices/price-list-cache.js';
import type { Brakes } from '../send/brakes.js';
import type { SendSwap } from '../send/send-swap.js';
import { makeAttemptOrder } from './attempt-order.js';
import { CircuitBreaker } from './circuit-breaker.js';
import type { CheckClock } from '../../market/chain-clock.js';
import { makeDueSince } from './due-since.js';
import { expireOrders } from './expire-orders.js';
import { makeGlanceAtMarket } from './glance-at-market.js';
import { makeGuardTrigger, type GuardSettings } from './guard-trigger.js';
import { freeingStale } from './free-stale.js';
import { makeLease } from './lease.js';
import type { Marks } from './marks.js';
import { makeMoveMarks } from './move-marks.js';
import { makeNoteStop } from './note-stop.js';
import { makeNoteHeldOrders, makeNoteWaiting } from './note-waiting.js';
import { makeSendDue, type Sending } from './send-due.js';
import { makeShare } from './share.js';
import { priceOfList, reachedBy } from './trigger-prices.js';
import type { BlockWatch } from './watch-blocks.js';

/** Result of a pass. */
export interface ExecutorReport extends Sending {
  /** Number of orders cancelled because their window or maximum age ended. */
  readonly expired: number;
  /** The operator's limit that stops new swaps; absent if none does. */
  readonly stopped?: SendingStopped;
  /** Time at which the next pass has work even if no price or order arrives before; absent if never. */
  readonly nextAt?: Date;
}

/**
 * Cancels expired orders and sends due ones. A pass considers only the present, by the newest recorded prices and the clock: an
 * order that became due between passes is sent if it still is. Without an operator key nothing is sent. Passes may overlap, in
 * this process and in others.
 *
 * @throws the unexpected errors of attempts, after the rest of their batch was attempted.
 */
export type RunExecutor = () => Promise<ExecutorReport>;

/** Approximate time between two Stacks blocks, in milliseconds. */
const BLOCK_MS = 5_000;
/** Milliseconds until the clock is checked again. */
const CLOCK_MS = 10_000;
/** Milliseconds until a pass checks again whether the operator allows sending. A check reads one row. */
const STOPPED_MS = 1_000;
/** Milliseconds until an order that alone would exceed a limit is tried again. A try costs requests to the node. */
const OVER_LIMIT_MS = 30_000;

type Needs = Parameters<typeof expireOrders>[0] &
  Pick<
    Ports,
    | 'balances'
    | 'chain'
    | 'executionObserver'
    | 'orders'
    | 'prices'
    | 'secrets'
    | 'signers'
    | 'swaps'
    | 'watermarks'
  >;

interface Parts {
  readonly market: Pick<MarketReader, 'read'>;
  readonly prices: Pick<PriceListCache, 'refresh' | 'current'>;
  readonly watch: BlockWatch;
  readonly marks: Marks;
  readonly sendSwap: SendSwap;
  readonly brakes: Pick<Brakes, 'check'>;
  readonly checkClock: CheckClock;
}

export const makeRunExecutor = (
  ports: Needs,
  { market, prices, watch, marks, sendSwap, brakes, checkClock }: Parts,
  settings: GuardSettings,
): RunExecutor => {
  const { clock, executionQueue, secrets, signers = [] } = ports;
  const breaker = new CircuitBreaker();
  const lease = makeLease(ports);
  const moment = (): Moment => ({ now: clock.now(), jitter: jitterOf(secrets) });
  const noteWaiting = makeNoteWaiting(ports);
  const noteStop = makeNoteStop({ ...ports, marks });
  const guard = makeGuardTrigger({ clock, store: ports.prices, prices, watch, market, marks }, settings);
  const moveMarks = makeMoveMarks({ ...ports, store: ports.prices, prices, marks }, settings);
  const glance = makeGlanceAtMarket({ clock, market }, settings);
  const dueSince = makeDueSince({ clock, prices, watch });
  const attempt = makeAttemptOrder({
    ...ports,
    dueSince,
    guard,
    glance,
    sendSwap,
    noteWaiting,
    noteStop,
    moment,
  });
  const sendDue = makeSendDue({ ...ports, attempt, breaker, lease, moment });
  const share = makeShare({ ...ports, lease });
  const noteHeldOrders = makeNoteHeldOrders({ ...ports, noteWaiting });

  const send = async (now: Date): Promise<Sending & Pick<ExecutorReport, 'stopped'>> => {
    const list = await prices.refresh();
    // Marks also move while nothing is sent.
    await moveMarks();
    if (signers.length === 0) return { attempts: {}, left: 'none' };
    if (breaker.openUntil(now) !== undefined) return { attempts: {}, left: 'outage' };
    const allowed = await brakes.check();
    if (!allowed.ok) {
      if (allowed.error.kind !== 'chain-unreachable')
        return { attempts: {}, left: 'stopped', stopped: allowed.error };
      breaker.trip('unreachable', moment());
      return { attempts: {}, left: 'outage' };
    }
    const pairs = await executionQueue.triggerPairs();
    const { reached, held } = reachedBy(pairs, priceOfList(list));
    dueSince.noteRun();
    await watch.look();
    const sending = await sendDue(await share(reached));
    if (sending.left === 'none') await noteHeldOrders(held, lease());
    if (sending.left === 'stopped') {
      const still = await brakes.check();
      if (!still.ok && still.error.kind !== 'chain-unreachable') return { ...sending, stopped: still.error };
    }
    return sending;
  };

  const pass = async (): Promise<ExecutorReport> => {
    const now = clock.now();
    const trusted = await checkClock();
    if (!trusted.ok) {
      const left = trusted.error.kind === 'clock-doubtful' ? 'clock' : 'outage';
      return { attempts: {}, left, expired: 0, nextAt: new Date(now.getTime() + CLOCK_MS) };
    }
    const { expired, more } = await expireOrders(ports);
    const sending = await send(now);
    const nextAt = earliest([
      await executionQueue.nextWakeUp(now),
      breaker.openUntil(now),
      more || sending.left === 'more' ? now : undefined,
      sending.left === 'in-flight' || watch.isWatching()
        ? new Date(clock.now().getTime() + BLOCK_MS)
        : undefined,
      sending.left === 'stopped'
        ? new Date(clock.now().getTime() + (sending.stopped === undefined ? OVER_LIMIT_MS : STOPPED_MS))
        : undefined,
    ]);
    return { ...sending, expired, ...(nextAt !== undefined && { nextAt }) };
  };

  return freeingStale(pass, { clock, executionQueue, lease });
};

const earliest = (times: readonly (Date | undefined)[]): Date | undefined =>
  times.filter((time) => time !== undefined).sort((a, b) => a.getTime() - b.getTime())[0];

/** Returns a random number from 0 up to, but not including, 1. */
function jitterOf(secrets: SecretSource): number {
  const [high = 0, low = 0] = secrets.bytes(2);
  return (high * 256 + low) / 65_536;
}

import type { Moment } from '../../domain/order/retry-policy.js';
import { toHex } from '../../domain/shared/hex.js';
import type { Ports, SecretSource } from '../../ports/index.js';
import type { PriceListCache } from '../prices/price-list-cache.js';
import { watchChain } from './chain-watch.js';
import { makeExpireOrders } from './expire-orders.js';
import { makeHeldOrders } from './note-held-orders.js';
import { makeNoteWaiting } from './note-waiting.js';
import { makeSendDue, type ClaimTerms, type Sending } from './send-due.js';
import type { SendSwap } from './send-swap.js';
import { priceOfList, ratiosOf } from './trigger-prices.js';

/** What a pass did. */
export interface ExecutorReport extends Sending {
  /** Orders that were cancelled because their time was over. */
  readonly expired: number;
  /** When the next pass has something to do even if neither a price nor an order comes in. */
  readonly nextAt?: Date;
}

/**
 * Ends the orders whose time is over and sends those that fire now. It looks at the present only, the newest recorded
 * prices and the clock: what came to fire while nobody looked, and still does, is sent. Without an operator key nothing
 * is sent. Passes may overlap, here and in other processes.
 *
 * @throws what attempts threw that nobody foresaw; the rest of their batch was attempted.
 */
export type RunExecutor = () => Promise<ExecutorReport>;

const LEASE_MS = 120_000;
/** About the time between two Stacks blocks. */
const BLOCK_MS = 5_000;

type Needs = Pick<
  Ports,
  'balances' | 'clock' | 'orders' | 'executionQueue' | 'secrets' | 'signer' | 'unitOfWork'
>;

export const makeRunExecutor = (
  ports: Needs,
  { prices, sendSwap }: { readonly prices: Pick<PriceListCache, 'refresh'>; readonly sendSwap: SendSwap },
): RunExecutor => {
  const { clock, executionQueue, secrets, signer } = ports;
  const chain = watchChain();
  const noteWaiting = makeNoteWaiting(ports);
  const moment = (): Moment => ({ now: clock.now(), chance: chanceOf(secrets) });
  let claimant: string | undefined;
  const claimTerms = (): ClaimTerms => {
    claimant ??= nameOf(secrets);
    return { now: clock.now(), leaseMs: LEASE_MS, claimant };
  };
  const expireOrders = makeExpireOrders(ports);
  const sendDue = makeSendDue({ ...ports, sendSwap, noteWaiting, chain, claimTerms, moment });
  const heldOrders = makeHeldOrders({ ...ports, noteWaiting });

  const send = async (now: Date): Promise<Sending> => {
    if (signer === undefined) return { attempts: {}, left: 'none' };
    if (chain.lostUntil(now) !== undefined) return { attempts: {}, left: 'outage' };
    const { ratios, held } = ratiosOf(
      await executionQueue.watchedPairs(),
      priceOfList(await prices.refresh()),
    );
    const sending = await sendDue(ratios);
    if (sending.left === 'none') await heldOrders.note(held, claimTerms());
    return sending;
  };

  return async () => {
    const now = clock.now();
    const { expired, more } = await expireOrders();
    const sending = await send(now);
    const nextAt = earliest([
      await executionQueue.nextEdge(now),
      chain.lostUntil(now),
      more || sending.left === 'more' ? now : undefined,
      sending.left === 'in-flight' ? new Date(clock.now().getTime() + BLOCK_MS) : undefined,
    ]);
    return { ...sending, expired, ...(nextAt !== undefined && { nextAt }) };
  };
};

const earliest = (times: readonly (Date | undefined)[]): Date | undefined =>
  times.filter((time) => time !== undefined).sort((a, b) => a.getTime() - b.getTime())[0];

/** From 0 up to 1. */
function chanceOf(secrets: SecretSource): number {
  const [high = 0, low = 0] = secrets.bytes(2);
  return (high * 256 + low) / 65_536;
}

/** Tells the executors on one database apart. */
const nameOf = (secrets: SecretSource): string => toHex(secrets.bytes(8));

import { isMined, type SeenSwap } from '../../../domain/order/lifecycle/settlement.js';
import type { SwapTransaction } from '../../../domain/order/swap-transaction.js';
import type { Address } from '../../../domain/shared/address.js';
import { ok, type Result } from '../../../domain/shared/result.js';
import type { ChainTip, ChainRead, ChainUnreachable, Ports } from '../../../ports/index.js';
import type { CoreSettings } from '../../settings.js';
import { makeTransmitSwap } from '../swap/transmit-swap.js';
import { makeCloseGaps } from './close-gaps.js';
import { inParallel } from '../../shared/in-parallel.js';
import { makeSettleReplacements, type SettlementPorts } from './settle-replacements.js';

/**
 * Result of a pass: the number of live swaps that it checked (`looked`), and the number of orders that took each step.
 * `unanswered`: the status of one of the order's swaps is unknown, so nothing was concluded.
 */
export interface SettlementReport {
  readonly looked: number;
  readonly steps: Readonly<Record<string, number>>;
}

/**
 * Reconciles every live swap with the chain: resends what may not have arrived, records what was mined, reopens orders whose swap
 * can never be mined, raises fees that are too low, and closes nonce gaps that block later swaps. Idempotent. Stops at the first
 * failed chain request; anything settled before stays settled.
 */
export type SettleSwaps = () => ChainRead<SettlementReport>;

const PAGE = 500;
/** Number of orders settled at a time. */
const CONCURRENCY = 8;

type Settings = Pick<CoreSettings, 'stuckAfterMs' | 'gapAfterMs' | 'finalBlocks' | 'deathBlocks'>;

export const makeSettleSwaps = (ports: SettlementPorts, settings: Settings): SettleSwaps => {
  const { chain, clock, signers = [], swaps } = ports;
  const transmit = makeTransmitSwap(ports);
  const settleReplacements = makeSettleReplacements(ports, transmit, settings);
  const closeGaps = makeCloseGaps(ports, transmit, settings);
  const noteKeyless = makeNoteKeyless(ports);
  /**
   * The heights at which the nonces of live swaps were first seen as used. A process that has just started knows none, so it
   * waits longer.
   */
  let usedAt: ReadonlyMap<string, number> = new Map();

  return async () => {
    const stuckSince = new Date(clock.now().getTime() - settings.stuckAfterMs);
    const steps: Record<string, number> = {};
    const count = (step: string) => void (steps[step] = (steps[step] ?? 0) + 1);
    const nonces = new Map<Address, bigint>();
    let looked = 0;
    let failure: Result<never, ChainUnreachable> | undefined;
    let live = await swaps.listLive(PAGE);
    if (live.length === 0) return ok({ looked, steps });
    // Everything that the pass concludes is as of this one block.
    const tips = await readTips(chain);
    if (!tips.ok) return tips;
    const { tip, tipHeight } = tips.value;
    const stillUsedAt = new Map<string, number>();
    for (; live.length > 0; live = await swaps.listLive(PAGE, live.at(-1))) {
      const senders = [...new Set(live.map(({ sender }) => sender))];
      const unread = await readNonces(chain, senders, tip, nonces);
      const statuses = await chain.transactionStatuses(
        live.map(({ txid }) => txid),
        senders,
      );
      if (!statuses.ok) return statuses;
      await inParallel(byOrder(live), CONCURRENCY, async (replacements) => {
        const seen = replacements.flatMap((swap): SeenSwap[] => {
          const status = statuses.value.get(swap.txid);
          return status === undefined ? [] : [{ swap, status }];
        });
        const { sender, nonce } = replacements[0]!;
        const key = `${sender} ${nonce}`;
        const next = nonces.get(sender);
        // A mined transaction is settled by its own receipt, even while the account's node lags.
        if (next === undefined && !seen.some(({ status }) => isMined(status))) return count('unanswered');
        if (next !== undefined && nonce < next) stillUsedAt.set(key, usedAt.get(key) ?? tip.height);
        if (seen.length < replacements.length) return count('unanswered');
        const facts = { ...settings, tipHeight, nonceUsedAt: stillUsedAt.get(key), stuckSince };
        count(await settleReplacements(seen, facts, tip));
      });
      looked += live.length;
      failure ??= unread;
    }
    usedAt = stillUsedAt;
    await noteKeyless();
    if (failure !== undefined) return failure;
    let closed = 0;
    for (const signer of signers) {
      const nonce = nonces.get(signer.address);
      if (nonce !== undefined) closed += await closeGaps(signer, nonce);
    }
    return ok({ looked, steps: closed === 0 ? steps : { ...steps, 'fill-gap': closed } });
  };
};

/** Reports each account that has swaps in progress but no key in this process, once. Its swaps are settled, but never replaced. */
const makeNoteKeyless = ({ executionObserver, signers = [], swaps }: SettlementPorts) => {
  let known: ReadonlySet<Address> = new Set();
  return async (): Promise<void> => {
    // A process without any key replaces nothing, and says so when it starts.
    if (signers.length === 0) return;
    const loads = [...(await swaps.loads())];
    const keyless = loads.filter(([account]) => signers.every(({ address }) => address !== account));
    for (const [account, { inFlight }] of keyless)
      if (!known.has(account)) executionObserver?.observe({ kind: 'account-without-key', account, inFlight });
    known = new Set(keyless.map(([account]) => account));
  };
};

/** The block that a pass reads from, and the height up to which both the node and its index know the chain. */
async function readTips(
  chain: Ports['chain'],
): ChainRead<{ readonly tip: ChainTip; readonly tipHeight: number }> {
  // Reading the tip may switch to another host, so nothing else is read at the same time.
  const tip = await chain.tip();
  if (!tip.ok) return tip;
  const index = await chain.indexHeight();
  return index.ok ? ok({ tip: tip.value, tipHeight: Math.min(tip.value.height, index.value) }) : index;
}

/** Groups the live swaps by order and nonce. */
function byOrder(live: readonly SwapTransaction[]): readonly (readonly SwapTransaction[])[] {
  const orders = new Map<string, readonly SwapTransaction[]>();
  for (const swap of live) {
    const key = `${swap.orderUuid} ${swap.nonce} ${swap.sender}`;
    orders.set(key, [...(orders.get(key) ?? []), swap]);
  }
  return [...orders.values()];
}

/** Adds the accounts' next nonces to `known`. Returns the reason if one could not be read. */
async function readNonces(
  chain: Ports['chain'],
  senders: readonly Address[],
  tip: ChainTip,
  known: Map<Address, bigint>,
): Promise<Result<never, ChainUnreachable> | undefined> {
  let failure: Result<never, ChainUnreachable> | undefined;
  for (const sender of senders) {
    if (known.has(sender)) continue;
    const nonce = await chain.nextNonce(sender, tip);
    if (nonce.ok) known.set(sender, nonce.value);
    else failure ??= nonce;
  }
  return failure;
}

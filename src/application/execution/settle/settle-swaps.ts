import type { SeenSwap } from '../../../domain/order/settlement.js';
import type { SwapTransaction } from '../../../domain/order/swap-transaction.js';
import type { Address } from '../../../domain/shared/address.js';
import { ok, type Result } from '../../../domain/shared/result.js';
import type { AccountNonces, ChainUnreachable, Ports } from '../../../ports/index.js';
import type { CoreSettings } from '../../settings.js';
import { makeTransmitSwap } from '../swap/transmit-swap.js';
import { makeCloseGaps } from './close-gaps.js';
import { inParallel } from '../../shared/in-parallel.js';
import { makeSettleReplacements } from './settle-replacements.js';

/**
 * What a pass did: how many live swaps it checked (`looked`), and how many orders took each step. `unanswered`: the
 * status of one of the order's swaps is unknown, so nothing was concluded.
 */
export interface SettlementReport {
  readonly looked: number;
  readonly steps: Readonly<Record<string, number>>;
}

/**
 * Reconciles every live swap with the chain: resends what may not have arrived, records what was mined, reopens orders
 * whose swap can never be mined, raises fees that are too low, and closes nonce gaps that block later swaps. Idempotent.
 * Stops at the first failed chain request; what was settled before it stays settled.
 */
export type SettleSwaps = () => Promise<Result<SettlementReport, ChainUnreachable>>;

const PAGE = 500;
/** How many orders are settled at a time. */
const CONCURRENCY = 8;

export const makeSettleSwaps = (
  ports: Pick<Ports, 'chain' | 'clock' | 'executionObserver' | 'signer' | 'swaps' | 'unitOfWork'>,
  settings: Pick<CoreSettings, 'stuckAfterMs' | 'gapAfterMs'>,
): SettleSwaps => {
  const { chain, clock, signer, swaps } = ports;
  const transmit = makeTransmitSwap(ports);
  const settleReplacements = makeSettleReplacements(ports, transmit, settings);
  const closeGaps = makeCloseGaps(ports, transmit, settings);

  return async () => {
    const stuckSince = new Date(clock.now().getTime() - settings.stuckAfterMs);
    const steps: Record<string, number> = {};
    const count = (step: string) => void (steps[step] = (steps[step] ?? 0) + 1);
    let looked = 0;
    let operatorNonce: bigint | undefined;
    let last: SwapTransaction | undefined;
    for (;;) {
      const live = await swaps.listLive(PAGE, last);
      if (live.length === 0) break;
      const tip = await chain.tipHeight();
      if (!tip.ok) return tip;
      // Read before the statuses: only then does a used nonce without a mined swap prove that another transaction used it.
      const read = await readNonces(chain, live);
      if (!read.ok) return read;
      operatorNonce = (signer && read.value.get(signer.address)?.next) ?? operatorNonce;
      const statuses = await chain.transactionStatuses(live.map(({ txid }) => txid));
      if (!statuses.ok) return statuses;
      await inParallel(byOrder(live), CONCURRENCY, async (replacements) => {
        const seen = replacements.flatMap((swap): SeenSwap[] => {
          const status = statuses.value.get(swap.txid);
          return status === undefined ? [] : [{ swap, status }];
        });
        if (seen.length < replacements.length) return count('unanswered');
        const executedNonce = read.value.get(replacements[0]!.sender)?.lastExecuted;
        count(await settleReplacements(seen, { tipHeight: tip.value, executedNonce, stuckSince }));
      });
      looked += live.length;
      last = live.at(-1);
    }
    const closed = operatorNonce === undefined ? 0 : await closeGaps(operatorNonce);
    return ok({ looked, steps: closed === 0 ? steps : { ...steps, 'fill-gap': closed } });
  };
};

/** The live swaps of each order under one nonce. */
function byOrder(live: readonly SwapTransaction[]): readonly (readonly SwapTransaction[])[] {
  const orders = new Map<string, readonly SwapTransaction[]>();
  for (const swap of live) {
    const key = `${swap.orderUuid} ${swap.nonce} ${swap.sender}`;
    orders.set(key, [...(orders.get(key) ?? []), swap]);
  }
  return [...orders.values()];
}

async function readNonces(
  chain: Ports['chain'],
  live: readonly SwapTransaction[],
): Promise<Result<ReadonlyMap<Address, AccountNonces>, ChainUnreachable>> {
  const nonces = new Map<Address, AccountNonces>();
  for (const sender of new Set(live.map((swap) => swap.sender))) {
    const account = await chain.accountNonces(sender);
    if (!account.ok) return account;
    nonces.set(sender, account.value);
  }
  return ok(nonces);
}

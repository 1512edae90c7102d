import type { SeenSwap } from '../../../domain/order/settlement.js';
import type { SwapTransaction } from '../../../domain/order/swap-transaction.js';
import type { Address } from '../../../domain/shared/address.js';
import { ok, type Result } from '../../../domain/shared/result.js';
import type { AccountNonces, ChainUnreachable, Ports } from '../../../ports/index.js';
import type { CoreSettings } from '../../settings.js';
import { makeFillGaps } from './close-gaps.js';
import { inParallel } from '../../shared/in-parallel.js';
import { makeReplaceSwap } from './replace-swap.js';
import { makeSettleRivals } from './settle-replacements.js';

/**
 * What a pass did: how many live swaps it looked at and, by order, what became of them. `unanswered`: the chain gave no
 * usable answer about one of the order's swaps, so nothing was concluded.
 */
export interface SettlementReport {
  readonly looked: number;
  readonly steps: Readonly<Record<string, number>>;
}

/**
 * Brings every live swap's record into agreement with the chain: sends again what may not have arrived, records what
 * was mined, reopens what can never be, raises fees that are too low, and fills nonces that hold up others. Doing it
 * again changes nothing. Ends early when the chain answers nothing; what was settled before stays settled.
 */
export type SettleSwaps = () => Promise<Result<SettlementReport, ChainUnreachable>>;

const PAGE = 500;
/** How many orders are settled at a time. */
const CONCURRENCY = 8;

type Needs = Pick<Ports, 'chain' | 'clock' | 'executionObserver' | 'signer' | 'swaps' | 'unitOfWork'>;
type Settings = Pick<CoreSettings, 'stuckAfterMs' | 'gapAfterMs'>;

export const makeSettleSwaps = (ports: Needs, settings: Settings): SettleSwaps => {
  const { chain, clock, signer, swaps } = ports;
  const replace = makeReplaceSwap(ports);
  const settleRivals = makeSettleRivals(ports, replace, settings);
  const fillGaps = makeFillGaps(ports, replace, settings);

  return async () => {
    const stuckSince = new Date(clock.now().getTime() - settings.stuckAfterMs);
    const steps: Record<string, number> = {};
    const count = (step: string) => void (steps[step] = (steps[step] ?? 0) + 1);
    let looked = 0;
    let nonces: ReadonlyMap<Address, AccountNonces> = new Map();
    let last: SwapTransaction | undefined;
    for (;;) {
      const live = await swaps.listLive(PAGE, last);
      if (live.length === 0) break;
      const tip = await chain.tipHeight();
      if (!tip.ok) return tip;
      // Read before the statuses: only then does a used nonce without a mined swap prove that another used it.
      const read = await readNonces(chain, live);
      if (!read.ok) return read;
      nonces = new Map([...nonces, ...read.value]);
      const statuses = await chain.transactionStatuses(live.map(({ txid }) => txid));
      if (!statuses.ok) return statuses;
      await inParallel(byOrder(live), CONCURRENCY, async (rivals) => {
        const seen: SeenSwap[] = [];
        for (const swap of rivals) {
          const status = statuses.value.get(swap.txid);
          if (status === undefined) return count('unanswered');
          seen.push({ swap, status });
        }
        const executedNonce = read.value.get(rivals[0]!.sender)?.lastExecuted;
        count(await settleRivals(seen, { tipHeight: tip.value, executedNonce, stuckSince }));
      });
      looked += live.length;
      last = live.at(-1);
    }
    const operator = signer === undefined ? undefined : nonces.get(signer.address);
    const filled = operator === undefined ? 0 : await fillGaps(operator.next);
    return ok({ looked, steps: filled === 0 ? steps : { ...steps, 'fill-gap': filled } });
  };
};

/** The live swaps of each order under one nonce. */
function byOrder(live: readonly SwapTransaction[]): readonly (readonly SwapTransaction[])[] {
  const orders = new Map<string, SwapTransaction[]>();
  for (const swap of live) {
    const key = `${swap.orderUuid} ${swap.nonce} ${swap.sender}`;
    const rivals = orders.get(key);
    if (rivals === undefined) orders.set(key, [swap]);
    else rivals.push(swap);
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

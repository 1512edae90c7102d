import { decideSettlement } from '../../domain/order/settlement.js';
import type { SwapTransaction } from '../../domain/order/swap-transaction.js';
import type { Address } from '../../domain/shared/address.js';
import { ok, type Result } from '../../domain/shared/result.js';
import type { ChainUnreachable, Ports } from '../../ports/index.js';
import { makeSwapRecorder } from './record-swap.js';
import { makeTransmitSwap } from './transmit-swap.js';

/** What a pass did: how many live swaps it looked at and what became of them. */
export interface SettlementReport {
  readonly looked: number;
  readonly steps: Readonly<Record<string, number>>;
}

/**
 * Brings every live swap's record into agreement with the chain: sends again what may not have arrived, records what
 * was mined, reopens what can never be. Doing it again changes nothing. Stops at the first answer the chain owes;
 * what was settled before stays settled.
 */
export type SettleSwaps = () => Promise<Result<SettlementReport, ChainUnreachable>>;

const PAGE = 200;

type Needs = Pick<Ports, 'chain' | 'clock' | 'swaps' | 'unitOfWork'>;

export const makeSettleSwaps = (ports: Needs): SettleSwaps => {
  const { chain, swaps } = ports;
  const settleOne = makeSettleSwap(ports);

  return async () => {
    const steps: Record<string, number> = {};
    let looked = 0;
    let last: SwapTransaction | undefined;
    for (;;) {
      const live = await swaps.listLive(PAGE, last);
      if (live.length === 0) return ok({ looked, steps });
      const tip = await chain.tipHeight();
      if (!tip.ok) return tip;
      const executed = await executedNonces(chain, live);
      if (!executed.ok) return executed;
      for (const swap of live) {
        const step = await settleOne(swap, {
          tipHeight: tip.value,
          executedNonce: executed.value.get(swap.sender),
        });
        if (!step.ok) return step;
        steps[step.value] = (steps[step.value] ?? 0) + 1;
      }
      looked += live.length;
      last = live.at(-1);
    }
  };
};

/** Settles one live swap and names the step it took. */
const makeSettleSwap = (ports: Needs) => {
  const { chain } = ports;
  const recorder = makeSwapRecorder(ports);
  const transmit = makeTransmitSwap(ports);

  return async (
    swap: SwapTransaction,
    facts: { executedNonce: bigint | undefined; tipHeight: number },
  ): Promise<Result<string, ChainUnreachable>> => {
    const status = await chain.transactionStatus(swap.txid);
    if (!status.ok) return status;
    const settlement = decideSettlement(swap, status.value, facts);
    switch (settlement.step) {
      case 'wait':
        break;
      case 'accept':
        await recorder.accepted(swap);
        break;
      case 'confirm': {
        const { block, amountOut, feeUstx } = settlement;
        const amounts = { executedAmountIn: swap.quote.amountIn, executedAmountOut: amountOut };
        await recorder.confirmed(swap, { txid: swap.txid, ...block, ...amounts, feeUstx });
        break;
      }
      case 'fail':
        await recorder.failed(swap, {
          txid: swap.txid,
          ...settlement.block,
          failureReason: settlement.reason,
        });
        break;
      case 'finalise':
        await recorder.finalised(swap);
        break;
      case 'orphan':
        await recorder.orphaned(swap);
        break;
      case 'resend':
        await transmit(swap, { first: false });
        break;
      case 'bury':
        await recorder.dead(swap, settlement.reason);
        break;
    }
    return ok(settlement.step);
  };
};

/** Read before the swaps' statuses: only then does an unseen swap under a used nonce prove it dead. */
async function executedNonces(
  chain: Ports['chain'],
  live: readonly SwapTransaction[],
): Promise<Result<ReadonlyMap<Address, bigint | undefined>, ChainUnreachable>> {
  const nonces = new Map<Address, bigint | undefined>();
  for (const sender of new Set(live.map((swap) => swap.sender))) {
    const account = await chain.accountNonces(sender);
    if (!account.ok) return account;
    nonces.set(sender, account.value.lastExecuted);
  }
  return ok(nonces);
}

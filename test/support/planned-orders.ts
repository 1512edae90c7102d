import type { AnyOrder } from '../../src/domain/order/terms/draft.js';
import type { OrderUuid } from '../../src/domain/order/ids.js';
import { signedInput, WELSH } from './core-harness.js';
import { AT_ONCE } from './executor-steps.js';
import { A_WALLET, type TestWallet } from './signing.js';

const MINUTE = 60_000;

/** An order as a model describes it: the conditions that make it due, in plain numbers. */
export interface PlannedOrder {
  readonly trigger: 'manual' | 'at-once' | { readonly direction: 'gt' | 'lt'; readonly target: number };
  /** Minutes after the order's creation. */
  readonly opensAfter?: number;
  readonly endsAfter?: number;
  readonly group?: 'oco';
  /** Whether the order asks for more than any pool gives. */
  readonly greedy?: boolean;
  /** Price in dollars at which the order gets about its minimum. */
  readonly minimum?: number;
  /** Whether the order lets its amounts move as far as an order may. */
  readonly lenient?: boolean;
}

const signatures = new Map<string, AnyOrder>();

/** Returns the wallet's order, which is signed only once: signing dominates the run time, and does not cover the trigger. */
export function signedOnce(uuid: OrderUuid, wallet: TestWallet = A_WALLET): AnyOrder {
  const key = `${uuid} ${wallet.address}`;
  const signed = signatures.get(key) ?? signedInput({ uuid, wallet });
  signatures.set(key, signed);
  return signed;
}

/** Makes `signedOnce` return this body for the wallet's order. */
export function keepSigned(input: AnyOrder & { readonly uuid: OrderUuid }, wallet: TestWallet): void {
  signatures.set(`${input.uuid} ${wallet.address}`, input);
}

/** Fields of the planned order that its signature does not cover. */
export function fieldsOf(
  { trigger, opensAfter, endsAfter, group, greedy, lenient, minimum }: PlannedOrder,
  nowMs: number,
): AnyOrder {
  const after = (minutes: number) => new Date(nowMs + minutes * MINUTE).toISOString();
  return {
    ...(trigger === 'at-once' && AT_ONCE),
    ...(typeof trigger === 'object' && {
      conditionToken: WELSH,
      targetPrice: trigger.target.toString(),
      direction: trigger.direction,
    }),
    ...(opensAfter !== undefined && { validFrom: after(opensAfter) }),
    ...(endsAfter !== undefined && { validTo: after(endsAfter) }),
    ...(group !== undefined && { strategyId: group, metadata: { oco: true } }),
    ...(minimum !== undefined && { minAmountOut: (minimum * 980_000).toString() }),
    ...(lenient && { slippage: '0.05' }),
    ...(greedy && { minAmountOut: '100000000' }),
  };
}

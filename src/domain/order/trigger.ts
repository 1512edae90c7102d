import type { ContractId } from '../shared/contract-id.js';
import { err, ok, type Result } from '../shared/result.js';

/** When an order sends itself. `*` as condition: as soon as its window is open. */
export interface Trigger {
  readonly conditionToken: ContractId | '*';
  readonly targetPrice: TargetPrice;
  /** `gt`: at or above the target. `lt`: at or below it. */
  readonly direction: 'gt' | 'lt';
  /** What the price is counted in; USD is exactly 1. */
  readonly baseAsset: ContractId | 'USD';
}

/** A decimal number, 0 or more, kept as it was written beside its exact value. */
export interface TargetPrice {
  readonly text: string;
  /** The number times 10^18. */
  readonly scaled: bigint;
}

/** A recorded price as a trigger sees it. */
export interface TriggerPrice {
  /** Dollars for a whole token. */
  readonly usd: number;
  readonly stale: boolean;
  readonly thin: boolean;
}

export type TriggerVerdict =
  | { readonly fires: true }
  | {
      readonly fires: false;
      readonly reason: 'waiting-price' | 'price-missing' | 'price-stale' | 'price-thin';
      /** The token whose price is missing, stale or thin. */
      readonly token?: ContractId;
    };

const DECIMALS = 18;
const PRICE = /^(0|[1-9][0-9]{0,38})(?:\.([0-9]{1,18}))?$/;

/** Reads a decimal string of up to 39 digits before and 18 after the point, 0 or more. */
export function parseTargetPrice(
  raw: unknown,
): Result<TargetPrice, { kind: 'invalid-price'; reason: string }> {
  const match = typeof raw === 'string' ? PRICE.exec(raw) : null;
  if (match === null) {
    return err({
      kind: 'invalid-price',
      reason: 'must be a decimal string, 0 or more, with up to 18 decimals',
    });
  }
  const [text, whole = '', fraction = ''] = match;
  return ok({ text, scaled: BigInt(whole + fraction.padEnd(DECIMALS, '0')) });
}

/** Whether the newest prices fire the trigger. A missing, zero, stale or thin price never does. */
export function evaluateTrigger(
  trigger: Trigger,
  priceOf: (token: ContractId) => TriggerPrice | undefined,
): TriggerVerdict {
  if (trigger.conditionToken === '*') return { fires: true };
  const condition = usable(trigger.conditionToken, priceOf);
  if (!condition.ok) return condition.error;
  const base = trigger.baseAsset === 'USD' ? ok(1) : usable(trigger.baseAsset, priceOf);
  if (!base.ok) return base.error;
  const comparison = compareRatio(condition.value, base.value, trigger.targetPrice);
  const reached = trigger.direction === 'gt' ? comparison >= 0n : comparison <= 0n;
  return reached ? { fires: true } : { fires: false, reason: 'waiting-price' };
}

type NotUsable = Extract<TriggerVerdict, { fires: false }>;

function usable(
  token: ContractId,
  priceOf: (token: ContractId) => TriggerPrice | undefined,
): Result<number, NotUsable> {
  const price = priceOf(token);
  const no = (reason: NotUsable['reason']) => err<NotUsable>({ fires: false, reason, token });
  if (price === undefined || !Number.isFinite(price.usd) || price.usd <= 0) return no('price-missing');
  if (price.stale) return no('price-stale');
  if (price.thin) return no('price-thin');
  return ok(price.usd);
}

/** The sign of condition / base - target, exact: a double is a whole number times a power of two. */
function compareRatio(condition: number, base: number, target: TargetPrice): bigint {
  const [a, aExponent] = exactDouble(condition);
  const [b, bExponent] = exactDouble(base);
  const left = a * 10n ** BigInt(DECIMALS);
  const right = target.scaled * b;
  const shift = BigInt(aExponent - bExponent);
  return shift >= 0n ? (left << shift) - right : left - (right << -shift);
}

/** A finite positive double as mantissa and binary exponent (IEEE 754). */
function exactDouble(value: number): [mantissa: bigint, exponent: number] {
  const bits = new DataView(new ArrayBuffer(8));
  bits.setFloat64(0, value);
  const raw = bits.getBigUint64(0);
  const exponent = Number((raw >> 52n) & 0x7ffn);
  const fraction = raw & 0xfffffffffffffn;
  return exponent === 0 ? [fraction, -1074] : [fraction | 0x10000000000000n, exponent - 1075];
}

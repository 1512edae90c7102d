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

/** Where the exact ratio of two prices lies on the grid of targets: between two neighbouring multiples of 10^-18. */
export interface PriceRatio {
  /** Greatest multiple that the ratio reaches, times 10^18: every `gt` target up to it fires. */
  readonly floor: bigint;
  /** Smallest multiple that is not below the ratio, times 10^18: every `lt` target from it on fires. */
  readonly ceiling: bigint;
}

/** Why a price may not fire anything. */
export interface UnusablePrice {
  readonly reason: 'price-missing' | 'price-stale' | 'price-thin';
  readonly token: ContractId;
}

export type TriggerVerdict =
  | { readonly fires: true }
  | { readonly fires: false; readonly reason: 'waiting-price'; readonly ratio: PriceRatio }
  | ({ readonly fires: false } & UnusablePrice);

type PriceOf = (token: ContractId) => TriggerPrice | undefined;

const DECIMALS = 18;
/** The highest target, times 10^18. */
export const MAX_TARGET_SCALED = 10n ** 57n - 1n;
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

/** The number times 10^18 as decimal text without trailing zeros. */
export function targetText(scaled: bigint): string {
  const digits = scaled.toString().padStart(DECIMALS + 1, '0');
  const fraction = digits.slice(-DECIMALS).replace(/0+$/, '');
  return digits.slice(0, -DECIMALS) + (fraction && `.${fraction}`);
}

/** Whether the newest prices fire the trigger. A missing, zero, stale or thin price never does. */
export function evaluateTrigger(
  { conditionToken, baseAsset, direction, targetPrice }: Trigger,
  priceOf: PriceOf,
): TriggerVerdict {
  if (conditionToken === '*') return { fires: true };
  const ratio = ratioOf({ conditionToken, baseAsset }, priceOf);
  if (!ratio.ok) return { fires: false, ...ratio.error };
  return isReached({ direction, targetPrice }, ratio.value)
    ? { fires: true }
    : { fires: false, reason: 'waiting-price', ratio: ratio.value };
}

/** Whether the ratio is on the firing side of the target, or on it. */
export function isReached(
  { direction, targetPrice: { scaled } }: Pick<Trigger, 'direction' | 'targetPrice'>,
  { floor, ceiling }: PriceRatio,
): boolean {
  return direction === 'gt' ? floor >= scaled : ceiling <= scaled;
}

/** What the condition token costs, counted in the base asset, if both prices may be relied on. */
export function ratioOf(
  {
    conditionToken,
    baseAsset,
  }: { readonly conditionToken: ContractId; readonly baseAsset: ContractId | 'USD' },
  priceOf: PriceOf,
): Result<PriceRatio, UnusablePrice> {
  const condition = usable(conditionToken, priceOf);
  if (!condition.ok) return condition;
  const base = baseAsset === 'USD' ? ok(1) : usable(baseAsset, priceOf);
  return base.ok ? ok(exactRatio(condition.value, base.value)) : base;
}

function usable(token: ContractId, priceOf: PriceOf): Result<number, UnusablePrice> {
  const price = priceOf(token);
  const no = (reason: UnusablePrice['reason']) => err<UnusablePrice>({ reason, token });
  if (price === undefined || !Number.isFinite(price.usd) || price.usd <= 0) return no('price-missing');
  if (price.stale) return no('price-stale');
  if (price.thin) return no('price-thin');
  return ok(price.usd);
}

/** Exact, because a double is a whole number times a power of two. */
function exactRatio(condition: number, base: number): PriceRatio {
  const [a, aExponent] = exactDouble(condition);
  const [b, bExponent] = exactDouble(base);
  const shift = BigInt(aExponent - bExponent);
  const scaled = a * 10n ** BigInt(DECIMALS);
  const [dividend, divisor] = shift >= 0n ? [scaled << shift, b] : [scaled, b << -shift];
  const floor = dividend / divisor;
  return { floor, ceiling: dividend % divisor === 0n ? floor : floor + 1n };
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

import type { ContractId } from '../../shared/contract-id.js';
import { err, ok, type Invalid, type Result } from '../../shared/result.js';
import { exactDouble } from '../../shared/exact-double.js';
import { wholeTokens } from '../../shared/whole-tokens.js';

/** A decimal number, 0 or more: the owner's own text with its exact value. */
export interface TargetPrice {
  readonly text: string;
  /** The number times 10^18. */
  readonly scaled: bigint;
}

/** A recorded price, in the form that conditions read. */
export interface TriggerPrice {
  /** Dollars for a whole token. */
  readonly usd: number;
  readonly stale: boolean;
  readonly thin: boolean;
  /** Dollars of the token in pools. */
  readonly liquidityUsd: number;
}

export type PriceOf = (token: ContractId) => TriggerPrice | undefined;

/** Asset in which a price is expressed; USD is exactly 1. */
export type BaseAsset = ContractId | 'USD';

/** The exact ratio of two prices, bounded by two neighbouring multiples of 10^-18, the precision of targets. */
export interface PriceRatio {
  /** The ratio rounded down, times 10^18. */
  readonly floor: bigint;
  /** The ratio rounded up, times 10^18. */
  readonly ceiling: bigint;
}

/** Reason why a price cannot make an order due. */
export interface UnusablePrice {
  readonly reason: 'price-missing' | 'price-stale' | 'price-thin';
  readonly token: ContractId;
}

const DECIMALS = 18;
const SCALE = 10n ** BigInt(DECIMALS);
/** The highest target, times 10^18. */
export const MAX_TARGET_SCALED = 10n ** 57n - 1n;
const PRICE = /^(0|[1-9][0-9]{0,38})(?:\.([0-9]{1,18}))?$/;

/** Parses a decimal string, 0 or more, of up to 39 digits before and 18 after the point. */
export function parseTargetPrice(raw: unknown): Result<TargetPrice, Invalid<'invalid-price'>> {
  const match = typeof raw === 'string' ? PRICE.exec(raw) : null;
  const reason = 'must be a decimal string, 0 or more, with up to 18 decimals';
  if (match === null) return err({ kind: 'invalid-price', reason });
  const [text, whole = '', fraction = ''] = match;
  return ok({ text, scaled: BigInt(whole + fraction.padEnd(DECIMALS, '0')) });
}

/** Returns decimal text, without trailing zeros, for a number that is given multiplied by 10^18. */
export const decimalText = (scaled: bigint): string => wholeTokens(scaled, DECIMALS);

/** The price of `token` in `baseAsset`, if both prices are usable: present, positive, neither stale nor thin. */
export function ratioOf(
  token: ContractId,
  baseAsset: BaseAsset,
  priceOf: PriceOf,
): Result<PriceRatio, UnusablePrice> {
  const price = usable(token, priceOf);
  if (!price.ok) return price;
  const base = baseAsset === 'USD' ? ok(1) : usable(baseAsset, priceOf);
  return base.ok ? ok(exactRatio(price.value, base.value)) : base;
}

function usable(token: ContractId, priceOf: PriceOf): Result<number, UnusablePrice> {
  const price = priceOf(token);
  const no = (reason: UnusablePrice['reason']) => err<UnusablePrice>({ reason, token });
  if (price === undefined || !Number.isFinite(price.usd) || price.usd <= 0) return no('price-missing');
  if (price.stale) return no('price-stale');
  if (price.thin) return no('price-thin');
  return ok(price.usd);
}

/** Returns the exact ratio, which is possible because a double is a whole number times a power of two. */
function exactRatio(price: number, base: number): PriceRatio {
  const [a, aExponent] = exactDouble(price);
  const [b, bExponent] = exactDouble(base);
  const shift = BigInt(aExponent - bExponent);
  const scaled = a * SCALE;
  const [dividend, divisor] = shift >= 0n ? [scaled << shift, b] : [scaled, b << -shift];
  const floor = dividend / divisor;
  return { floor, ceiling: dividend % divisor === 0n ? floor : floor + 1n };
}

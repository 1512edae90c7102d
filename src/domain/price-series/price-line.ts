import type { ContractId } from '../shared/contract-id.js';
import { err, ok, type Result } from '../shared/result.js';
import { parseTime } from '../shared/time.js';
import { GRID_SECONDS, type PricePoint } from './price.js';

/** A past price as text. */
export type RawPrice = {
  readonly [field in 'time' | 'contractId' | 'usd' | 'btcUsd']?: string | undefined;
};

export interface RefusedPrice {
  readonly field: keyof RawPrice;
  readonly reason: string;
}

export interface PriceLineRules {
  /** The newest accepted grid point, Unix seconds: later ones have yet to be recorded. */
  readonly newest: number;
  /** Whether a time off the five-minute grid is rounded down to it instead of refused. */
  readonly snap: boolean;
  readonly parseToken: (raw: string) => Result<ContractId, { readonly reason: string }>;
}

/** The first bitcoin block, 3 January 2009. */
const BITCOIN_STARTS = 1_230_940_800;
const UNIX_SECONDS = /^\d{1,12}$/;
const DECIMAL = /^(\d+\.?\d*|\.\d+)([eE][+-]?\d{1,3})?$/;

/** Reads a past price. Reports the first invalid field. */
export function parsePriceLine(
  raw: RawPrice,
  rules: PriceLineRules,
): Result<PricePoint & { readonly token: ContractId }, RefusedPrice> {
  const time = parseLineTime(raw.time ?? '', rules);
  if (!time.ok) return time;
  const token = rules.parseToken(raw.contractId ?? '');
  if (!token.ok) return refuse('contractId', token.error.reason);
  const usd = parseNumber(raw.usd ?? '');
  if (usd === undefined) return refuse('usd', 'must be a number above 0');
  const btcUsd = parseNumber(raw.btcUsd ?? '');
  if (btcUsd === undefined) return refuse('btcUsd', 'must be a number above 0');
  const sbtc = usd / btcUsd;
  if (sbtc === 0 || sbtc === Infinity) return refuse('usd', 'has no price in bitcoin that a double can hold');
  return ok({ token: token.value, time: time.value, usd, btcUsd });
}

function parseLineTime(
  raw: string,
  { newest, snap }: Pick<PriceLineRules, 'newest' | 'snap'>,
): Result<number, RefusedPrice> {
  const parsed = UNIX_SECONDS.test(raw) ? ok(new Date(Number(raw) * 1000)) : parseTime(raw);
  if (!parsed.ok) return refuse('time', 'must be Unix seconds or an ISO 8601 time');
  const seconds = parsed.value.getTime() / 1000;
  const time = Math.floor(seconds / GRID_SECONDS) * GRID_SECONDS;
  if (time < BITCOIN_STARTS) return refuse('time', 'is before there was bitcoin');
  if (seconds >= newest + GRID_SECONDS)
    return refuse('time', 'is later than the newest finished five minutes');
  if (time !== seconds && !snap) return refuse('time', 'is off the five-minute grid');
  return ok(time);
}

/** Parses a finite double above 0; undefined for anything else. */
function parseNumber(raw: string): number | undefined {
  const value = DECIMAL.test(raw) ? Number(raw) : 0;
  return value > 0 && Number.isFinite(value) ? value : undefined;
}

const refuse = (field: keyof RawPrice, reason: string) => err<RefusedPrice>({ field, reason });

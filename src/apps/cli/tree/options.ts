import { InvalidArgumentError, Option } from 'commander';
import { parseTime } from '../../../domain/shared/time.js';

// Options shared by several commands, and parsers of their values.

/** Environment variables that name the database. */
export const DATABASE_SETTINGS = ['DATABASE_URL', 'SLUICE_DB_SCHEMA'] as const;

/** Environment variables that name the chain and its contracts. */
export const CHAIN_SETTINGS = [
  'SLUICE_NETWORK',
  'STACKS_API_URL',
  'STACKS_API_KEY',
  'SLUICE_REGISTRY',
] as const;

export const DEFAULT_URL = 'http://127.0.0.1:3000';

export const JSON_FLAG = ['--json', 'print the result as JSON'] as const;

export const urlOption = (): Option =>
  new Option('--url <url>', 'address of the running server')
    .env('SLUICE_URL')
    .default(DEFAULT_URL)
    .argParser(httpAddress);

/** Parses an http or https address, and removes trailing slashes. */
export function httpAddress(raw: string): string {
  if (URL.canParse(raw) && /^https?:$/.test(new URL(raw).protocol)) return raw.replace(/\/+$/, '');
  throw new InvalidArgumentError(`It must be an http or https address, such as ${DEFAULT_URL}.`);
}

export const wholeNumber =
  (max: number, min = 0) =>
  (raw: string): number => {
    if (/^\d{1,15}$/.test(raw) && Number(raw) >= min && Number(raw) <= max) return Number(raw);
    throw new InvalidArgumentError(`It must be a whole number from ${min} to ${max}.`);
  };

export const decimal =
  (max: number) =>
  (raw: string): number => {
    if (/^\d{1,15}(\.\d+)?$/.test(raw) && Number(raw) <= max) return Number(raw);
    throw new InvalidArgumentError(`It must be a number from 0 to ${max}.`);
  };

/** Checks an amount in smallest units, given as decimal digits. */
export function units(raw: string): string {
  if (/^[1-9]\d{0,38}$/.test(raw)) return raw;
  throw new InvalidArgumentError('It must be a whole number of smallest units, above 0.');
}

/** Checks the largest loss against a quote, given as a fraction. */
export function slippage(raw: string): string {
  if (/^0(\.\d{1,17})?$/.test(raw) && Number(raw) <= 0.5) return raw;
  throw new InvalidArgumentError('It must be a fraction from 0 to 0.5.');
}

/** Checks an amount or a price, given as decimal text. */
export function decimalText(raw: string): string {
  if (/^(0|[1-9]\d{0,38})(\.\d{1,18})?$/.test(raw)) return raw;
  throw new InvalidArgumentError('It must be a decimal number such as 1.5, without a unit.');
}

const UNITS_MS = { s: 1_000, m: 60_000, h: 3_600_000, d: 86_400_000, w: 604_800_000 };

/** Parses a duration. Returns milliseconds. */
export function duration(raw: string): number {
  const [, count, unit] = /^([1-9]\d{0,5})([smhdw])$/.exec(raw) ?? [];
  if (count !== undefined) return Number(count) * UNITS_MS[unit as keyof typeof UNITS_MS];
  throw new InvalidArgumentError('It must be a duration such as 30m, 12h, 7d or 2w.');
}

/** Parses a time, or a duration that is added to the current time or, with -1, subtracted from it. */
export const timeFrom =
  (sign: 1 | -1) =>
  (raw: string): Date => {
    if (/^\d+[smhdw]$/.test(raw)) return new Date(Date.now() + sign * duration(raw));
    return new Date(secondsOf(raw, 'Unix seconds, an ISO 8601 time or a duration such as 2h') * 1_000);
  };

/** Parses a time. Returns Unix seconds. */
export const seconds = (raw: string): number => secondsOf(raw, 'Unix seconds or an ISO 8601 time');

function secondsOf(raw: string, wanted: string): number {
  if (/^\d{1,12}(\.\d{1,9})?$/.test(raw)) return Number(raw);
  const time = parseTime(raw);
  if (time.ok) return time.value.getTime() / 1000;
  throw new InvalidArgumentError(`It must be ${wanted}.`);
}

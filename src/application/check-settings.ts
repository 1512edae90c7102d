import { closestName } from '../domain/shared/closest-name.js';
import type { CoreSettings } from './settings.js';

type Names<Value> = {
  [N in keyof CoreSettings]-?: CoreSettings[N] extends Value ? N : never;
}[keyof CoreSettings];
type Range = readonly [min: number, max: number];

const ANY: Range = [0, Infinity];
const SOME: Range = [1, Infinity];

/** What numbers a setting may have; undefined is allowed where the type allows it. */
const RANGES: Readonly<Record<Names<number | undefined>, Range>> = {
  slippage: [0, 0.5],
  maxSlippage: [0, 0.5],
  minLiquidityUsd: ANY,
  confirmBlocks: [0, 100],
  reservesMaxAgeMs: ANY,
  holdingsMaxAgeMs: ANY,
  maxClockDriftMs: ANY,
  stuckAfterMs: ANY,
  gapAfterMs: ANY,
  finalBlocks: ANY,
  deathBlocks: ANY,
  ownerInFlight: SOME,
  ownerFailures: SOME,
  endedChecks: SOME,
  minPricedShare: [0, 1],
  deployerBytes: SOME,
  apiKeysPerWallet: SOME,
  webhooksPerWallet: SOME,
};

const FLAGS: Readonly<Record<Names<boolean>, true>> = {
  requireBodyHash: true,
  requireAudience: true,
  allowOpenPayout: true,
  requireSignedTerms: true,
  dryRun: true,
};

const LIMITS: Readonly<Record<keyof CoreSettings['limits'], 'bigint' | 'number'>> = {
  minOperatorUstx: 'bigint',
  maxFeesPerHourUstx: 'bigint',
  maxFeesPerDayUstx: 'bigint',
  maxOrderUsd: 'number',
  maxHourlyUsd: 'number',
};

const QUOTAS: Readonly<Record<keyof CoreSettings['quotas'], 'number'>> = {
  orderBytes: 'number',
  openOrders: 'number',
  openBytes: 'number',
  dailyOrders: 'number',
  dailyBytes: 'number',
};

/**
 * Checks what no compiler checks in a program without types: a limit that is misspelt, or no number, would limit nothing.
 *
 * @throws RangeError that names the setting and what it must be.
 */
export function checkSettings(settings: CoreSettings): void {
  for (const [name, range] of Object.entries(RANGES))
    checkNumber(name, settings[name as keyof CoreSettings], range);
  for (const name of Object.keys(FLAGS)) {
    if (typeof settings[name as keyof CoreSettings] !== 'boolean')
      throw new RangeError(`the setting ${name} must be true or false`);
  }
  if (typeof settings.origins !== 'function')
    throw new RangeError('the setting origins must be a function that returns origins');
  // A text would allow each of its parts.
  if (
    !Array.isArray(settings.webhookHosts) ||
    !settings.webhookHosts.every((host) => typeof host === 'string')
  )
    throw new RangeError('the setting webhookHosts must be a list of host names');
  checkBounds('limits', settings.limits, LIMITS);
  checkBounds('quotas', settings.quotas, QUOTAS);
}

function checkNumber(name: string, value: unknown, [min, max]: Range): void {
  if (value === undefined || (typeof value === 'number' && value >= min && value <= max)) return;
  const wanted = max === Infinity ? `a number of ${min} or more` : `a number from ${min} to ${max}`;
  throw new RangeError(`the setting ${name} must be ${wanted}`);
}

function checkBounds(setting: string, bounds: object, kinds: Readonly<Record<string, string>>): void {
  for (const [name, value] of Object.entries(bounds) as [string, unknown][]) {
    const kind = kinds[name];
    if (kind === undefined) {
      const known = Object.keys(kinds);
      const meant = closestName(name, known);
      const help = meant === undefined ? `there are ${known.join(', ')}` : `did you mean ${meant}?`;
      throw new RangeError(`the setting ${setting} has no ${name}; ${help}`);
    }
    // NaN is below nothing, and above nothing.
    if (value !== undefined && (typeof value !== kind || !((value as number | bigint) >= 0)))
      throw new RangeError(`the setting ${setting}.${name} must be a ${kind} of 0 or more`);
  }
}

import { flag, isObject, type Parse } from '../domain/shared/fields.js';
import {
  aFunction,
  bigint,
  meantBy,
  number,
  refuseOptions,
  shown,
  wrongOption,
  wrongValue,
} from '../domain/shared/option-checks.js';
import { err, ok } from '../domain/shared/result.js';
import type { CoreSettings } from './settings.js';

const ANY = number(0);
const SOME = number(1);
const UNITS = bigint(0n);

/** A text would allow each of its parts. */
const texts =
  (what: string): Parse<unknown> =>
  (raw) =>
    Array.isArray(raw) && raw.every((one) => typeof one === 'string')
      ? ok(raw)
      : err({ reason: `must be a list of ${what}` });

type Bounds<N extends string> = Readonly<Record<N, Parse<unknown>>>;

const LIMITS: Bounds<keyof CoreSettings['limits']> = {
  minOperatorUstx: UNITS,
  maxFeesPerHourUstx: UNITS,
  maxFeesPerDayUstx: UNITS,
  maxOrderUsd: ANY,
  maxHourlyUsd: ANY,
};

const QUOTAS: Bounds<keyof CoreSettings['quotas']> = {
  orderBytes: ANY,
  openOrders: ANY,
  openBytes: ANY,
  dailyOrders: ANY,
  dailyBytes: ANY,
};

/** Bounds of each setting, besides undefined if its type allows that. */
const SETTINGS: Bounds<Exclude<keyof CoreSettings, 'limits' | 'quotas'>> = {
  slippage: number(0, 0.5),
  maxSlippage: number(0, 0.5),
  minLiquidityUsd: ANY,
  confirmBlocks: number(0, 100),
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
  minPricedShare: number(0, 1),
  deployerBytes: SOME,
  apiKeysPerWallet: SOME,
  requireBodyHash: flag,
  requireAudience: flag,
  allowOpenPayout: flag,
  requireSignedTerms: flag,
  dryRun: flag,
  origins: aFunction('a function that returns origins'),
  webhooksPerWallet: SOME,
  webhookHosts: texts('host names'),
  operatorWallets: texts('addresses'),
};

type Optional = {
  [N in keyof CoreSettings]: undefined extends CoreSettings[N] ? N : never;
}[keyof CoreSettings];

/** The settings that the core runs with are all there; these may be undefined, which means no limit. */
const MAY_BE_UNDEFINED: Readonly<Record<Optional, true>> = {
  maxClockDriftMs: true,
  deployerBytes: true,
  apiKeysPerWallet: true,
  webhooksPerWallet: true,
};

/**
 * Checks what no compiler checks in a program without types: a limit that is misspelt, or no number, would limit nothing.
 *
 * @throws RangeError that names each unusable setting, its value and what it must be.
 */
export function checkSettings(settings: CoreSettings): void {
  refuseOptions(settingProblems(settings));
}

/** Problems with settings; absent ones take their defaults. */
export function settingProblems(settings: object): readonly string[] {
  const known = [...Object.keys(SETTINGS), 'limits', 'quotas'];
  return Object.entries(settings as Readonly<Record<string, unknown>>).flatMap(([name, value]) => {
    const label = `the setting ${name}`;
    if (name === 'limits') return problemsOf(label, value, LIMITS);
    if (name === 'quotas') return problemsOf(label, value, QUOTAS);
    const parse = SETTINGS[name as keyof typeof SETTINGS];
    if (!known.includes(name)) return [`unknown option settings.${name}; ${meantBy(name, known)}`];
    return (name in MAY_BE_UNDEFINED ? wrongOption : wrongValue)(label, value, parse);
  });
}

function problemsOf(label: string, values: unknown, parses: Bounds<string>): readonly string[] {
  if (!isObject(values)) return [`${label} must be an object, not ${shown(values)}`];
  return Object.entries(values).flatMap(([name, value]) => {
    const parse = parses[name];
    if (parse !== undefined) return wrongOption(`${label}.${name}`, value, parse);
    return [`${label} has no ${name}; ${meantBy(name, Object.keys(parses))}`];
  });
}

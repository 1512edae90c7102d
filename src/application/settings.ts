import { flag, type Parse } from '../domain/shared/fields.js';
import { aFunction, bigint, number } from '../domain/shared/option-checks.js';
import { err, ok } from '../domain/shared/result.js';
import {
  isSetting,
  settings,
  type CheckedSetting,
  type SettingValue,
  type ReadValues,
  type Table,
} from './setting.js';
import { accounts, dollars, fraction, hostNames, integer, trueOrFalse, ustx } from './setting-forms.js';

/** Checks for an array first, since a single text would pass as a list of its characters. */
const texts =
  (what: string): Parse<readonly string[]> =>
  (raw) =>
    Array.isArray(raw) && raw.every((one) => typeof one === 'string')
      ? ok(raw)
      : err({ reason: `must be a list of ${what}` });

const ANY = { check: number(0) };
const SOME = { check: number(1) };
const FLAG = { check: flag, form: trueOrFalse, byDefault: false } as const;
const MICRO_STX = { check: bigint(0n), form: ustx, byDefault: undefined } as const;
const DOLLARS = { ...ANY, form: dollars, byDefault: undefined } as const;
const share = (max: number) => ({ check: number(0, max), form: fraction(max) });

const QUOTA = integer(0, 1_000_000_000_000);

/** A limit that is off by default in the library, and on in the server unless its variable is 0. */
const quota = <const N extends string>(bounds: typeof ANY, env: N, inServer: number, about: string) =>
  ({ ...bounds, form: QUOTA, byDefault: undefined, none: 0, env, inServer, about }) as const;

/** Settings for who may do what. */
export const ACCESS_SETTINGS = settings({
  origins: {
    check: aFunction<() => readonly string[]>('a function that returns origins'),
    byDefault: () => [],
    about:
      'the server’s origins as callers know them, such as `https://swap.example.org`: a wallet’s message that names an `audience` must name one of them; a function, because a listener’s port may be known only once it listens',
  },
  requireBodyHash: {
    ...FLAG,
    env: 'SLUICE_METADATA_REQUIRE_BODY_HASH',
    about: '`true`: signatures must cover the saved metadata',
  },
  operatorWallets: {
    check: texts('addresses'),
    form: accounts,
    byDefault: [],
    inServer: undefined,
    defaultWords: 'none; on devnet the operator’s account, whose key is public',
    env: 'SLUICE_OPERATOR_WALLETS',
    about:
      'addresses of the wallets that may sign in to the [operator’s view](operator.md), separated by commas; its area responds with 404 without any',
  },
});

/** Settings for reading the chain and drawing conclusions from it. */
export const CHAIN_SETTINGS = settings({
  reservesMaxAgeMs: {
    ...ANY,
    byDefault: 5_000,
    about: 'maximum age of reserves for a quote, ms; execution always reads them again',
  },
  holdingsMaxAgeMs: {
    ...ANY,
    byDefault: 5 * 60 * 1000,
    about: 'maximum age of the holdings of sublinks in the list of vaults, ms; no route depends on them',
  },
  finalBlocks: {
    ...ANY,
    form: integer(1, 1_000),
    byDefault: 20,
    env: 'SLUICE_FINAL_BLOCKS',
    about: 'blocks after which a mined swap is no longer watched',
  },
  deathBlocks: {
    ...ANY,
    form: integer(1, 1_000),
    byDefault: 6,
    env: 'SLUICE_DEATH_BLOCKS',
    about: 'blocks that must pass before a swap is taken for dropped',
  },
  maxClockDriftMs: {
    ...ANY,
    form: integer(60_000, 86_400_000),
    byDefault: undefined,
    inServer: 1_800_000,
    onDevnet: undefined,
    env: 'SLUICE_MAX_CLOCK_DRIFT_MS',
    about: 'farthest that the clock may be from the newest block, ms; beyond it nothing runs',
  },
  minPricedShare: {
    ...share(1),
    byDefault: 0.5,
    env: 'SLUICE_MIN_PRICED_SHARE',
    about: 'share of the registered tokens; `/readyz` is degraded while fewer have a price',
  },
});

/** Settings for accepted orders, and for how swaps are sent and paid for. */
export const ORDER_SETTINGS = settings({
  slippage: {
    ...share(0.5),
    byDefault: 0.01,
    env: 'SLUICE_SLIPPAGE',
    about: 'fraction by which a swap’s amounts may move before the chain aborts it',
  },
  maxSlippage: {
    ...share(0.5),
    byDefault: 0.05,
    env: 'SLUICE_MAX_SLIPPAGE',
    about: 'largest `slippage` that an order may name for itself, a fraction up to 0.5',
  },
  minLiquidityUsd: {
    ...ANY,
    form: integer(0, 1_000_000_000),
    byDefault: 1_000,
    env: 'SLUICE_MIN_LIQUIDITY_USD',
    about:
      'dollars in pools of a trigger’s token below which it triggers nothing, unless its order names another amount',
  },
  confirmBlocks: {
    check: number(0, 100),
    form: integer(0, 100),
    byDefault: 2,
    env: 'SLUICE_CONFIRM_BLOCKS',
    about:
      'blocks after a price run on whose reserves a trigger must still be met, unless its order says otherwise',
  },
  limits: {
    minOperatorUstx: {
      ...MICRO_STX,
      env: 'SLUICE_MIN_OPERATOR_USTX',
      about: 'balance below which an operator account pays for nothing new, microSTX',
    },
    maxFeesPerHourUstx: {
      ...MICRO_STX,
      env: 'SLUICE_MAX_FEES_PER_HOUR_USTX',
      about: 'maximum fees within an hour, over all processes on the database, microSTX',
    },
    maxFeesPerDayUstx: {
      ...MICRO_STX,
      env: 'SLUICE_MAX_FEES_PER_DAY_USTX',
      about: 'maximum fees within 24 hours, microSTX',
    },
    maxOrderUsd: {
      ...DOLLARS,
      env: 'SLUICE_MAX_ORDER_USD',
      about: 'most that one order may be worth, in dollars of recorded prices',
    },
    maxHourlyUsd: {
      ...DOLLARS,
      env: 'SLUICE_MAX_HOURLY_USD',
      about: 'most that all swaps within an hour may be worth',
    },
  },
  dryRun: {
    ...FLAG,
    env: 'SLUICE_DRY_RUN',
    about: '`true`: swaps are planned and logged, and none is stored or sent',
  },
  requireAudience: {
    ...FLAG,
    env: 'SLUICE_REQUIRE_AUDIENCE',
    about: '`true`: wallets’ messages must name this server and its network',
  },
  requireSignedTerms: {
    ...FLAG,
    env: 'SLUICE_REQUIRE_SIGNED_TERMS',
    about: '`true`: accepts and sends only orders whose owner signed all terms',
  },
  allowOpenPayout: {
    ...FLAG,
    env: 'SLUICE_ALLOW_OPEN_PAYOUT',
    about: '`true`: takes new orders for routers that pay anyone, whose swaps can be copied',
  },
  stuckAfterMs: {
    ...ANY,
    form: integer(10, 86_400_000),
    byDefault: 600_000,
    env: 'SLUICE_STUCK_MS',
    about: 'how long a swap may stay unmined before its fee is raised, ms',
  },
  gapAfterMs: {
    ...ANY,
    byDefault: 15_000,
    about:
      'time for which a rejected swap may block later nonces before a transaction without effect takes its nonce, ms',
  },
  ownerInFlight: {
    ...SOME,
    form: integer(1, 1_000),
    byDefault: 10,
    env: 'SLUICE_OWNER_IN_FLIGHT',
    about: 'swaps that one owner may have under way at a time; 25 or more: no limit per owner',
  },
  ownerFailures: {
    ...SOME,
    form: integer(1, 1_000_000),
    byDefault: 5,
    env: 'SLUICE_OWNER_FAILURES',
    about: 'swaps of one owner that may fail at the operator’s cost within an hour',
  },
  endedChecks: {
    ...SOME,
    byDefault: 4,
    about: 'orders ended unpaid that a process compares with the chain a minute; each costs a read',
  },
});

/** Settings for messages to receivers named by strangers. */
export const WEBHOOK_SETTINGS = settings({
  webhookHosts: {
    check: texts('host names'),
    form: hostNames,
    byDefault: [],
    onDevnet: ['localhost', '127.0.0.1'],
    env: 'SLUICE_WEBHOOK_HOSTS',
    about:
      'hosts, separated by commas, that webhooks may lead to although they are not public, with http and any port ([why](../explanation/security.md#webhooks))',
  },
});

/** Settings that limit what strangers may store. Imports are not limited. */
export const STORAGE_SETTINGS = settings({
  quotas: {
    orderBytes: quota(
      ANY,
      'SLUICE_MAX_ORDER_BYTES',
      65_536,
      'bytes that one order may take; 0, here and below: no limit ([what strangers can store](../explanation/security.md#what-strangers-can-store))',
    ),
    openOrders: quota(ANY, 'SLUICE_MAX_OPEN_ORDERS', 1_000, 'open orders of one owner'),
    openBytes: quota(ANY, 'SLUICE_MAX_OPEN_BYTES', 10_000_000, 'bytes of one owner’s open orders'),
    dailyOrders: quota(
      ANY,
      'SLUICE_MAX_DAILY_ORDERS',
      10_000,
      'orders that one owner may place on a day of UTC, whatever becomes of them',
    ),
    dailyBytes: quota(ANY, 'SLUICE_MAX_DAILY_BYTES', 50_000_000, 'bytes of these'),
  },
  apiKeysPerWallet: quota(
    SOME,
    'SLUICE_MAX_API_KEYS',
    50,
    'active API keys of one wallet; as many revoked or expired ones are kept',
  ),
  webhooksPerWallet: quota(SOME, 'SLUICE_MAX_WEBHOOKS', 10, 'webhooks of one wallet'),
  deployerBytes: quota(
    SOME,
    'SLUICE_MAX_METADATA_BYTES',
    5_000_000,
    'bytes of the metadata records of one deployer; imports are not limited',
  ),
});

/** Every setting of the core. */
export const SETTINGS = {
  ...ACCESS_SETTINGS,
  ...CHAIN_SETTINGS,
  ...ORDER_SETTINGS,
  ...WEBHOOK_SETTINGS,
  ...STORAGE_SETTINGS,
} as const satisfies Table<CheckedSetting>;

/** Settings of the core, described in `SETTINGS`. */
export type CoreSettings = { readonly [K in keyof typeof SETTINGS]: SettingValue<(typeof SETTINGS)[K]> };

type ReadSettings = ReadValues<typeof SETTINGS>;

/** Picks the settings that environment variables can set. */
export const readCoreSettings = (values: ReadSettings): ReadSettings =>
  Object.fromEntries(
    Object.entries(values).filter(([name]) => {
      const row: Table[string] | undefined = SETTINGS[name as keyof typeof SETTINGS];
      return Object.hasOwn(SETTINGS, name) && (!isSetting(row) || row.env !== undefined);
    }),
  ) as ReadSettings;

/** The settings of a core for which none are given. */
export const DEFAULT_SETTINGS = Object.fromEntries(
  Object.entries<Table[string]>(SETTINGS).map(([name, row]) => [name, isSetting(row) ? row.byDefault : {}]),
) as CoreSettings;

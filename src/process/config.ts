import { readQuotas } from './config-quotas.js';
import type { SendingLimits } from '../domain/order/brakes.js';
import { readCallerLimits } from './config-callers.js';

export const AREAS = ['swap', 'prices', 'legacy', 'metadata', 'vaults'] as const;
export type AreaName = (typeof AREAS)[number];
export const ROLES = ['api', 'executor', 'recorder'] as const;
export type Role = (typeof ROLES)[number];
/** Names separated by commas, or a price in dollars. The oracle adapter validates the names. */
const BTC_SOURCES = /^([a-z]+(\s*,\s*[a-z]+)*|fixed:\d[\d.]*)$/;
const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const;

const OPERATOR_KEYS = /^[0-9a-fA-F]{64}(01)?(\s*,\s*[0-9a-fA-F]{64}(01)?)*$/;

/** Below it, following the chain's blocks alone would take the whole allowance. */
const MIN_API_RPM = 10;

/** The operator's settings, validated. */
export type Config = Readonly<ReturnType<typeof readConfig>>;

export type Environment = Readonly<Record<string, string | undefined>>;

/** A variable has an unusable value. The message names the variable and never contains a secret's value. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError';
}

/**
 * Reads the settings from the environment.
 *
 * @throws ConfigError naming the first variable whose value is unusable.
 */
export function readConfig(env: Environment) {
  const read = reader(env);
  const network = read.oneOf('SLUICE_NETWORK', ['devnet', 'testnet', 'mainnet'] as const, 'devnet');
  const isDevnet = network === 'devnet';
  const [stacksApiUrl, ...stacksFallbackUrls] = read.urls('STACKS_API_URL');
  const stacksApiKey = read.text('STACKS_API_KEY');
  if (!isDevnet && stacksApiUrl === undefined) {
    throw new ConfigError(`STACKS_API_URL is required when SLUICE_NETWORK is ${network}`);
  }
  const trustProxy = read.integer('SLUICE_TRUST_PROXY', { min: 0, max: 100, byDefault: 0 });
  const operatorKeyFile = read.text('SLUICE_OPERATOR_KEY_FILE');
  if (operatorKeyFile !== undefined && read.text('SLUICE_OPERATOR_KEY') !== undefined)
    throw new ConfigError('SLUICE_OPERATOR_KEY and SLUICE_OPERATOR_KEY_FILE must not both be set');
  return {
    network,
    /** Absent on devnet: an embedded devnet is started. */
    stacksApiUrl,
    /** For when the first address fails, in order of preference. */
    stacksFallbackUrls,
    port: read.integer('PORT', { min: 0, max: 65_535, byDefault: 3000 }),
    host: read.text('HOST') ?? '127.0.0.1',
    /** Where `/metrics` is served, in place of the listener. */
    metricsAddress: read.address('SLUICE_METRICS_ADDR'),
    databaseUrl:
      read.matching('DATABASE_URL', /^(sqlite:.+|postgres(ql)?:\/\/.+)$/, 'sqlite:<path> or postgres://…') ??
      'sqlite:./data/sluice.db',
    stacksApiKey,
    /** Requests a minute that the node's host allows this process; undefined for no limit. */
    stacksApiRpm:
      read.optionalInteger('STACKS_API_RPM', { min: MIN_API_RPM, max: 10_000 }) ??
      (isDevnet ? undefined : stacksApiKey === undefined ? 45 : 450),
    /**
     * Secrets, separated by commas. Absent on devnet: the public development key is used. Absent elsewhere: no swaps are
     * sent.
     */
    operatorKeys: read.matching(
      'SLUICE_OPERATOR_KEY',
      OPERATOR_KEYS,
      '64 hex characters, or 66 ending in 01, or several such keys separated by commas',
    ),
    /** Path of a file with an operator key a line. */
    operatorKeyFile,
    limits: readLimits(read),
    ...readQuotas(read.integer),
    /** Whether swaps are only planned and logged. */
    dryRun: read.flag('SLUICE_DRY_RUN'),
    registryPath: read.text('SLUICE_REGISTRY'),
    hosts: read.hosts('SLUICE_HOSTS'),
    areas: read.manyOf('SLUICE_AREAS', AREAS),
    roles: read.manyOf('SLUICE_ROLES', ROLES),
    /** Origins at which callers know this server, besides its hosts and its listener. */
    publicOrigins: read.urls('SLUICE_PUBLIC_URL').map((url) => new URL(url).origin),
    /** Whether wallets' messages must name this server and its network. */
    requireAudience: read.flag('SLUICE_REQUIRE_AUDIENCE'),
    /** Whether orders must carry their owner's signature over all their terms. */
    requireSignedTerms: read.flag('SLUICE_REQUIRE_SIGNED_TERMS'),
    /** Whether new orders are taken for routers that pay anyone. */
    allowOpenPayout: read.flag('SLUICE_ALLOW_OPEN_PAYOUT'),
    corsOrigins: read.list('SLUICE_CORS_ORIGINS') ?? ['*'],
    /** Origins whose web pages can read and write token metadata. */
    metadataOrigins: read.origins('SLUICE_METADATA_ORIGINS'),
    /** Whether the signature of a metadata write must cover its body. */
    requireBodyHash: read.flag('SLUICE_METADATA_REQUIRE_BODY_HASH'),
    /** Whether the chain must have the contract whose metadata is saved. */
    requireContract: read.flag('SLUICE_METADATA_REQUIRE_CONTRACT', 'true'),
    /** Notified of each change of a token's metadata. */
    metadataRereadUrl: read.url('SLUICE_METADATA_REREAD_URL'),
    /** Time between blocks of the embedded devnet. */
    blockMs: read.integer('SLUICE_BLOCK_MS', { min: 10, max: 3_600_000, byDefault: 1000 }),
    /** The longest time between two executor passes. */
    executorMs: read.integer('SLUICE_EXECUTOR_MS', {
      min: 10,
      max: 3_600_000,
      byDefault: isDevnet ? 1000 : 60_000,
    }),
    /** How long a swap may be pending before it is replaced with a higher fee. */
    stuckMs: read.integer('SLUICE_STUCK_MS', { min: 10, max: 86_400_000, byDefault: 600_000 }),
    /** Blocks on top of a swap's block after which it is final. */
    finalBlocks: read.integer('SLUICE_FINAL_BLOCKS', { min: 1, max: 1_000, byDefault: 20 }),
    /** Blocks that must pass before a swap whose nonce another transaction used is taken for dropped. */
    deathBlocks: read.integer('SLUICE_DEATH_BLOCKS', { min: 1, max: 1_000, byDefault: 6 }),
    /** How far the clock may be from the newest block's time; undefined on devnet, whose blocks come on request. */
    maxClockDriftMs:
      read.optionalInteger('SLUICE_MAX_CLOCK_DRIFT_MS', { min: 60_000, max: 86_400_000 }) ??
      (isDevnet ? undefined : 1_800_000),
    /** How many swaps one owner may have under way; from 25 on, only the operator's account limits them. */
    ownerInFlight: read.integer('SLUICE_OWNER_IN_FLIGHT', { min: 1, max: 1_000, byDefault: 10 }),
    /** How many swaps of one owner may fail within an hour. */
    ownerFailures: read.integer('SLUICE_OWNER_FAILURES', { min: 1, max: 1_000_000, byDefault: 5 }),
    /** Default slippage. */
    slippage: read.fraction('SLUICE_SLIPPAGE', { max: 0.5, byDefault: 0.01 }),
    /** The largest slippage that an order may name for itself. */
    maxSlippage: read.fraction('SLUICE_MAX_SLIPPAGE', { max: 0.5, byDefault: 0.05 }),
    /** Dollars in pools of a trigger's tokens below which nothing triggers an order, unless its order names another amount. */
    minLiquidityUsd: read.integer('SLUICE_MIN_LIQUIDITY_USD', {
      min: 0,
      max: 1_000_000_000,
      byDefault: 1_000,
    }),
    maxFeeUstx: BigInt(
      read.integer('SLUICE_MAX_FEE_USTX', { min: 1, max: 1_000_000_000, byDefault: 10_000 }),
    ),
    btcSources:
      read.matching('SLUICE_BTC_SOURCES', BTC_SOURCES, 'names separated by commas, or fixed:<dollars>') ??
      (isDevnet ? 'fixed:100000' : 'kraken,coinbase,bitstamp'),
    /** The share of the registered tokens below which a run that prices fewer is reported as degraded. */
    minPricedShare: read.fraction('SLUICE_MIN_PRICED_SHARE', { max: 1, byDefault: 0.5 }),
    /** Number of proxies in front of the server whose forwarded headers are trusted. */
    trustProxy,
    ...readCallerLimits(read.integer, { isDevnet, trustProxy }),
    /** Requests per minute and address to the legacy area; 0 for no limit. */
    legacyRateLimit: read.integer('SLUICE_LEGACY_RATE_LIMIT', { min: 0, max: 1_000_000, byDefault: 100 }),
    devnetControlPort: read.optionalInteger('SLUICE_DEVNET_CONTROL_PORT', { min: 0, max: 65_535 }),
    /** A secret. Callers of the test controls must send it. */
    devnetControlToken: read.text('SLUICE_DEVNET_CONTROL_TOKEN'),
    logLevel: read.oneOf('LOG_LEVEL', LOG_LEVELS, 'info'),
  };
}

/** What the operator allows at most; undefined where there is no limit. */
const readLimits = (read: ReturnType<typeof reader>): SendingLimits => ({
  minOperatorUstx: read.ustx('SLUICE_MIN_OPERATOR_USTX'),
  maxFeesPerHourUstx: read.ustx('SLUICE_MAX_FEES_PER_HOUR_USTX'),
  maxFeesPerDayUstx: read.ustx('SLUICE_MAX_FEES_PER_DAY_USTX'),
  maxOrderUsd: read.dollars('SLUICE_MAX_ORDER_USD'),
  maxHourlyUsd: read.dollars('SLUICE_MAX_HOURLY_USD'),
});

/**
 * How often (ms) the chain's newest block is looked up: a quarter of the request allowance, at most every second. On devnet
 * blocks come every second, and often on request.
 */
export function blockCheckMs({ stacksApiRpm }: Pick<Config, 'stacksApiRpm'>): number {
  return stacksApiRpm === undefined ? 500 : Math.max(1_000, Math.ceil(60_000 / (stacksApiRpm / 4)));
}

/** How many ended orders are compared with the chain a minute: a tenth of the request allowance. */
export function endedChecksOf({ stacksApiRpm }: Pick<Config, 'stacksApiRpm'>): number {
  return stacksApiRpm === undefined ? 60 : Math.max(1, Math.floor(stacksApiRpm / 10));
}

const SQLITE = 'sqlite:';
const IN_MEMORY = `${SQLITE}:memory:`;

/** The path of the SQLite file that the URL names; undefined for Postgres and for a database in memory. */
export const sqliteFileOf = (databaseUrl: string): string | undefined =>
  databaseUrl.startsWith(SQLITE) && databaseUrl !== IN_MEMORY ? databaseUrl.slice(SQLITE.length) : undefined;

/** The path of the embedded devnet's journal, beside the database; undefined for a database in memory. */
export function devnetJournalPath({ databaseUrl }: Pick<Config, 'databaseUrl'>): string | undefined {
  if (databaseUrl === IN_MEMORY) return undefined;
  const file = sqliteFileOf(databaseUrl);
  if (file !== undefined) return `${file}.devnet.jsonl`;
  return `./data/${new URL(databaseUrl).pathname.slice(1)}.devnet.jsonl`;
}

/** Browsers' Origin headers are compared as text, so only the canonical form is usable. */
const isOrigin = (text: string): boolean => URL.canParse(text) && new URL(text).origin === text;

const isHttpUrl = (text: string): boolean => URL.canParse(text) && /^https?:$/.test(new URL(text).protocol);

type Range = Readonly<Record<'min' | 'max', number>>;

function reader(env: Environment) {
  const text = (name: string) => env[name]?.trim() || undefined;
  const fail = (name: string, wanted: string): never => {
    throw new ConfigError(`${name} must be ${wanted}`);
  };
  const optionalInteger = (name: string, { min, max }: Range): number | undefined => {
    const raw = text(name);
    if (raw === undefined) return undefined;
    const value = /^\d{1,15}$/.test(raw) ? Number(raw) : NaN;
    return value >= min && value <= max ? value : fail(name, `a whole number from ${min} to ${max}`);
  };
  const list = (name: string): readonly string[] | undefined =>
    text(name)
      ?.split(',')
      .map((item) => item.trim())
      .filter((item) => item !== '');
  const known = <T extends string>(name: string, all: readonly T[], raw: string): T =>
    all.find((item) => item === raw) ?? fail(name, `one of ${all.join(', ')}`);
  return {
    text,
    list,
    optionalInteger,
    integer: (name: string, { byDefault, ...range }: Range & { byDefault: number }) =>
      optionalInteger(name, range) ?? byDefault,
    /** An amount of at least a microSTX. */
    ustx: (name: string): bigint | undefined => {
      const value = optionalInteger(name, { min: 1, max: 999_999_999_999_999 });
      return value === undefined ? undefined : BigInt(value);
    },
    dollars: (name: string): number | undefined => {
      const raw = text(name);
      if (raw === undefined) return undefined;
      const value = /^\d{1,12}(\.\d{1,6})?$/.test(raw) ? Number(raw) : 0;
      return value > 0 ? value : fail(name, 'an amount of dollars above 0, without a sign');
    },
    fraction: (name: string, { max, byDefault }: { max: number; byDefault: number }) => {
      const raw = text(name);
      if (raw === undefined) return byDefault;
      const value = /^\d(\.\d{1,17})?$/.test(raw) ? Number(raw) : NaN;
      return value <= max ? value : fail(name, `a fraction from 0 to ${max}`);
    },
    matching: (name: string, shape: RegExp, wanted: string) => {
      const raw = text(name);
      return raw === undefined || shape.test(raw) ? raw : fail(name, wanted);
    },
    url: (name: string) => {
      const raw = text(name);
      return raw === undefined || isHttpUrl(raw) ? raw : fail(name, 'an http or https address');
    },
    urls: (name: string) =>
      (list(name) ?? []).map((item) =>
        isHttpUrl(item) ? item : fail(name, 'an http or https address, or several separated by commas'),
      ),
    /** A host, or an IPv6 address in brackets, and a port. */
    address: (name: string) => {
      const raw = text(name);
      if (raw === undefined) return undefined;
      const [, bracketed, host = bracketed, digits] =
        /^(?:\[([0-9a-f:.]+)\]|([a-z0-9.-]+)):(\d{1,5})$/i.exec(raw) ?? [];
      const port = Number(digits);
      return host !== undefined && port <= 65_535
        ? { host, port }
        : fail(name, 'a host and a port, such as 127.0.0.1:9464');
    },
    flag: (name: string, byDefault: 'true' | 'false' = 'false') =>
      known(name, ['true', 'false'] as const, text(name) ?? byDefault) === 'true',
    origins: (name: string) =>
      list(name)?.map((item) =>
        isOrigin(item) ? item : fail(name, 'a list of origins such as https://app.example.org'),
      ) ?? [],
    oneOf: <T extends string>(name: string, all: readonly T[], byDefault: T) =>
      known(name, all, text(name) ?? byDefault),
    manyOf: <T extends string>(name: string, all: readonly T[]) =>
      list(name)?.map((item) => known(name, all, item)) ?? all,
    hosts: (name: string): Partial<Record<AreaName, string>> => {
      const hostOf = (pair: string) => {
        const [area = '', host = ''] = pair.split('=');
        if (!/^[a-z0-9.-]+$/i.test(host)) fail(name, 'a list of area=host');
        return [known(name, AREAS, area), host.toLowerCase()] as const;
      };
      return Object.fromEntries(list(name)?.map(hostOf) ?? []);
    },
  };
}

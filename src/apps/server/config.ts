import { NodeHasher } from '../../adapters/system/index.js';
import type { SendingLimits } from '../../domain/order/evaluation/brakes.js';
import type { OrderQuotas } from '../../domain/order/limits/quotas.js';
import { parseAddress } from '../../domain/shared/address.js';
import { AREAS, type SettingValues } from './settings/index.js';
import { readSettings, type Environment } from './settings/read.js';
import { StartError } from '../run/start-error.js';
import { blockCheckMsFor, endedChecksFor } from '../run/pace.js';

const { sha256 } = new NodeHasher();

export { AREAS };
export type { Environment };
export type AreaName = (typeof AREAS)[number];

/** The operator's settings, validated. */
export type Config = Readonly<ReturnType<typeof readConfig>>;

/** A setting is unusable. The message names its variable and never contains a secret's value. */
export class ConfigError extends StartError {
  override readonly name = 'ConfigError';
}

/**
 * Reads the settings from the environment.
 *
 * @throws ConfigError with a line for each unusable value and each `SLUICE_…` that is no setting.
 */
export function readConfig(env: Environment) {
  const { values: v, problems } = readSettings(env);
  const network = v.SLUICE_NETWORK;
  const isDevnet = network === 'devnet';
  const [stacksApiUrl, ...stacksFallbackUrls] = v.STACKS_API_URL;
  const isNodeMissing = !isDevnet && stacksApiUrl === undefined && !problems.some(isAboutNode);
  refuse([
    ...problems,
    ...(isNodeMissing ? [`STACKS_API_URL is required when SLUICE_NETWORK is ${network}`] : []),
    ...unservedHosts(v),
    ...foreignWallets(v),
    ...(v.SLUICE_OPERATOR_KEY !== undefined && v.SLUICE_OPERATOR_KEY_FILE !== undefined
      ? ['SLUICE_OPERATOR_KEY and SLUICE_OPERATOR_KEY_FILE must not both be set']
      : []),
  ]);
  return {
    network,
    /** Absent on devnet: an embedded devnet is started. */
    stacksApiUrl,
    /** For when the first address fails, in order of preference. */
    stacksFallbackUrls,
    port: v.PORT,
    host: v.HOST,
    /** Address at which `/metrics` is served, in place of the listener. */
    metricsAddress: v.SLUICE_METRICS_ADDR,
    databaseUrl: v.DATABASE_URL,
    /** The Postgres schema of the tables; that of a new connection when absent. */
    databaseSchema: v.SLUICE_DB_SCHEMA,
    /** Location of the log of ends: a path, or the URL of another database. */
    endsLog: v.SLUICE_ENDS_LOG,
    stacksApiKey: v.STACKS_API_KEY,
    /** Requests a minute that the node's host allows this process; undefined for no limit. */
    stacksApiRpm: v.STACKS_API_RPM ?? (isDevnet ? undefined : v.STACKS_API_KEY === undefined ? 45 : 450),
    /**
     * Secrets, separated by commas. Absent on devnet: the public development key is used. Absent elsewhere: no swaps are
     * sent.
     */
    operatorKeys: v.SLUICE_OPERATOR_KEY,
    /** Path of a file with an operator key a line. */
    operatorKeyFile: v.SLUICE_OPERATOR_KEY_FILE,
    limits: limitsOf(v),
    ...quotasOf(v),
    /** Whether swaps are only planned and logged. */
    dryRun: v.SLUICE_DRY_RUN,
    registryPath: v.SLUICE_REGISTRY,
    hosts: v.SLUICE_HOSTS,
    /** Path of the page for people; undefined for none. */
    pagePath: v.SLUICE_PAGE === 'off' ? undefined : (v.SLUICE_PAGE as `/${string}`),
    areas: v.SLUICE_AREAS,
    roles: v.SLUICE_ROLES,
    /** Origins at which callers know this server, besides its hosts and its listener. */
    publicOrigins: v.SLUICE_PUBLIC_URL.map((url) => new URL(url).origin),
    /** Whether wallets' messages must name this server and its network. */
    requireAudience: v.SLUICE_REQUIRE_AUDIENCE,
    /** Whether orders must carry their owner's signature over all their terms. */
    requireSignedTerms: v.SLUICE_REQUIRE_SIGNED_TERMS,
    /** Whether new orders are taken for routers that pay anyone. */
    allowOpenPayout: v.SLUICE_ALLOW_OPEN_PAYOUT,
    corsOrigins: originsOf(v.SLUICE_CORS_ORIGINS),
    /** Origins whose web pages can read prices, in both shapes. */
    pricesOrigins: originsOf(v.SLUICE_PRICES_ORIGINS),
    /** Origins whose web pages can read and write token metadata. */
    metadataOrigins: v.SLUICE_METADATA_ORIGINS,
    /** Whether the signature of a metadata write must cover its body. */
    requireBodyHash: v.SLUICE_METADATA_REQUIRE_BODY_HASH,
    /** Whether the chain must have the contract whose metadata is saved. */
    requireContract: v.SLUICE_METADATA_REQUIRE_CONTRACT,
    /** Notified of each change of a token's metadata. */
    metadataRereadUrl: v.SLUICE_METADATA_REREAD_URL,
    /** Time between blocks of the embedded devnet. */
    blockMs: v.SLUICE_BLOCK_MS,
    /** The longest time between two executor passes. */
    executorMs: v.SLUICE_EXECUTOR_MS,
    /** Time for which a swap may be pending before it is replaced with a higher fee. */
    stuckMs: v.SLUICE_STUCK_MS,
    /** Blocks on top of a swap's block after which it is final. */
    finalBlocks: v.SLUICE_FINAL_BLOCKS,
    /** Blocks that must pass before a swap whose nonce another transaction used is taken for dropped. */
    deathBlocks: v.SLUICE_DEATH_BLOCKS,
    /** Maximum difference between the clock and the newest block's time; undefined on devnet, whose blocks come on request. */
    maxClockDriftMs: v.SLUICE_MAX_CLOCK_DRIFT_MS ?? (isDevnet ? undefined : 1_800_000),
    /** Maximum number of swaps that one owner may have under way; from 25 on, only the operator's account limits them. */
    ownerInFlight: v.SLUICE_OWNER_IN_FLIGHT,
    /** Maximum number of swaps of one owner that may fail within an hour. */
    ownerFailures: v.SLUICE_OWNER_FAILURES,
    /** Default slippage. */
    slippage: v.SLUICE_SLIPPAGE,
    /** The largest slippage that an order may name for itself. */
    maxSlippage: v.SLUICE_MAX_SLIPPAGE,
    /** Dollars in pools of a trigger's tokens below which nothing triggers an order, unless its order names another amount. */
    minLiquidityUsd: v.SLUICE_MIN_LIQUIDITY_USD,
    maxFeeUstx: BigInt(v.SLUICE_MAX_FEE_USTX),
    btcSources: v.SLUICE_BTC_SOURCES,
    /** The share of the registered tokens below which a run that prices fewer is reported as degraded. */
    minPricedShare: v.SLUICE_MIN_PRICED_SHARE,
    /** Number of proxies in front of the server whose forwarded headers are trusted. */
    trustProxy: v.SLUICE_TRUST_PROXY,
    ...callerLimitsOf(v, isDevnet),
    /** Requests per minute and address to the legacy area; 0 for no limit. */
    legacyRateLimit: v.SLUICE_LEGACY_RATE_LIMIT,
    devnetControlPort: v.SLUICE_DEVNET_CONTROL_PORT,
    /** A secret. Callers of the test controls must send it. */
    devnetControlToken: v.SLUICE_DEVNET_CONTROL_TOKEN,
    /** Wallets that may sign in as the operator's. Absent on devnet: the account whose key is public. Absent elsewhere: none. */
    operatorWallets: v.SLUICE_OPERATOR_WALLETS,
    /** Whether wallets may create webhooks. */
    webhooks: v.SLUICE_WEBHOOKS,
    /** Hosts that webhooks may lead to although they are not public. */
    webhookHosts: v.SLUICE_WEBHOOK_HOSTS,
    /** Whether pictures of tokens are read from where the chain’s `token_uri` leads. */
    tokenUris: v.SLUICE_TOKEN_URIS,
    /** Over which `ipfs:` addresses are read. */
    ipfsGateway: v.SLUICE_IPFS_GATEWAY,
    logLevel: v.LOG_LEVEL,
  };
}

const originsOf = (listed: readonly string[]) => (listed.includes('*') ? ('*' as const) : listed);

const isAboutNode = (problem: string): boolean => problem.startsWith('STACKS_API_URL');

function unservedHosts(v: SettingValues): readonly string[] {
  const served: readonly string[] = v.SLUICE_ROLES.includes('api') ? v.SLUICE_AREAS : [];
  return Object.keys(v.SLUICE_HOSTS)
    .filter((area) => !served.includes(area))
    .map(
      (area) =>
        `SLUICE_HOSTS names ${area}, which SLUICE_AREAS and SLUICE_ROLES do not let this process serve`,
    );
}

/** A wallet of another network, or with a typing error, would be one that can never sign in. */
function foreignWallets(v: SettingValues): readonly string[] {
  return (v.SLUICE_OPERATOR_WALLETS ?? []).flatMap((wallet) => {
    const parsed = parseAddress(wallet, v.SLUICE_NETWORK, sha256);
    return parsed.ok ? [] : [`SLUICE_OPERATOR_WALLETS names ${wallet}, which ${parsed.error.reason}`];
  });
}

function refuse(problems: readonly string[]): void {
  if (problems.length === 0) return;
  const lines =
    problems.length === 1 ? problems : [`${problems.length} settings cannot be used:`, ...problems];
  throw new ConfigError(lines.join('\n  '));
}

/** Returns the limits that the operator sets, each undefined if there is no limit. */
const limitsOf = (v: SettingValues): SendingLimits => ({
  minOperatorUstx: v.SLUICE_MIN_OPERATOR_USTX,
  maxFeesPerHourUstx: v.SLUICE_MAX_FEES_PER_HOUR_USTX,
  maxFeesPerDayUstx: v.SLUICE_MAX_FEES_PER_DAY_USTX,
  maxOrderUsd: v.SLUICE_MAX_ORDER_USD,
  maxHourlyUsd: v.SLUICE_MAX_HOURLY_USD,
});

/** Returns the limits on what strangers may have stored, each undefined if none. */
function quotasOf(v: SettingValues) {
  const quotas: OrderQuotas = {
    orderBytes: v.SLUICE_MAX_ORDER_BYTES || undefined,
    openOrders: v.SLUICE_MAX_OPEN_ORDERS || undefined,
    openBytes: v.SLUICE_MAX_OPEN_BYTES || undefined,
    dailyOrders: v.SLUICE_MAX_DAILY_ORDERS || undefined,
    dailyBytes: v.SLUICE_MAX_DAILY_BYTES || undefined,
  };
  return {
    quotas,
    /** Orders and bytes that the requests of one client address may store within an hour. */
    addressQuotas: {
      orders: v.SLUICE_ADDRESS_ORDERS_PER_HOUR || undefined,
      bytes: v.SLUICE_ADDRESS_BYTES_PER_HOUR || undefined,
    },
    /** Active API keys of one wallet. */
    apiKeysPerWallet: v.SLUICE_MAX_API_KEYS || undefined,
    /** Webhooks of one wallet. */
    webhooksPerWallet: v.SLUICE_MAX_WEBHOOKS || undefined,
    /** Bytes of metadata records of one deployer. */
    deployerBytes: v.SLUICE_MAX_METADATA_BYTES || undefined,
  };
}

/** Returns the limits on what one caller, and all of them together, may take of the server. */
function callerLimitsOf(v: SettingValues, isDevnet: boolean) {
  return {
    /** Calls of each kind per minute and address; 0 for no limit. */
    rates: {
      reads: v.SLUICE_READS_PER_MINUTE,
      quotes: v.SLUICE_QUOTES_PER_MINUTE,
      creates: v.SLUICE_CREATES_PER_MINUTE,
      cancels: v.SLUICE_CANCELS_PER_MINUTE,
      executes: v.SLUICE_EXECUTES_PER_MINUTE,
      keys: v.SLUICE_KEY_CALLS_PER_MINUTE,
    },
    /** Maximum number of lists over 64 KB that are sent at a time. */
    listStreams: v.SLUICE_LIST_STREAMS,
    /** Each open stream has a connection; a quarter of them is left for everything else. */
    eventStreams: {
      atATime: v.SLUICE_EVENT_STREAMS ?? Math.ceil((v.SLUICE_MAX_CONNECTIONS * 3) / 4),
      perAddress: v.SLUICE_EVENT_STREAMS_PER_ADDRESS,
    },
    maxConnections: v.SLUICE_MAX_CONNECTIONS,
    /** Connections of one address; 0 for no limit. Trusted proxies connect for all callers. */
    connectionsPerAddress:
      v.SLUICE_CONNECTIONS_PER_ADDRESS ?? (isDevnet || v.SLUICE_TRUST_PROXY > 0 ? 0 : 250),
  };
}

/** Whether the process runs a devnet of its own. */
export const hasDevnet = ({ network, stacksApiUrl }: Pick<Config, 'network' | 'stacksApiUrl'>): boolean =>
  network === 'devnet' && stacksApiUrl === undefined;

/** Returns the interval (ms) at which the chain's newest block is looked up. */
export const blockCheckMs = ({ stacksApiRpm }: Pick<Config, 'stacksApiRpm'>): number =>
  blockCheckMsFor(stacksApiRpm);

/** Returns the number of ended orders to compare with the chain a minute. */
export const endedChecksOf = ({ stacksApiRpm }: Pick<Config, 'stacksApiRpm'>): number =>
  endedChecksFor(stacksApiRpm);

const SQLITE = 'sqlite:';
const IN_MEMORY = `${SQLITE}:memory:`;

export const isInMemory = (databaseUrl: string): boolean => databaseUrl === IN_MEMORY;

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

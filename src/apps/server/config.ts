import { availableParallelism } from 'node:os';
import { NodeHasher } from '../../adapters/system/index.js';
import { parseAddress } from '../../domain/shared/address.js';
import { AREAS, type SettingValues } from './settings/index.js';
import { readSettings, type Environment } from './settings/read.js';
import { StartError } from '../run/start-error.js';
import { blockCheckMsFor } from '../run/pace.js';

const { sha256 } = new NodeHasher();
const SQLITE = 'sqlite:';

export { AREAS };
export type { Environment };
export type AreaName = (typeof AREAS)[number];

/** The operator's settings, validated. */
export type Config = Readonly<ReturnType<typeof readConfig>>;

/** Error for an unusable setting. The message names its variable and never contains a secret. */
export class ConfigError extends StartError {
  override readonly name = 'ConfigError';
}

/**
 * Reads the settings from the environment.
 *
 * @throws ConfigError with a line for each unusable value and each unknown `SLUICE_…` variable.
 */
export function readConfig(env: Environment) {
  const { values, problems } = readSettings(env);
  const { stacksApiUrls, ...settings } = values;
  const { network, trustProxy, maxConnections, eventStreams } = settings;
  const isDevnet = network === 'devnet';
  const [stacksApiUrl, ...stacksFallbackUrls] = stacksApiUrls;
  const workers = workersOf(values);
  const isNodeMissing = !isDevnet && stacksApiUrl === undefined && !problems.some(isAboutNode);
  refuse([
    ...problems,
    ...(isNodeMissing ? [`STACKS_API_URL is required when SLUICE_NETWORK is ${network}`] : []),
    ...unservedHosts(values),
    ...foreignWallets(values),
    ...(values.databaseReadUrls.length > 0 && values.databaseUrl.startsWith(SQLITE)
      ? ['DATABASE_READ_URL needs a Postgres database in DATABASE_URL']
      : []),
    ...uselessWorkers(values),
    ...(values.operatorKeys !== undefined && values.operatorKeyFile !== undefined
      ? ['SLUICE_OPERATOR_KEY and SLUICE_OPERATOR_KEY_FILE must not both be set']
      : []),
  ]);
  return {
    ...settings,
    /** Processes that serve callers. */
    workers,
    /** Processes that share the node's allowance: the workers, and one for the other roles, if there are several. */
    processes: workers === 1 ? 1 : workers + (settings.roles.some((role) => role !== 'api') ? 1 : 0),
    /** Address of the Stacks node. Absent on devnet for an embedded devnet. */
    stacksApiUrl,
    /** Fallbacks for the first address, in order of preference. */
    stacksFallbackUrls,
    /** Requests per minute that the node's host allows this process; undefined for no limit. */
    stacksApiRpm:
      values.stacksApiRpm ?? (isDevnet ? undefined : values.stacksApiKey === undefined ? 45 : 450),
    /** Each open stream takes up a connection; a quarter of the connections is left for everything else. */
    eventStreams: { ...eventStreams, atATime: eventStreams.atATime ?? Math.ceil((maxConnections * 3) / 4) },
    /** Connections per address; 0 for no limit. There is none by default behind a trusted proxy, which connects for all callers. */
    connectionsPerAddress: values.connectionsPerAddress ?? (isDevnet || trustProxy > 0 ? 0 : 250),
  };
}

const isAboutNode = (problem: string): boolean => problem.startsWith('STACKS_API_URL');

function unservedHosts({ roles, areas, hosts }: SettingValues): readonly string[] {
  const served: readonly string[] = roles.includes('api') ? areas : [];
  return Object.keys(hosts)
    .filter((area) => !served.includes(area))
    .map(
      (area) =>
        `SLUICE_HOSTS names ${area}, which SLUICE_AREAS and SLUICE_ROLES do not let this process serve`,
    );
}

/** Whether more than one process can serve callers. An SQLite file belongs to one process. */
const canShare = ({ roles, databaseUrl }: SettingValues): boolean =>
  roles.includes('api') && !databaseUrl.startsWith(SQLITE);

/** Workers, where they are of use; one elsewhere. */
const workersOf = (values: SettingValues): number =>
  values.workers !== 'auto' ? values.workers : canShare(values) ? availableParallelism() : 1;

function uselessWorkers(values: SettingValues): readonly string[] {
  if (values.workers === 'auto' || values.workers === 1 || canShare(values)) return [];
  return values.databaseUrl.startsWith(SQLITE)
    ? [
        `SLUICE_WORKERS is ${values.workers}, and DATABASE_URL names an SQLite file, which belongs to one process: name a Postgres database, or leave SLUICE_WORKERS out`,
      ]
    : [
        `SLUICE_WORKERS is ${values.workers}, and SLUICE_ROLES lacks api: only that role is divided among workers`,
      ];
}

/** Problems of the operator's wallets: one of another network, or with a typo, could never sign in. */
function foreignWallets({ network, operatorWallets }: SettingValues): readonly string[] {
  return (operatorWallets ?? []).flatMap((wallet) => {
    const parsed = parseAddress(wallet, network, sha256);
    return parsed.ok ? [] : [`SLUICE_OPERATOR_WALLETS names ${wallet}, which ${parsed.error.reason}`];
  });
}

function refuse(problems: readonly string[]): void {
  if (problems.length === 0) return;
  const lines =
    problems.length === 1 ? problems : [`${problems.length} settings cannot be used:`, ...problems];
  throw new ConfigError(lines.join('\n  '));
}

/** Whether the process runs an embedded devnet. */
export const hasDevnet = ({ network, stacksApiUrl }: Pick<Config, 'network' | 'stacksApiUrl'>): boolean =>
  network === 'devnet' && stacksApiUrl === undefined;

/** Returns the interval (ms) of checks for a new block. */
export const blockCheckMs = (config: Pick<Config, 'stacksApiRpm' | 'processes'>): number =>
  blockCheckMsFor(ownShare(config));

/** Returns the part of the node's allowance that paces the repeated reads of this process; undefined if it is unlimited. */
export const ownShare = ({ stacksApiRpm, processes }: Pick<Config, 'stacksApiRpm' | 'processes'>) =>
  stacksApiRpm && stacksApiRpm / processes;

const IN_MEMORY = `${SQLITE}:memory:`;

export const isInMemory = (databaseUrl: string): boolean => databaseUrl === IN_MEMORY;

/** The path of the SQLite file in the URL; undefined for Postgres and for a database in memory. */
export const sqliteFileOf = (databaseUrl: string): string | undefined =>
  databaseUrl.startsWith(SQLITE) && databaseUrl !== IN_MEMORY ? databaseUrl.slice(SQLITE.length) : undefined;

/** The path of the embedded devnet's journal, next to the database; undefined for a database in memory. */
export function devnetJournalPath({ databaseUrl }: Pick<Config, 'databaseUrl'>): string | undefined {
  if (databaseUrl === IN_MEMORY) return undefined;
  const file = sqliteFileOf(databaseUrl);
  if (file !== undefined) return `${file}.devnet.jsonl`;
  return `./data/${new URL(databaseUrl).pathname.slice(1)}.devnet.jsonl`;
}

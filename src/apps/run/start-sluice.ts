import type { Container, ContainerModule } from 'inversify';
import { ContainerModule as Module } from 'inversify';
import { makeBtcSources } from '../../adapters/btc-oracle/index.js';
import {
  bindResource,
  closeContainer,
  CORE,
  createContainer,
  portsModule,
  STORAGE,
  storageModule,
} from '../../adapters/inversify/index.js';
import { ALL_PORTS, unboundPorts } from '../../adapters/inversify/container.js';
import { parseOperatorKey } from '../../adapters/stacks/index.js';
import { systemPorts } from '../../adapters/system/index.js';
import type { DatabaseSource } from '../../adapters/typeorm/index.js';
import type { Core } from '../../application/core.js';
import { SETTINGS, type CoreSettings } from '../../application/settings.js';
import { unwrap } from '../../domain/shared/result.js';
import type { Ports } from '../../ports/index.js';
import { BACKGROUND_WORK, backgroundModule, PASS_ENDED, STEP_BEGINS } from './background-module.js';
import { chainPortsModule, NODE, OPERATOR_KEYS, WRITTEN_REGISTRY } from './chain-ports.js';
import { checkOptions } from './check-options.js';
import { CHAIN_LOG, readableLog, SILENT, WORK_LOG } from './log.js';
import { openNode } from './node.js';
import type { ChainOptions, SluiceOptions } from './options.js';
import { blockCheckMsFor, paceSettings, ROLES } from './pace.js';
import { BTC_SOURCES, CHAIN_RUN_SETTINGS, given, RUN_SETTINGS } from './settings.js';
import { tokenUriModule } from './token-uri-module.js';
import { webhookModule } from './webhook-module.js';
import { openRegistry } from './registry.js';

/** A running exchange. */
export interface Sluice {
  readonly core: Core;
  /** The ports that the core uses, for adapters that need one of them, such as the clock. */
  readonly ports: Ports;
  /** Writes a row that exists only for this check. Rejects if the database does not respond or accepts no writes. */
  ping(): Promise<void>;
  /**
   * Stops the background work, waits for what is in progress, and closes what `startSluice` opened, but never your own ports.
   * Further calls have no effect.
   */
  close(): Promise<void>;
}

/**
 * Opens the storage and the chain, creates the core, and starts its background work: following blocks, executing and settling
 * orders, recording prices, storing the use of API keys, deleting what has expired. Resolves, within some seconds, when reads no
 * longer have to wait for the chain. Installs no signal handler, listens on no port, and reads no environment variable.
 *
 * @throws RangeError that names every unknown or unusable option and setting with its value, unless that may be secret, and the
 * expected form. Error if a port is missing, or if the storage or the registry cannot be opened. Before it rejects, everything
 * opened is closed. An unreachable chain is not an error: it is tried again.
 * @example
 * const sluice = await startSluice({
 *   database: 'sqlite:./sluice.db',
 *   chain: { network: 'mainnet', url: 'https://api.mainnet.hiro.so', requestsPerMinute: 45 },
 * });
 * const list = await sluice.core.prices.list();
 * await sluice.close();
 */
export async function startSluice(options: SluiceOptions): Promise<Sluice> {
  checkOptions(options);
  const { chain, roles = ROLES } = options;
  const container = createContainer(modulesOf(options), { ...settingsFor(chain), ...options.settings });
  const close = () => closeContainer(container);
  try {
    refuseMissing(container);
    const core = await container.getAsync(CORE);
    await container.getAsync(BACKGROUND_WORK);
    if (roles.includes('api')) await core.quotes.warmUp();
    const ports = await container.getAsync(ALL_PORTS);
    const storage = container.isBound(STORAGE) ? await container.getAsync(STORAGE) : undefined;
    return { core, ports, ping: async () => storage?.ping(), close };
  } catch (error) {
    await close();
    throw error;
  }
}

const isDevnet = (chain: ChainOptions | undefined): boolean => chain?.network === 'devnet';

function modulesOf(options: SluiceOptions): readonly ContainerModule[] {
  const { database, schema, chain, ports = {}, roles = ROLES, onPass = () => {} } = options;
  const { webhooks, tokenUris, ipfsGateway, executorMs } = given(RUN_SETTINGS, options, isDevnet(chain));
  const log = readableLog(options.log ?? SILENT);
  const system = systemPorts();
  const clock = ports.clock ?? system.clock;
  const btcSources = makeBtcSources(BTC_SOURCES[isDevnet(chain) ? 'onDevnet' : 'byDefault'], { clock });
  return [
    new Module(({ bind }) => {
      bind(WORK_LOG).toConstantValue(log);
      bind(CHAIN_LOG).toConstantValue(log);
      bind(PASS_ENDED).toConstantValue(onPass);
      bind(STEP_BEGINS).toConstantValue((step) => log.debug({}, step));
    }),
    portsModule({ ...system, btcSources: unwrap(btcSources) }),
    ...(database === undefined ? [] : [storageModule(() => open(database, schema))]),
    ...(chain === undefined ? [] : chainModules(chain)),
    ...(chain !== undefined && tokenUris ? [tokenUriModule({ ipfsGateway })] : []),
    ...(webhooks ? [webhookModule({ hosts: options.settings?.webhookHosts ?? [] })] : []),
    // These ports come last, because they replace those of the other modules.
    portsModule(ports),
    backgroundModule({
      roles,
      executorMs,
      blockCheckMs: blockCheckMsFor(chain?.requestsPerMinute),
      network: chain?.network,
    }),
  ];
}

/** Opens the database. TypeORM is loaded only here, and so only if there is a database. */
async function open(database: DatabaseSource, schema: string | undefined) {
  const { openStorage } = await import('../../adapters/typeorm/index.js');
  return openStorage(database, { exclusive: true, schema });
}

function chainModules(chain: ChainOptions): readonly ContainerModule[] {
  const { network, registry, operatorKeys = [] } = chain;
  const settings = given(CHAIN_RUN_SETTINGS, chain, isDevnet(chain));
  const keys = operatorKeys.map((key) => unwrap(parseOperatorKey(key)));
  return [
    new Module(({ bind }) => {
      bindResource(bind, WRITTEN_REGISTRY, {
        needs: [CHAIN_LOG],
        open: (log) =>
          typeof registry === 'object'
            ? { current: () => registry, close: () => undefined }
            : openRegistry({ network, registryPath: registry }, log),
        close: (opened) => opened.close(),
      });
      bindResource(bind, NODE, {
        needs: [CHAIN_LOG],
        open: (log) => openNode(chain, log),
        close: (node) => node.close(),
      });
      bind(OPERATOR_KEYS).toConstantValue(keys);
    }),
    chainPortsModule({ network, ...settings }),
  ];
}

/** Settings that have the same defaults as in the server. */
const settingsFor = (chain: ChainOptions | undefined): Partial<CoreSettings> =>
  chain === undefined
    ? {}
    : {
        ...paceSettings(chain.network, chain.requestsPerMinute),
        maxClockDriftMs: SETTINGS.maxClockDriftMs[isDevnet(chain) ? 'onDevnet' : 'inServer'],
      };

function refuseMissing(container: Container): void {
  const missing = unboundPorts(container);
  if (missing.length > 0)
    throw new Error(
      `ports are missing: ${missing.join(', ')}; give \`database\` and \`chain\`, or these \`ports\``,
    );
}

import {
  Container,
  ContainerModule,
  type Bind,
  type ResolvedValueInjectOptions,
  type ServiceIdentifier,
} from 'inversify';
import { createCore } from '../../application/core.js';
import type { CoreSettings } from '../../application/settings.js';
import type { CommitSettings, Ports, StorageAccess, StorageReplicas } from '../../ports/index.js';
import { bindResource, CLOSING, OPEN_RESOURCES, OpenResources } from './resources.js';
import { isOptional, PORT_NAMES, STORAGE_NAMES } from '../../ports/port-names.js';
import { CORE, PORT, SETTINGS, token } from './tokens.js';

/**
 * A container in which CORE is the core over the ports that the modules bind. Bindings are singletons unless their module says
 * otherwise. If a module opens resources, resolve with `getAsync`, and finish with `closeContainer`.
 *
 * @throws on resolving CORE, if a required port is unbound or a setting is out of range.
 * @example
 * const container = createContainer([portsModule({ ...systemPorts(), ...memoryPorts({ registry }), signatures })]);
 * const core = container.get(CORE);
 */
export function createContainer(
  modules: readonly ContainerModule[],
  settings: Partial<CoreSettings> = {},
): Container {
  const container = new Container({ defaultScope: 'Singleton' });
  const resources = new OpenResources();
  container.bind(OPEN_RESOURCES).toConstantValue(resources);
  container.bind(CLOSING).toConstantValue(resources.closing);
  container.bind(SETTINGS).toConstantValue(settings);
  container.bind(ALL_PORTS).toResolvedValue(portsFrom, PORT_NAMES.map(injected));
  container.bind(CORE).toResolvedValue((ports, chosen) => createCore(ports, chosen), [ALL_PORTS, SETTINGS]);
  container.load(...modules);
  return container;
}

/** Every bound port, as the core receives them. */
export const ALL_PORTS = token<Ports>('ports');

function injected(name: keyof Ports): ResolvedValueInjectOptions<undefined> {
  const port = PORT[name] as symbol;
  return isOptional(name) ? { serviceIdentifier: port, optional: true } : port;
}

const portsFrom = (...ports: readonly unknown[]): Ports =>
  Object.fromEntries(PORT_NAMES.map((name, index) => [name, ports[index]])) as unknown as Ports;

/** The names of the ports that the core needs and no module has bound. */
export const unboundPorts = (container: Container): readonly (keyof Ports)[] =>
  PORT_NAMES.filter((name) => !isOptional(name) && !container.isBound(PORT[name]));

/**
 * Binds existing ports, which the caller closes. Absent or undefined ports are left as they are: unbound, or bound by an earlier
 * module. Ports given here replace those of earlier modules.
 *
 * @example createContainer([portsModule({ ...systemPorts(), ...memoryPorts({ registry }), signatures })]);
 */
export const portsModule = (ports: Partial<Ports>): ContainerModule =>
  new ContainerModule(({ bind, rebind, isBound }) => {
    const bindPort = <K extends keyof Ports>(name: K, port: Ports[K]) =>
      (isBound(PORT[name]) ? rebind : bind)<Ports[K]>(PORT[name]).toConstantValue(port);
    for (const name of PORT_NAMES) if (ports[name] !== undefined) bindPort(name, ports[name]);
  });

/** An open storage. */
export interface OpenedStorage {
  readonly ports: StorageAccess;
  /** Absent or undefined if the storage has no replicas. */
  readonly replicas?: StorageReplicas | undefined;
  /** Throws if the database is unreachable. */
  ping(): Promise<void>;
  /** Age in seconds of the oldest transaction in the database; absent or undefined if it is unknown. */
  oldestTransaction?(): Promise<number | undefined>;
  /** Settings that decide what a commit waits for; absent or undefined if the storage has none. */
  commitSettings?(): Promise<CommitSettings | undefined>;
  close(): Promise<void>;
}

/** The storage that `storageModule` opens. */
export const STORAGE = token<OpenedStorage>('storage');

/**
 * Binds a storage, and each of its ports. The container opens the storage on first use, and `closeContainer` closes it.
 *
 * @example
 * const container = createContainer([storageModule(() => openStorage(databaseUrl)), portsModule(others)]);
 * const core = await container.getAsync(CORE);
 */
export const storageModule = (open: () => Promise<OpenedStorage>): ContainerModule =>
  new ContainerModule(({ bind }) => {
    bindResource(bind, STORAGE, { needs: [], open, close: (storage) => storage.close() });
    bindPorts(bind, STORAGE_NAMES, STORAGE);
    bind(PORT.callersReads).toResolvedValue(({ replicas }) => replicas?.callersReads, [STORAGE]);
  });

function bindPorts<K extends keyof Ports>(
  bind: Bind,
  names: readonly K[],
  source: ServiceIdentifier<{ readonly ports: Pick<Ports, K> }>,
): void {
  for (const name of names)
    bind<Ports[K]>(PORT[name])
      .toResolvedValue(({ ports }) => ports[name], [source])
      .inSingletonScope();
}

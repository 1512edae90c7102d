import { ContainerModule, type Bind, type ServiceIdentifier } from 'inversify';
import type { Ports, StorageAccess } from '../../ports/index.js';
import { bindResource } from './resources.js';
import { PORT, PORT_NAMES, STORAGE_NAMES, token } from './tokens.js';

/**
 * Binds ports that exist already; the caller closes what has to be closed. Ports that are absent or undefined stay
 * unbound.
 *
 * @example createContainer([portsModule({ ...systemPorts(), ...memoryPorts({ registry }), signatures })]);
 */
export const portsModule = (ports: Partial<Ports>): ContainerModule =>
  new ContainerModule(({ bind }) => {
    const bindPort = <K extends keyof Ports>(name: K, port: Ports[K]) =>
      bind<Ports[K]>(PORT[name]).toConstantValue(port);
    for (const name of PORT_NAMES) if (ports[name] !== undefined) bindPort(name, ports[name]);
  });

/** An open storage. */
export interface OpenedStorage {
  readonly ports: StorageAccess;
  /** Throws when the database is unreachable. */
  ping(): Promise<void>;
  close(): Promise<void>;
}

/** The storage that `storageModule` opens. */
export const STORAGE = token<OpenedStorage>('storage');

/**
 * Binds a storage, and each of its ports, that the container opens when it is first needed and closes at its end.
 *
 * @example
 * const container = createContainer([storageModule(() => openStorage(databaseUrl)), portsModule(others)]);
 * const core = await container.getAsync(CORE);
 */
export const storageModule = (open: () => Promise<OpenedStorage>): ContainerModule =>
  new ContainerModule(({ bind }) => {
    bindResource(bind, STORAGE, { needs: [], open, close: (storage) => storage.close() });
    bindPorts(bind, STORAGE_NAMES, STORAGE);
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

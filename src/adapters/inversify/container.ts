import { Container, type ContainerModule, type ResolvedValueInjectOptions } from 'inversify';
import { createCore } from '../../application/core.js';
import type { CoreSettings } from '../../application/settings.js';
import type { Ports } from '../../ports/index.js';
import { CLOSING, OPEN_RESOURCES, OpenResources } from './resources.js';
import { CORE, isOptional, PORT, PORT_NAMES, SETTINGS, token } from './tokens.js';

/**
 * A container in which CORE is the core over the ports that the modules bind. Bindings are singletons unless their module
 * says otherwise. Resolve with `getAsync` when a module opens resources, and end with `closeContainer`.
 *
 * @throws on resolving CORE, when a required port is unbound or a setting is out of range.
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

const ALL_PORTS = token<Ports>('ports');

function injected(name: keyof Ports): ResolvedValueInjectOptions<undefined> {
  const port = PORT[name] as symbol;
  return isOptional(name) ? { serviceIdentifier: port, optional: true } : port;
}

const portsFrom = (...ports: readonly unknown[]): Ports =>
  Object.fromEntries(PORT_NAMES.map((name, index) => [name, ports[index]])) as unknown as Ports;

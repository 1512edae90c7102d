import { Container, type ContainerModule, type ResolutionContext } from 'inversify';
import { createCore } from '../../application/core.js';
import type { CoreSettings } from '../../application/settings.js';
import type { Ports } from '../../ports/index.js';
import { CORE, PORT, SETTINGS } from './tokens.js';

/**
 * A container in which CORE is the core over the ports that the modules bind.
 *
 * @example
 * const core = createContainer([systemModule(), storageModule(storage), chainModule(chain)]).get(CORE);
 */
export function createContainer(
  modules: readonly ContainerModule[],
  settings: Partial<CoreSettings> = {},
): Container {
  const container = new Container();
  container.load(...modules);
  container.bind(SETTINGS).toConstantValue(settings);
  container
    .bind(CORE)
    .toDynamicValue((context) => createCore(portsIn(context), context.get(SETTINGS)))
    .inSingletonScope();
  return container;
}

/** Each port by the token of its name. PORT has one for every port, each with its port's type. */
function portsIn(context: ResolutionContext): Ports {
  const entries = Object.entries(PORT).map(([name, token]) => [name, context.get<unknown>(token)] as const);
  return Object.fromEntries(entries) as unknown as Ports;
}

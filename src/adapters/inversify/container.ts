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

/** Written out, so that a port left out, an optional one too, or the token of another is a compile error. */
function portsIn(context: ResolutionContext): { readonly [K in keyof Required<Ports>]: Ports[K] } {
  return {
    clock: context.get(PORT.clock),
    hasher: context.get(PORT.hasher),
    secrets: context.get(PORT.secrets),
    signatures: context.get(PORT.signatures),
    registry: context.get(PORT.registry),
    liquidity: context.get(PORT.liquidity),
    balances: context.get(PORT.balances),
    chain: context.get(PORT.chain),
    signer: context.get(PORT.signer),
    executionObserver: context.get(PORT.executionObserver),
    unitOfWork: context.get(PORT.unitOfWork),
    executionQueue: context.get(PORT.executionQueue),
    prices: context.get(PORT.prices),
    priceArchive: context.get(PORT.priceArchive),
    btcSources: context.get(PORT.btcSources),
    orders: context.get(PORT.orders),
    events: context.get(PORT.events),
    swaps: context.get(PORT.swaps),
    signedMessages: context.get(PORT.signedMessages),
    apiKeys: context.get(PORT.apiKeys),
    apiKeyActivity: context.get(PORT.apiKeyActivity),
    rates: context.get(PORT.rates),
    idempotency: context.get(PORT.idempotency),
    metadata: context.get(PORT.metadata),
    metadataNotifier: context.get(PORT.metadataNotifier),
  };
}

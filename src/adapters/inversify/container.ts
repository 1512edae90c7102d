import { Container, type ContainerModule } from 'inversify';
import { createCore } from '../../application/core.js';
import type { CoreSettings } from '../../application/settings.js';
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
  // The factory's parameters stay without types: a swapped or missing token is then a compile error.
  container
    .bind(CORE)
    .toResolvedValue(
      (
        clock,
        hasher,
        secrets,
        signatures,
        registry,
        liquidity,
        balances,
        chain,
        signer,
        executionObserver,
        unitOfWork,
        executionQueue,
        prices,
        priceArchive,
        btcSources,
        orders,
        events,
        swaps,
        signedMessages,
        apiKeys,
        apiKeyActivity,
        rates,
        idempotency,
        metadata,
        tokenReader,
        chosen,
      ) =>
        createCore(
          {
            clock,
            hasher,
            secrets,
            signatures,
            registry,
            liquidity,
            balances,
            chain,
            signer,
            executionObserver,
            unitOfWork,
            executionQueue,
            prices,
            priceArchive,
            btcSources,
            orders,
            events,
            swaps,
            signedMessages,
            apiKeys,
            apiKeyActivity,
            rates,
            idempotency,
            metadata,
            tokenReader,
          },
          chosen,
        ),
      [
        PORT.clock,
        PORT.hasher,
        PORT.secrets,
        PORT.signatures,
        PORT.registry,
        PORT.liquidity,
        PORT.balances,
        PORT.chain,
        PORT.signer,
        PORT.executionObserver,
        PORT.unitOfWork,
        PORT.executionQueue,
        PORT.prices,
        PORT.priceArchive,
        PORT.btcSources,
        PORT.orders,
        PORT.events,
        PORT.swaps,
        PORT.signedMessages,
        PORT.apiKeys,
        PORT.apiKeyActivity,
        PORT.rates,
        PORT.idempotency,
        PORT.metadata,
        PORT.tokenReader,
        SETTINGS,
      ],
    )
    .inSingletonScope();
  return container;
}

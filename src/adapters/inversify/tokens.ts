import type { ServiceIdentifier } from 'inversify';
import type { Core } from '../../application/core.js';
import type { CoreSettings } from '../../application/settings.js';
import type { Ports } from '../../ports/index.js';

// The one place where a symbol gets its type; from here on the compiler checks each binding.
const token = <T>(name: string): ServiceIdentifier<T> => Symbol.for(`sluice.${name}`);

/** One token for each port. */
export const PORT: { readonly [K in keyof Required<Ports>]: ServiceIdentifier<Ports[K]> } = {
  clock: token('clock'),
  hasher: token('hasher'),
  secrets: token('secrets'),
  signatures: token('signatures'),
  registry: token('registry'),
  liquidity: token('liquidity'),
  balances: token('balances'),
  chain: token('chain'),
  signer: token('signer'),
  executionObserver: token('executionObserver'),
  unitOfWork: token('unitOfWork'),
  executionQueue: token('executionQueue'),
  prices: token('prices'),
  priceArchive: token('priceArchive'),
  btcSources: token('btcSources'),
  orders: token('orders'),
  events: token('events'),
  swaps: token('swaps'),
  signedMessages: token('signedMessages'),
  apiKeys: token('apiKeys'),
  apiKeyActivity: token('apiKeyActivity'),
  rates: token('rates'),
  idempotency: token('idempotency'),
  metadata: token('metadata'),
  metadataNotifier: token('metadataNotifier'),
};

export const SETTINGS = token<Partial<CoreSettings>>('settings');
export const CORE = token<Core>('core');

import type { ServiceIdentifier } from 'inversify';
import type { Core } from '../../application/core.js';
import type { CoreSettings } from '../../application/settings.js';
import type { Ports, StorageAccess } from '../../ports/index.js';

/**
 * A token that carries the type of what is bound to it. Tokens of the same name are equal.
 *
 * @example const MAILER = token<Mailer>('mailer');
 */
export const token = <T>(name: string): ServiceIdentifier<T> => Symbol.for(`sluice.${name}`);

/** What a storage adapter provides. */
export type StorageName = keyof StorageAccess;

/**
 * Every port and how it is bound; tokens, injection and `storageModule` follow from this table. A port that is missing,
 * misspelt or in the wrong group does not compile.
 */
const PORTS = {
  orders: 'storage',
  events: 'storage',
  ownerUsage: 'storage',
  swaps: 'storage',
  signedMessages: 'storage',
  apiKeys: 'storage',
  apiKeyActivity: 'storage',
  rates: 'storage',
  idempotency: 'storage',
  metadata: 'storage',
  sendingSwitch: 'storage',
  webhooks: 'storage',
  webhookDeliveries: 'storage',
  unitOfWork: 'storage',
  feed: 'storage',
  executionQueue: 'storage',
  plans: 'storage',
  prices: 'storage',
  priceArchive: 'storage',
  clock: 'required',
  hasher: 'required',
  secrets: 'required',
  signatures: 'required',
  registry: 'required',
  liquidity: 'required',
  balances: 'required',
  accounts: 'optional',
  chain: 'required',
  spentOrders: 'required',
  btcSources: 'required',
  blocks: 'optional',
  pastBlocks: 'optional',
  signers: 'optional',
  executionObserver: 'optional',
  contracts: 'optional',
  metadataNotifier: 'optional',
  subnetHoldings: 'optional',
  webhookSender: 'optional',
  webhookObserver: 'optional',
} as const satisfies {
  readonly [K in keyof Required<Ports>]: K extends StorageName
    ? 'storage'
    : undefined extends Ports[K]
      ? 'optional'
      : 'required';
};

/** The names of all ports, storage first: dependencies are opened in this order. */
export const PORT_NAMES = Object.keys(PORTS) as readonly (keyof Ports)[];

export const isOptional = (name: keyof Ports): boolean => PORTS[name] === 'optional';

export const STORAGE_NAMES = PORT_NAMES.filter((name): name is StorageName => PORTS[name] === 'storage');

/** One token for each port, by the port's name. */
export const PORT = Object.fromEntries(PORT_NAMES.map((name) => [name, token(name)])) as {
  readonly [K in keyof Required<Ports>]: ServiceIdentifier<Ports[K]>;
};

/** The settings given to `createContainer`. */
export const SETTINGS = token<Partial<CoreSettings>>('settings');

/** The core over all bound ports. */
export const CORE = token<Core>('core');

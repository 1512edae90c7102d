import type { Ports, StorageAccess } from './index.js';

/**
 * Every port and how it is bound; checks, tokens and injection follow from this table. A missing, misspelt or misplaced port does
 * not compile.
 */
const PORTS = {
  orders: 'storage',
  events: 'storage',
  ownerUsage: 'storage',
  swaps: 'storage',
  executionReports: 'storage',
  signedMessages: 'storage',
  apiKeys: 'storage',
  apiKeyActivity: 'storage',
  keySpending: 'storage',
  cancelTimers: 'storage',
  rates: 'storage',
  idempotency: 'storage',
  metadata: 'storage',
  sendingSwitch: 'storage',
  databaseHome: 'storage',
  operatorSessions: 'storage',
  tokenUris: 'storage',
  tokenLogos: 'storage',
  alerts: 'storage',
  webhooks: 'storage',
  webhookDeliveries: 'storage',
  unitOfWork: 'storage',
  feed: 'storage',
  executionQueue: 'storage',
  watermarks: 'storage',
  plans: 'storage',
  prices: 'storage',
  priceArchive: 'storage',
  trades: 'storage',
  callersReads: 'optional',
  clock: 'required',
  hasher: 'required',
  secrets: 'required',
  signatures: 'required',
  registry: 'required',
  liquidity: 'required',
  balances: 'required',
  walletBalances: 'optional',
  accounts: 'optional',
  chain: 'required',
  spentOrders: 'required',
  btcSources: 'required',
  blocks: 'optional',
  blockTrades: 'optional',
  pastBlocks: 'optional',
  sentSwaps: 'optional',
  signers: 'optional',
  ends: 'optional',
  executionObserver: 'optional',
  contracts: 'optional',
  tokenUriReader: 'optional',
  tokenLogoReader: 'optional',
  tokenSafetyReader: 'optional',
  metadataNotifier: 'optional',
  subnetHoldings: 'optional',
  webhookSender: 'optional',
  webhookObserver: 'optional',
  tracer: 'optional',
} as const satisfies {
  readonly [K in keyof Required<Ports>]: K extends keyof StorageAccess
    ? 'storage'
    : undefined extends Ports[K]
      ? 'optional'
      : 'required';
};

/** The names of all ports, storage first: dependencies are opened in this order. */
export const PORT_NAMES = Object.keys(PORTS) as readonly (keyof Ports)[];

export const isOptional = (name: keyof Ports): boolean => PORTS[name] === 'optional';

/** Ports that a storage adapter provides. */
export const STORAGE_NAMES = PORT_NAMES.filter(
  (name): name is keyof StorageAccess => PORTS[name] === 'storage',
);

/** Ports of a storage that read what its units of work write. Prices and trades may belong to another storage. */
export const WRITTEN_TOGETHER = STORAGE_NAMES.filter(
  (name) => !['unitOfWork', 'prices', 'priceArchive', 'trades'].includes(name),
);

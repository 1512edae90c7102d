import type { RequestListener } from 'node:http';
import { createApp, swapArea, type AppOptions, type SwapCore } from '../../../src/adapters/express/index.js';
import { TokenBook } from '../../../src/domain/metadata-record/token-book.js';
import { fixedClock } from '../../support/fixed-clock.js';
import { T0 } from '../../support/builders.js';

interface FakeCore {
  readonly orders?: Partial<SwapCore['orders']>;
  readonly plans?: Partial<SwapCore['plans']>;
  readonly quotes?: Partial<SwapCore['quotes']>;
  readonly apiKeys?: Partial<SwapCore['apiKeys']>;
  readonly idempotency?: Partial<SwapCore['idempotency']>;
}

/** A core whose other use cases fail the request that reaches them. */
export function fakeCore({ orders, plans, quotes, apiKeys, idempotency }: FakeCore): SwapCore {
  const unexpected = (): never => {
    throw new Error('this use case was not expected to be asked');
  };
  return {
    orders: {
      place: unexpected,
      placeJson: unexpected,
      placeBatch: unexpected,
      placeJsonBatch: unexpected,
      get: unexpected,
      getNewest: orders?.get ?? unexpected,
      authorizeReader: unexpected,
      evaluate: async () => undefined,
      marksOf: async () => () => undefined,
      events: unexpected,
      report: unexpected,
      reportsOf: async () => new Map(),
      executionQuality: unexpected,
      list: unexpected,
      stream: unexpected,
      count: unexpected,
      follow: {
        newest: unexpected,
        lastUpTo: unexpected,
        onAppended: unexpected,
        scopeOf: unexpected,
        reaches: unexpected,
        all: unexpected,
        changes: unexpected,
        snapshot: unexpected,
      },
      tokens: async () => new TokenBook([], new Map()),
      rehearse: unexpected,
      replay: unexpected,
      amend: unexpected,
      cancel: unexpected,
      cancelMany: unexpected,
      cancelAfter: { set: unexpected, disarm: unexpected, read: unexpected },
      execute: unexpected,
      ...orders,
    },
    plans: { list: unexpected, get: unexpected, ...plans },
    quotes: {
      quote: unexpected,
      quoteMany: unexpected,
      depth: unexpected,
      split: unexpected,
      block: unexpected,
      warmUp: unexpected,
      ...quotes,
    },
    wallets: { balances: unexpected, portfolio: unexpected, fills: unexpected },
    apiKeys: {
      issue: unexpected,
      list: unexpected,
      get: unexpected,
      revoke: unexpected,
      authenticate: unexpected,
      isActive: unexpected,
      activity: { record: unexpected, flush: unexpected },
      ...apiKeys,
    },
    webhooks: {
      create: unexpected,
      list: unexpected,
      find: unexpected,
      update: unexpected,
      deliveries: unexpected,
      rotateSecret: unexpected,
      test: unexpected,
      remove: unexpected,
      replay: unexpected,
    },
    alerts: {
      create: unexpected,
      list: unexpected,
      find: unexpected,
      rearm: unexpected,
      remove: unexpected,
      authorize: unexpected,
      follow: { newest: unexpected, after: unexpected },
    },
    idempotency: { callerOf: unexpected, runOnce: unexpected, ...idempotency },
    sending: { stops: unexpected },
  };
}

/** The app over a core, with a clock fixed at T0 and ids req-1, req-2, …. */
export function appOver(core: SwapCore, options: Partial<AppOptions> = {}): RequestListener {
  let requests = 0;
  const { clock = fixedClock(T0) } = options;
  return createApp({
    areas: [swapArea(core, { clock })],
    clock,
    requestIds: () => `req-${++requests}`,
    readiness: async () => ({ ready: true, reasons: [] }),
    ...options,
  });
}

export const appWith = (core: FakeCore, options?: Partial<AppOptions>): RequestListener =>
  appOver(fakeCore(core), options);

export const API = '/swap/api/v1';

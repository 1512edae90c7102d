import type { Market, Wallet } from '../attack/wallets.js';
import { keyRequest, newWallet, orderBody } from '../attack/wallets.js';
import { Caller } from '../attack/caller.js';
import { requestBytes } from './thin-connection.js';

const SWAP = '/swap/api/v1';

/** Kinds of calls. */
export const KINDS = ['quote', 'list', 'candles', 'create', 'key call'] as const;
export type Kind = (typeof KINDS)[number];

/** Shares of each kind in a load, which sum to 1. */
export type Mix = Readonly<Partial<Record<Kind, number>>>;

export const MIXES: Readonly<Record<'reads' | 'mixed', Mix>> = {
  reads: { quote: 0.6, list: 0.2, candles: 0.2 },
  mixed: { quote: 0.45, list: 0.2, candles: 0.2, create: 0.1, 'key call': 0.05 },
};

/** An owner with an API key. */
interface KeyHolder {
  readonly wallet: Wallet;
  readonly apiKey: string;
}

/** Makes requests of each kind. Orders are signed in advance, so that signing is no part of the load. */
export class LoadCalls {
  #amount = 1_000_000;
  #created = 0;
  #cancelled = 0;

  private constructor(
    private readonly market: Market,
    private readonly holders: readonly KeyHolder[],
    private readonly orders: readonly ReturnType<typeof orderBody>[],
  ) {}

  /** @param orders number of orders that may be placed; more are placed again, which the server answers as it did before. */
  static async prepare(url: string, market: Market, orders: number, holders = 60): Promise<LoadCalls> {
    const caller = new Caller(url, '127.0.0.1', 8);
    const owners = await Promise.all(
      Array.from({ length: holders }, async (): Promise<KeyHolder> => {
        const wallet = newWallet();
        const request = keyRequest(url, wallet, 'load');
        const { body } = await caller.send(`${SWAP}/api-keys`, { method: 'POST', ...request });
        return { wallet, apiKey: (JSON.parse(body) as { apiKey: string }).apiKey };
      }),
    );
    caller.close();
    const bodies = Array.from({ length: orders }, (_, n) => orderBody(market, owners[n % holders]!.wallet));
    return new LoadCalls(market, owners, bodies);
  }

  /** Addresses of those whose orders are placed. */
  get owners(): readonly string[] {
    return this.holders.map(({ wallet }) => wallet.address);
  }

  /** Returns the bytes of the next request of the kind. */
  next(kind: Kind): string {
    switch (kind) {
      case 'quote': {
        const { from, to } = this.#pair();
        return requestBytes('GET', `${SWAP}/quote?tokenIn=${from}&tokenOut=${to}&amount=${this.#amount}`);
      }
      case 'list':
        return requestBytes('GET', `${SWAP}/orders?limit=20`);
      case 'candles':
        return requestBytes('GET', `/prices/api/v1/prices/${this.#pair().from}/history?interval=1h`);
      case 'create':
        return requestBytes('POST', `${SWAP}/orders/new`, {
          json: this.orders[this.#created++ % this.orders.length]!,
        });
      case 'key call': {
        // Cancels the placed orders one after another; without one, the read of a key's own orders.
        const n = this.#cancelled < this.#created ? this.#cancelled++ : undefined;
        const { apiKey } = this.holders[(n ?? this.#amount++) % this.holders.length]!;
        const headers = { 'x-api-key': apiKey };
        return n === undefined
          ? requestBytes('GET', `${SWAP}/orders?limit=20`, { headers })
          : requestBytes('PATCH', `${SWAP}/orders/${this.orders[n % this.orders.length]!.uuid}/cancel`, {
              headers,
            });
      }
    }
  }

  #pair() {
    const tokens = this.market.tokens.filter(({ type }) => type !== 'SUBNET');
    const n = this.#amount++;
    return { from: tokens[n % tokens.length]!.contractId, to: tokens[(n + 1) % tokens.length]!.contractId };
  }
}

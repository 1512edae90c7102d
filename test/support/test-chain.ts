import type { Devnet } from '../../dist/apps/devnet/index.js';
import { startChainProxy, type ChainProxy } from './chain-proxy.js';

export type Wallet = Devnet['accounts'][number];

export interface Answer<T = Record<string, unknown>> {
  readonly status: number;
  readonly headers: Headers;
  readonly body: T & { readonly error?: string; readonly code?: string };
}

/** A built devnet in its own process, with a proxy in front of its node. It mines only on request. */
export interface TestChain {
  readonly devnet: Devnet;
  readonly proxy: ChainProxy;
  /** Calls one of the devnet's test controls. */
  control(path: string, body?: object): Promise<Answer>;
  /** The account's balance of a token, in smallest units. */
  balance(token: string, account: Wallet): Promise<bigint>;
  /** Number of the operator's transactions that the chain has executed. */
  operatorNonce(): Promise<number>;
  /** The next nonce of an account. */
  nonceOf(address: string): Promise<number>;
  close(): Promise<void>;
}

/** Block time longer than any test, so that only `/mine` makes blocks. */
const BLOCK_MS = 3_600_000;

/** Starts a test chain. With `mainnet`, the devnet has mainnet's dress and the contracts of the built-in registry. */
export async function startTestChain(network: 'devnet' | 'mainnet' = 'devnet'): Promise<TestChain> {
  const built = await import('../../dist/apps/devnet/index.js');
  const registry =
    network === 'mainnet'
      ? (await import('../../dist/adapters/stacks/index.js')).builtInRegistry(network)
      : undefined;
  const devnet = await built.startDevnet({ blockMs: BLOCK_MS, controlPort: 0, registry });
  const proxy = await startChainProxy(devnet.stacksApiUrl);
  const nonceOf = async (address: string) =>
    (await ask<{ nonce: number }>(`${devnet.stacksApiUrl}/v2/accounts/${address}?proof=0`)).body.nonce;
  return {
    devnet,
    proxy,
    control: (path, body = {}) =>
      ask(`${devnet.controlUrl}${path}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(body),
      }),
    balance: async (token, { address }) => {
      type Accounts = { accounts: { address: string; balances: Record<string, string> }[] };
      const { body } = await ask<Accounts>(`${devnet.stacksApiUrl}/devnet`);
      return BigInt(body.accounts.find((account) => account.address === address)?.balances[token] ?? '0');
    },
    nonceOf,
    operatorNonce: () => nonceOf(devnet.operatorAddress),
    close: async () => {
      await proxy.close();
      await devnet.stop();
    },
  };
}

export async function ask<T = Record<string, unknown>>(
  url: string,
  init: RequestInit = {},
): Promise<Answer<T>> {
  const answer = await fetch(url, init);
  const body = (await answer.json()) as Answer<T>['body'];
  return { status: answer.status, headers: answer.headers, body };
}

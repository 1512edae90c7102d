import { createServer, type RequestListener, type Server } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import type { ClientWallet } from '../../../src/sdk/client/index.js';
import { A_WALLET, signText, type TestWallet } from '../../support/signing.js';

/** A server on a loopback port. */
export interface Served {
  readonly url: string;
  readonly close: () => void;
}

export async function serve(app: RequestListener): Promise<Served> {
  const server: Server = createServer(app).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}

/** A wallet that signs at once, and what it signed. */
export function aClientWallet(wallet: TestWallet = A_WALLET): ClientWallet & { readonly signed: string[] } {
  const signed: string[] = [];
  return {
    address: wallet.address,
    publicKey: wallet.publicKey,
    signed,
    signText: async (message) => {
      signed.push(message);
      return signText(message, wallet);
    },
  };
}

/** A request that a client sent, and its response. */
export interface Exchange {
  readonly method: string;
  readonly url: URL;
  readonly headers: Headers;
  readonly body: unknown;
  readonly status: number;
  readonly response: unknown;
}

/** A `fetch` that keeps what passes through it. */
export function recordingFetch(): { readonly fetch: typeof fetch; readonly exchanges: Exchange[] } {
  const exchanges: Exchange[] = [];
  const recording: typeof fetch = async (input, init) => {
    const sent = new Request(input, init);
    const text = await sent.clone().text();
    const response = await fetch(sent);
    exchanges.push({
      ...{ method: sent.method, url: new URL(sent.url), headers: sent.headers, status: response.status },
      body: text === '' ? undefined : (JSON.parse(text) as unknown),
      response: response.headers.get('content-type')?.includes('json')
        ? await response.clone().json()
        : undefined,
    });
    return response;
  };
  return { fetch: recording, exchanges };
}

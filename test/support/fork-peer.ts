import { createHash } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { RecordedNetwork } from './recorded-network.js';

/** A node and an index of a network with one block, which serve a recorded state. */
export interface ForkPeer {
  readonly url: string;
  /** Height of the newest block. */
  readonly height: number;
  /** Method and path with the query of every request, in order. */
  readonly calls: readonly string[];
  /** API keys that requests have carried. */
  readonly keys: ReadonlySet<string>;
  /** Makes requests fail from now on if their path contains the failure's `path`; undefined lets them succeed again. */
  fail(failure: PeerFailure | undefined): void;
  close(): Promise<void>;
}

export interface PeerFailure {
  readonly path: string;
  /** End of the request. `cut` breaks the connection. */
  readonly with: 'cut' | { readonly status: number; readonly body?: string };
}

export interface PeerOptions {
  readonly chainId: number;
  readonly height: number;
  /** Nonces of accounts that have sent transactions. */
  readonly nonces?: Readonly<Record<string, number>> | undefined;
}

type Body = object | string;

/** Starts the peer in this process. A fork of it must run in another process, because the fork's VM blocks its thread while it waits. */
export async function startForkPeer(network: RecordedNetwork, options: PeerOptions): Promise<ForkPeer> {
  const calls: string[] = [];
  const keys = new Set<string>();
  let failure: PeerFailure | undefined;
  const respond = responder(network, options);
  const server = createServer((request: IncomingMessage, response: ServerResponse) => {
    const { method = '', url = '/' } = request;
    calls.push(`${method} ${url}`);
    const key = request.headers['x-api-key'];
    if (typeof key === 'string') keys.add(key);
    if (failure !== undefined && url.includes(failure.path)) {
      if (failure.with === 'cut') return void request.socket.destroy();
      return void response.writeHead(failure.with.status).end(failure.with.body ?? 'trouble');
    }
    const found = method === 'GET' ? respond(new URL(url, 'http://peer')) : undefined;
    if (found === undefined) return void response.writeHead(404).end('Not found');
    const [status, body] = found;
    response.writeHead(status).end(typeof body === 'string' ? body : JSON.stringify(body));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    height: options.height,
    calls,
    keys,
    fail: (next) => {
      failure = next;
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

const hash = (of: string): string => createHash('sha256').update(of).digest('hex');

/** Returns a function that responds as the node (stacks-core) and its index (stacks-blockchain-api) do. */
function responder(network: RecordedNetwork, { chainId, height, nonces = {} }: PeerOptions) {
  const block = blockOf(height);
  const tip = block.index_block_hash.slice(2);
  const info = {
    network_id: chainId,
    burn_block_height: block.burn_block_height,
    stacks_tip_height: height,
    stacks_tip: block.hash.slice(2),
    stacks_tip_consensus_hash: hash('consensus').slice(0, 40),
  };
  const account = (principal: string) => ({
    balance: `0x${(network.stx.get(principal) ?? 0n).toString(16).padStart(32, '0')}`,
    locked: `0x${'0'.repeat(32)}`,
    unlock_height: 0,
    nonce: nonces[principal] ?? 0,
  });
  const routes: readonly [path: RegExp, find: (...parts: string[]) => Body | undefined, absent: string][] = [
    [/^\/v2\/info$/, () => info, ''],
    [/^\/extended$/, () => ({ chain_tip: { block_height: height } }), ''],
    [
      /^\/extended\/v2\/blocks\/(?:0x)?(\w+)$/,
      (id) => (id === tip ? block : Number(id) <= height ? blockOf(Number(id)) : undefined),
      'Block not found',
    ],
    [/^\/v3\/sortitions\/burn_height\/(\d+)$/, (at) => [sortitionOf(Number(at))], ''],
    [
      /^\/v2\/clarity\/metadata\/(\w+)\/([\w-]+)\/(.+)$/,
      (address, name, key) => dataOf(network.metadata.get(`${address}.${name}/${key}`)),
      'Metadata not found',
    ],
    [
      /^\/v2\/clarity\/marf\/(\w+)$/,
      (key) => dataOf(prefixed(network.values.get(key))),
      'Marf key hash not found',
    ],
    [/^\/v2\/accounts\/([\w.-]+)$/, account, ''],
    [
      /^\/v2\/contracts\/interface\/(\w+)\/([\w-]+)$/,
      (address, name) => network.interfaces.get(`${address}.${name}`),
      'No contract interface data found',
    ],
    [
      /^\/v2\/contracts\/source\/(\w+)\/([\w-]+)$/,
      (address, name) => {
        const source = network.sources.get(`${address}.${name}`);
        return source === undefined ? undefined : { source, publish_height: 1 };
      },
      'No contract source data found',
    ],
  ];
  return ({ pathname, searchParams }: URL): readonly [status: number, body: Body] | undefined => {
    const asked = searchParams.get('tip');
    if (asked !== null && asked !== tip) return [404, 'Chain tip not found'];
    for (const [path, find, absent] of routes) {
      const match = path.exec(decodeURIComponent(pathname));
      if (match === null) continue;
      const body = find(...match.slice(1));
      return body === undefined ? [404, absent] : [200, body];
    }
    return undefined;
  };
}

const prefixed = (value: string | undefined) => (value === undefined ? undefined : `0x${value}`);
const dataOf = (data: string | undefined) => (data === undefined ? undefined : { data });

const BURN_HEIGHT = 930_000;
/** Time of the block, Unix seconds. */
const TIME = 1_766_000_000;

function blockOf(height: number) {
  return {
    canonical: true,
    height,
    hash: `0x${hash(`block ${height}`)}`,
    index_block_hash: `0x${hash(`index ${height}`)}`,
    parent_block_hash: `0x${hash(`block ${height - 1}`)}`,
    parent_index_block_hash: `0x${hash(`index ${height - 1}`)}`,
    block_time: TIME,
    burn_block_hash: `0x${hash('burn')}`,
    burn_block_height: BURN_HEIGHT,
    burn_block_time: TIME,
    tenure_height: 200_000,
    tx_count: 1,
    miner_txid: `0x${hash('miner')}`,
  };
}

function sortitionOf(burnHeight: number) {
  return {
    burn_block_hash: `0x${hash('burn')}`,
    burn_block_height: burnHeight,
    burn_header_timestamp: TIME,
    sortition_id: `0x${hash('sortition')}`,
    parent_sortition_id: `0x${hash('parent sortition')}`,
    consensus_hash: `0x${hash('consensus').slice(0, 40)}`,
    was_sortition: true,
  };
}

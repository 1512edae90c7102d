import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { get } from 'node:http';
import { connect, type Socket } from 'node:net';
import type { Caller } from './caller.js';
import { DUE, keyRequest, newWallet, orderBody, signed, type Market, type Wallet } from './wallets.js';

/** What a hostile client has at hand. */
export interface Hostile {
  readonly url: string;
  readonly market: Market;
  readonly caller: Caller;
  readonly signal: AbortSignal;
  /** Counts from 0 for each client. */
  readonly round: number;
}

/** Something that clients do over and over, all of them at once. Each has an address of its own. */
export interface Attack {
  readonly name: string;
  readonly clients: number;
  /** Done once, before the clients begin. */
  prepare?(hostile: Omit<Hostile, 'round'>): Promise<void>;
  /** One round of one client. Returns the status of a response, 0 without one. */
  run(hostile: Hostile): Promise<number>;
}

const SWAP = '/swap/api/v1';
const LETTERS = '0123456789abcdef';
const [KILOBYTES_8, KILOBYTES_15] = ['x'.repeat(8_000), 'x'.repeat(15_000)];

const some = <T>(values: ArrayLike<T>): T => values[Math.floor(Math.random() * values.length)]!;
const letters = (length: number) => Array.from({ length }, () => some(LETTERS)).join('');

const reading =
  (path: (hostile: Hostile) => string) =>
  async (hostile: Hostile): Promise<number> =>
    (await hostile.caller.send(path(hostile), { signal: hostile.signal })).status;

const post = async (
  { caller, signal }: Omit<Hostile, 'round'>,
  path: string,
  json: object,
  headers = {},
): Promise<number> => (await caller.send(path, { method: 'POST', json, headers, signal })).status;

/** Opens a connection, lets `write` use it, and holds it until the attack ends or the server closes it. */
async function hold({ url, caller, signal }: Hostile, write: (socket: Socket) => void): Promise<number> {
  if (signal.aborted) return 0;
  const { hostname, port } = new URL(url);
  const socket = connect({ host: hostname, port: Number(port), localAddress: caller.localAddress });
  const end = () => socket.destroy();
  signal.addEventListener('abort', end);
  socket.on('error', end).on('connect', () => write(socket));
  await once(socket, 'close');
  signal.removeEventListener('abort', end);
  return 0;
}

const quotePath = ({ market: { tokens } }: Hostile) =>
  `${SWAP}/quote?tokenIn=${some(tokens).contractId}&tokenOut=${some(tokens).contractId}&amount=${1 + Math.floor(Math.random() * 1e9)}`;

const historyPath = ({ market: { tokens } }: Hostile) =>
  `/prices/api/v1/prices/${some(tokens).contractId}/history?interval=5m&fill=previous&limit=2000`;

const largeOrder = (market: Market, wallet: Wallet, fields: object = {}) =>
  orderBody(market, wallet, { metadata: { note: KILOBYTES_8 }, note: KILOBYTES_15, ...fields });

let repeated: { readonly wallet: Wallet; readonly order: object } | undefined;
const wallets: Wallet[] = [];

/** Names of plans: one with open orders, one with orders that have ended. */
const [CROWDED, ENDED] = ['crowded', 'ended'];
/** Orders of 23 KB that one wallet may have. */
const OF_ONE_WALLET = 250;

async function fillPlan(hostile: Omit<Hostile, 'round'>): Promise<void> {
  const wallet = newWallet();
  for (let n = 0; n < 80; n++)
    await post(hostile, `${SWAP}/orders/new`, largeOrder(hostile.market, wallet, { strategyId: CROWDED }));
}

/** The event before those of the orders that have ended. */
let beforeEnded = '';

async function endOrders(hostile: Omit<Hostile, 'round'>): Promise<void> {
  const { market, url } = hostile;
  await readUntilSynced(hostile, `strategyId=${ENDED}`, (id) => (beforeEnded = id));
  for (const wallet of [newWallet(), newWallet()]) {
    for (let n = 0; n < OF_ONE_WALLET; n++) {
      const order = largeOrder(market, wallet, { strategyId: ENDED });
      await post(hostile, `${SWAP}/orders/new`, order);
      const headers = signed(url, wallet, { action: 'cancel_order', uuid: order.uuid });
      await post(hostile, `${SWAP}/orders/${order.uuid}/cancel`, {}, headers);
    }
  }
}

/** Reads a stream until it has caught up. Returns 0 when it ends before. */
function readUntilSynced(
  { url, caller, signal }: Omit<Hostile, 'round'>,
  query: string,
  onSynced: (id: string) => void = () => {},
): Promise<number> {
  const { localAddress } = caller;
  const path = `${url}${SWAP}/orders/stream?${query}`;
  return new Promise((resolve) => {
    const asked = get(path, { agent: false, localAddress, signal }, (response) => {
      const { statusCode } = response;
      let end = '';
      response.setEncoding('utf8').on('data', (piece: string) => {
        end = (end + piece).slice(-200);
        const id = /id: (\S+)\nevent: synced/.exec(end)?.[1];
        if (id === undefined) return;
        onSynced(id);
        response.destroy();
        resolve(statusCode ?? 0);
      });
      // A refusal has its status; a stream that ends without having caught up is a failure.
      response.on('error', () => resolve(0)).on('end', () => resolve(statusCode === 200 ? 0 : statusCode!));
    });
    asked.on('error', () => resolve(0));
  });
}

/** The attacks of strangers that need nothing but a network. */
export const ATTACKS: readonly Attack[] = [
  { name: 'GET /orders', clients: 1, run: reading(() => `${SWAP}/orders`) },
  { name: 'GET /orders', clients: 3, run: reading(() => `${SWAP}/orders`) },
  {
    name: 'GET /orders, never read',
    clients: 200,
    run: (hostile) =>
      hold(hostile, (socket) => {
        socket.pause();
        socket.write(`GET ${SWAP}/orders HTTP/1.1\r\nHost: x\r\n\r\n`);
      }),
  },
  {
    name: 'search of 1 character',
    clients: 2,
    run: reading(() => `${SWAP}/orders?limit=20&search=${letters(1)}`),
  },
  {
    name: 'search of 3 characters',
    clients: 4,
    run: reading(() => `${SWAP}/orders?limit=20&search=${letters(3)}`),
  },
  {
    name: 'deep pages',
    clients: 2,
    run: reading(() => `${SWAP}/orders?limit=50&page=${4_000 + Math.floor(Math.random() * 1_900)}`),
  },
  {
    name: 'filtered lists',
    clients: 4,
    run: reading(
      ({ market }) =>
        `${SWAP}/orders?limit=50&status=cancelled&outputToken=${some(market.tokens).contractId}&sortOrder=asc`,
    ),
  },
  { name: 'quotes of random amounts', clients: 4, run: reading(quotePath) },
  { name: 'unknown orders', clients: 10, run: reading(() => `${SWAP}/orders/${randomUUID()}`) },
  { name: 'GET /metrics', clients: 4, run: reading(() => '/metrics') },
  { name: 'GET /readyz', clients: 10, run: reading(() => '/readyz') },
  { name: 'vaults', clients: 4, run: reading(() => '/app/api/v0/vaults') },
  { name: 'price histories', clients: 4, run: reading(historyPath) },
  { name: 'price list', clients: 10, run: reading(() => '/prices/api/v1/prices') },
  { name: 'silent connections', clients: 1_100, run: (hostile) => hold(hostile, () => undefined) },
  {
    name: 'slow headers',
    clients: 500,
    run: (hostile) => hold(hostile, (socket) => void socket.write('GET / HTTP/1.1\r\nHost: x\r\nX-A: ')),
  },
  {
    name: 'slow bodies',
    clients: 500,
    run: (hostile) =>
      hold(hostile, (socket) =>
        socket.write(
          `POST ${SWAP}/orders/new HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 1000\r\n\r\n{`,
        ),
      ),
  },
  {
    name: 'orders of 23 KB',
    clients: 4,
    run: (hostile) => post(hostile, `${SWAP}/orders/new`, largeOrder(hostile.market, newWallet())),
  },
  {
    name: 'openings of streams, never read',
    clients: 2_500,
    prepare: fillPlan,
    run: (hostile) =>
      hold(hostile, (socket) => {
        socket.pause();
        socket.write(`GET ${SWAP}/orders/stream?strategyId=${CROWDED} HTTP/1.1\r\nHost: x\r\n\r\n`);
      }),
  },
  {
    name: 'openings of streams',
    clients: 100,
    prepare: fillPlan,
    run: (hostile) => readUntilSynced(hostile, `strategyId=${CROWDED}`),
  },
  {
    name: 'resumes over 1,000 events of 23 KB',
    clients: 4,
    prepare: endOrders,
    run: (hostile) => readUntilSynced(hostile, `strategyId=${ENDED}&lastEventId=${beforeEnded}`),
  },
  {
    name: 'one order, new Idempotency-Keys',
    clients: 4,
    run: (hostile) => {
      const wallet = newWallet();
      repeated ??= {
        wallet,
        order: orderBody(hostile.market, wallet, { metadata: { note: 'x'.repeat(4_000) } }),
      };
      return post(hostile, `${SWAP}/orders/new`, repeated.order, { 'Idempotency-Key': randomUUID() });
    },
  },
  {
    name: 'due orders of empty wallets',
    clients: 4,
    run: (hostile) => post(hostile, `${SWAP}/orders/new`, orderBody(hostile.market, newWallet(), DUE)),
  },
  {
    name: 'executes of empty wallets',
    clients: 4,
    run: async (hostile) => {
      const wallet = newWallet();
      const order = orderBody(hostile.market, wallet);
      await post(hostile, `${SWAP}/orders/new`, order);
      const headers = signed(hostile.url, wallet, { action: 'execute_order', uuid: order.uuid });
      return post(hostile, `${SWAP}/orders/${order.uuid}/execute`, {}, headers);
    },
  },
  {
    name: 'API keys',
    clients: 4,
    run: (hostile) => {
      if (hostile.round % 100 === 0) wallets.push(newWallet());
      const { headers, json } = keyRequest(hostile.url, wallets.at(-1)!, letters(12));
      return post(hostile, `${SWAP}/api-keys`, json, headers);
    },
  },
];

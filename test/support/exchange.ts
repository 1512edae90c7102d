import { randomUUID } from 'node:crypto';
import { setInterval } from 'node:timers/promises';
import { orderSignature, signRequest } from '../../src/adapters/stacks/signatures/wallet.js';
import { NO_QUOTAS } from './no-quotas.js';
import { startSluice, type SluiceProcess } from './sluice-process.js';
import { ask, type Answer, type TestChain, type Wallet } from './test-chain.js';

export type OrderBody = Record<string, string>;
export type OrderView = Record<string, unknown>;
type Evaluated = Readonly<Record<string, unknown>>;

/** A server on a database and a test chain, with a wallet's view of it. It can be killed and restarted. */
export interface Exchange {
  /** The running server. */
  sluice(): SluiceProcess;
  /** Ends the server with a signal. */
  end(signal: NodeJS.Signals): Promise<void>;
  start(): Promise<void>;
  /** A signed order of the wallet; by default it sells ten of the wallet's first subnet token for sBTC. */
  signedOrder(overrides?: OrderBody, wallet?: Wallet): OrderBody & { readonly uuid: string };
  place(order: object): Promise<Answer<{ data: OrderView }>>;
  execute(uuid: string, wallet?: Wallet): Promise<Answer<{ txid: string; data: OrderView }>>;
  cancel(uuid: string, wallet?: Wallet): Promise<Answer<{ data: OrderView }>>;
  read<T = OrderView>(path: string, headers?: Readonly<Record<string, string>>): Promise<Answer<{ data: T }>>;
  /** Waits until the order has the status. */
  until(uuid: string, status: string): Promise<OrderView>;
  /** The types of the events in the order's log so far. */
  eventTypes(uuid: string): Promise<readonly string[]>;
  /** Waits until the order's log has an event of this type. */
  untilEvent(uuid: string, type: string): Promise<void>;
  /** Waits until a read of the order says that its last evaluation gave this reason: between two attempts it is due again. */
  untilEvaluated(uuid: string, reason: string): Promise<Evaluated>;
  close(): Promise<void>;
}

const DEADLINE_MS = 30_000;
const AMOUNT_IN = '10000000';

export async function openExchange(
  { devnet, proxy }: TestChain,
  databaseUrl: string,
  settings: Readonly<Record<string, string>> = {},
): Promise<Exchange> {
  const { registry } = devnet;
  const [alice] = devnet.accounts;
  const router = registry.routers.find(({ payout }) => payout === 'signer');
  const token = registry.tokens.find(({ type }) => type === 'SUBNET');
  if (!alice || !router || !token) throw new Error('the devnet has no wallet, router or subnet token');
  const env = {
    DATABASE_URL: databaseUrl,
    STACKS_API_URL: proxy.url,
    SLUICE_EXECUTOR_MS: '100',
    // In most tests, one wallet plays the part of many owners.
    SLUICE_OWNER_IN_FLIGHT: '1000',
    SLUICE_OWNER_FAILURES: '1000000',
    ...NO_QUOTAS,
    ...settings,
  };
  let sluice = await startSluice(env);
  const change = <T>(method: string, action: string, uuid: string, { privateKey }: Wallet) =>
    ask<T>(`${sluice.swap}/orders/${uuid}/${action}`, {
      method,
      headers: signRequest(
        { action: `${action}_order`, uuid, timestamp: Date.now(), once: randomUUID() },
        { privateKey, network: registry.network, audience: new URL(sluice.swap).origin },
      ),
    });

  const read: Exchange['read'] = (path, headers = {}) => ask(`${sluice.swap}${path}`, { headers });
  const eventTypes: Exchange['eventTypes'] = async (uuid) => {
    const { body } = await read<readonly { readonly type: string }[]>(`/orders/${uuid}/events`);
    return body.data.map(({ type }) => type);
  };
  const polled = async <T>(failure: string, probe: () => Promise<T | undefined>): Promise<T> => {
    const from = performance.now();
    for await (const _tick of setInterval(50)) {
      const found = await probe();
      if (found !== undefined) return found;
      if (performance.now() - from > DEADLINE_MS) break;
    }
    throw new Error(`${failure}:\n${sluice.log.slice(-20).join('\n')}`);
  };
  return {
    read,
    eventTypes,
    sluice: () => sluice,
    end: async (signal) => void (await sluice.end(signal)),
    start: async () => {
      sluice = await startSluice(env);
    },
    signedOrder: (overrides = {}, wallet = alice) => {
      const order = {
        uuid: randomUUID() as string,
        owner: wallet.address,
        recipient: wallet.address,
        inputToken: token.contractId as string,
        outputToken: registry.sbtc as string,
        amountIn: AMOUNT_IN,
        router: router.id as string,
        ...overrides,
      };
      const blaze = registry.tokens.find(({ contractId }) => contractId === order.inputToken)?.blaze ?? 'v1';
      const toSign = { ...order, amountIn: BigInt(order.amountIn), network: registry.network, blaze };
      return { ...order, signature: orderSignature(toSign, wallet.privateKey) };
    },
    place: (order) =>
      ask(`${sluice.swap}/orders/new`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(order),
      }),
    execute: (uuid, wallet = alice) => change('POST', 'execute', uuid, wallet),
    cancel: (uuid, wallet = alice) => change('PATCH', 'cancel', uuid, wallet),
    until: (uuid, status) =>
      polled(`order ${uuid} did not become ${status}`, async () => {
        const { data } = (await read(`/orders/${uuid}`)).body;
        return data['status'] === status ? data : undefined;
      }),
    untilEvent: async (uuid, type) => {
      const hasType = async () => (await eventTypes(uuid)).includes(type) || undefined;
      await polled(`order ${uuid} got no ${type}`, hasType);
    },
    untilEvaluated: (uuid, reason) =>
      polled(`order ${uuid} was not evaluated as ${reason}`, async () => {
        const evaluation = (await read(`/orders/${uuid}`)).body.data['evaluation'] as Evaluated | undefined;
        return evaluation?.['reason'] === reason ? evaluation : undefined;
      }),
    close: async () => void (await sluice.end('SIGTERM')),
  };
}

import { randomUUID } from 'node:crypto';
import type { Market } from '../../../bench/attack/wallets.js';
import { signOrder, walletOf, type TestWallet } from '../signing.js';
import type { Address } from '../../../src/domain/shared/address.js';
import type { ContractId } from '../../../src/domain/shared/contract-id.js';
import type { Network } from '../../../src/domain/shared/network.js';

/** What a devnet says about itself, as far as a stranger needs it. */
export interface DevnetView extends Pick<Market, 'tokens' | 'routers'> {
  readonly operator: { readonly privateKey: string };
  readonly deployer: { readonly privateKey: string };
  readonly accounts: readonly { readonly privateKey: string }[];
}

/** A name or a secret that the server gave out, and the wallet for which it did. */
export interface Known {
  readonly value: string;
  readonly wallet: TestWallet | undefined;
}

/** Terms of an order that only `signOrder` needs in their domain types. */
export type Terms = Readonly<Record<'uuid' | 'inputToken' | 'amountIn' | 'router', unknown>>;

/** As many of a kind as are remembered. */
const REMEMBERED = 60;

/** The field of a response under which the server names a thing, by what it names; of `id`, by the field that holds it. */
const NAMES: Readonly<Record<string, string>> = {
  ...{ uuid: 'uuid', handle: 'uuid', strategyId: 'strategyId', txid: 'txid', nextCursor: 'cursor' },
  ...{ keyId: 'keyId', apiKey: 'apiKey', token: 'session' },
  ...{
    'webhook.id': 'webhookId',
    'alert.id': 'alertId',
    'deliveries.id': 'deliveryId',
    'delivery.id': 'deliveryId',
  },
};

/** The server's things that a stranger with a few wallets knows: each response may add some, and later requests name them. */
export class World {
  readonly #known = new Map<string, Known[]>();
  /** What no other response and no log line may contain. */
  readonly secrets = new Set<string>();
  /** Orders that the server said that it has, by uuid. */
  readonly placed = new Map<string, Readonly<Record<string, unknown>>>();
  readonly owners: readonly TestWallet[];
  readonly deployer: TestWallet;
  readonly operator: TestWallet;
  /** The key that every request with one sends, if it is to reach its limit. */
  hotKey: Known | undefined;
  /** No request of the generator is signed by it, so that its orders must stay as they are. */
  readonly keeper: TestWallet = walletOf('44'.repeat(32) + '01');

  constructor(
    readonly view: DevnetView,
    readonly network: Network,
    /** Origin of the server. */
    readonly origin: string,
    /** Addresses that receive messages of webhooks. */
    receivers: readonly string[],
  ) {
    this.owners = view.accounts.slice(0, 3).map(({ privateKey }) => walletOf(privateKey));
    this.deployer = walletOf(view.deployer.privateKey);
    this.operator = walletOf(view.operator.privateKey);
    const ids = view.tokens.map(({ contractId }) => contractId);
    for (const id of ids) this.#learn('token', id);
    for (const { address } of [...this.owners, this.deployer, this.keeper]) this.#learn('address', address);
    for (const url of receivers) this.#learn('url', url);
    for (const id of ids.filter((one) => one.startsWith(this.deployer.address)))
      this.#learn('contractId', id, this.deployer);
  }

  /** A known thing of the kind: its newest for 0, older ones for higher numbers. */
  known(kind: string, n: number, of?: TestWallet): Known | undefined {
    const all = this.#known.get(kind) ?? [];
    const fitting = of === undefined ? all : all.filter(({ wallet }) => wallet === of);
    return fitting[fitting.length - 1 - (n % fitting.length)];
  }

  ownerOf(kind: string, value: string): TestWallet | undefined {
    return this.#known.get(kind)?.find((one) => one.value === value)?.wallet;
  }

  #learn(kind: string, value: string, wallet?: TestWallet): void {
    const all = this.#known.get(kind) ?? [];
    if (!all.some((one) => one.value === value)) all.push({ value, wallet });
    this.#known.set(kind, all.slice(-REMEMBERED));
  }

  /** Remembers the names that a successful response to this wallet has. */
  learn(body: unknown, wallet?: TestWallet, at = ''): void {
    if (typeof body !== 'object' || body === null) return;
    for (const [name, value] of Object.entries(body)) {
      const kind = NAMES[name === 'id' ? `${at}.id` : name];
      if (typeof value === 'string' && kind !== undefined) this.#learn(kind, value, wallet);
      if (name === 'clientOrderId') this.#learn('uuid', `client:${String(value)}`, wallet);
      this.learn(value, wallet, Array.isArray(body) ? at : name);
    }
  }

  /** Remembers the files that a page loads. */
  learnFiles(page: string): void {
    for (const [, file] of page.matchAll(/assets\/([\w.-]+)/g)) this.#learn('file', file!);
  }

  /** Remembers the order with the body that placed it. */
  learnOrder(sent: Readonly<Record<string, unknown>>, shown: Readonly<Record<string, unknown>>): void {
    this.placed.set(String(shown['uuid']), shown);
    this.#learn(
      'orderBody',
      JSON.stringify(sent),
      this.owners.find(({ address }) => address === sent['owner']),
    );
  }

  /** Remembers the order as it is now; responses may arrive in any order. */
  learnAmended(shown: Readonly<Record<string, unknown>>): void {
    const uuid = String(shown['uuid']);
    const { revision = 0 } = this.placed.get(uuid) ?? {};
    if (Number(shown['revision']) >= Number(revision)) this.placed.set(uuid, shown);
  }

  /** The body with which an order was placed, by a name of the order. */
  sent(ref: string): Readonly<Record<string, unknown>> | undefined {
    const shown = [...this.placed.values()].find(({ uuid, handle }) => [uuid, handle].includes(ref));
    const bodies = (this.#known.get('orderBody') ?? []).map(
      ({ value }) => JSON.parse(value) as Readonly<Record<string, unknown>>,
    );
    return bodies.find(({ uuid }) => uuid === shown?.['uuid']);
  }

  /** The order that the wallet signs by default: of a subnet token for another one. */
  order(wallet: TestWallet, n: number) {
    const subnet = this.view.tokens.filter(({ type }) => type === 'SUBNET');
    const outputs = this.view.tokens.filter(({ type }) => type !== 'SUBNET');
    return {
      uuid: randomUUID() as string,
      owner: wallet.address as string,
      recipient: wallet.address as string,
      inputToken: subnet[n % subnet.length]!.contractId,
      outputToken: outputs[n % outputs.length]!.contractId,
      amountIn: String(1_000 + n),
      router: this.view.routers.find(({ payout }) => payout === 'signer')!.id,
    };
  }

  /** Signs these terms, whatever they are. @throws for terms that no wallet could sign. */
  sign({ uuid, inputToken, amountIn, router }: Terms, wallet: TestWallet): string {
    const signature = signOrder(
      {
        network: this.network,
        blaze: this.view.tokens.find(({ contractId }) => contractId === inputToken)?.blaze ?? 'v1',
        uuid: uuid as string,
        inputToken: inputToken as ContractId,
        amountIn: BigInt(amountIn as string),
        router: router as ContractId,
      } as Parameters<typeof signOrder>[0],
      wallet,
    );
    this.secrets.add(signature);
    return signature;
  }

  /** Any address of the chain. */
  address(n: number): Address {
    return this.known('address', n)!.value as Address;
  }
}

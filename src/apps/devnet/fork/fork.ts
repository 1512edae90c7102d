import type { ClarityAbi } from '@stacks/transactions';
import { handKeyToSdk } from './environment.js';
import { isCount } from '../../../domain/shared/fields.js';
import { NETWORK_FACTS } from '../../../domain/shared/network.js';
import { accountsIn } from '../vm/accounts.js';
import { ForkApi, type ForkApiOptions } from './fork-api.js';
import type { Beginning } from '../genesis/genesis.js';
import type { Block, Origin, OriginalNetwork } from '../vm/origin.js';
import { Pace } from './pace.js';
import { RemoteReads } from './remote-reads.js';
import type { LoadedSdk } from '../vm/sdk.js';
import { UpstreamUnavailable } from '../vm/upstream.js';
import { Vm } from '../vm/vm.js';

export interface ForkOptions extends ForkApiOptions {
  /** Height of the block that the fork continues; by default that of the newest one that both the node and its index know. */
  readonly height?: number | undefined;
  /** Requests per minute that the API allows; unlimited if absent. */
  readonly requestsPerMinute?: number | undefined;
}

/** A VM with the contracts and state of a network at one of its blocks, that block as the chain's origin, and what the fork adds. */
export interface Fork {
  readonly vm: Vm;
  readonly origin: Origin & { readonly network: OriginalNetwork };
  readonly beginning: Beginning;
}

/** Amount that the operator's account gets, in microSTX: 10,000 STX. */
const OPERATOR_USTX = 10_000_000_000n;

/** @throws UpstreamUnavailable if the API does not respond, does not know the height, or belongs to another kind of network. */
export async function openFork(options: ForkOptions, sdk: Promise<LoadedSdk>): Promise<Fork> {
  // Waits for the SDK first: otherwise the first request would load its own modules at the same time.
  await sdk;
  const pace = new Pace(options.requestsPerMinute);
  const api = new ForkApi(options, pace);
  const { name, newest, info } = await readTip(api);
  const height = options.height ?? newest;
  if (height > newest)
    throw new UpstreamUnavailable(`block ${height} does not exist yet: the newest is ${newest}`);
  const { block, tip, burnHeight, fields } = await readBlock(api, height);
  const sortitionsPath = `/v3/sortitions/burn_height/${burnHeight}`;
  const sortitions = await api.get(sortitionsPath);
  if (sortitions.status !== 200)
    throw new UpstreamUnavailable(`${sortitionsPath}: status ${sortitions.status}`);
  const reads = new RemoteReads({ pace });
  // Data that the VM needs when it starts. If it had to request them and failed, the VM would end instead of reporting the failure.
  reads.hold(`${options.url}/v2/info`, info);
  reads.hold(`${options.url}${blockPath(height)}`, fields);
  reads.hold(`${options.url}${sortitionsPath}`, sortitions.body);
  if (options.apiKey !== undefined) handKeyToSdk(options.apiKey);
  const upstream = {
    api: options.url,
    height,
    answer: reads.answer,
    takeFailure: () => reads.takeFailure(),
  };
  const dress = name === 'mainnet' ? 'mainnet' : 'devnet';
  const vm = await Vm.start({ network: dress, upstream, sdk });
  const network: OriginalNetwork = {
    name,
    forward: (path) => api.get(path),
    requests: () => api.requests + reads.requests,
  };
  const accounts = accountsIn(dress);
  const apply = () => vm.mintStx(accounts.operator.address, OPERATOR_USTX);
  const beginning = { dress, accounts, contracts: [], apply } as const;
  return { vm, origin: new ForkOrigin(api, vm, block, tip, network), beginning };
}

async function readTip(api: ForkApi) {
  const info = await api.fields('/v2/info');
  const { network_id: chainId, stacks_tip_height: ofNode } = info;
  const name = (['mainnet', 'testnet'] as const).find((each) => NETWORK_FACTS[each].chainId === chainId);
  if (name === undefined)
    throw new UpstreamUnavailable(`/v2/info: network ${String(chainId)} is neither mainnet nor testnet`);
  const { chain_tip: tip } = await api.fields('/extended');
  const ofIndex = (tip as { readonly block_height?: unknown } | null | undefined)?.block_height;
  if (!isCount(ofNode) || !isCount(ofIndex))
    throw new UpstreamUnavailable('/v2/info and /extended: the height of the newest block is missing');
  return { name, newest: Math.min(ofNode, ofIndex), info };
}

const blockPath = (height: number): string => `/extended/v2/blocks/${height}`;

async function readBlock(api: ForkApi, height: number) {
  const path = blockPath(height);
  const fields = await api.fields(path);
  const [hash, parentHash, tip] = ['hash', 'parent_block_hash', 'index_block_hash'].map((name) => {
    const hex = /^0x([0-9a-f]{64})$/.exec(String(fields[name]))?.[1];
    if (hex === undefined) throw new UpstreamUnavailable(`${path}: ${name} is not a hash`);
    return hex;
  }) as [string, string, string];
  const { block_time: time, burn_block_height: burnHeight } = fields;
  if (!isCount(time) || !isCount(burnHeight))
    throw new UpstreamUnavailable(`${path}: block_time or burn_block_height is not a number`);
  const block: Block = { height, time, hash, parentHash };
  return { block, tip, burnHeight, fields };
}

/** Accounts and contracts of the network, each read once. */
class ForkOrigin implements Origin {
  private readonly nonces = new Map<string, bigint>();
  private readonly interfaces = new Map<string, ClarityAbi>();

  constructor(
    private readonly api: ForkApi,
    private readonly vm: Vm,
    readonly block: Block,
    /** The block's id. */
    private readonly tip: string,
    readonly network: OriginalNetwork,
  ) {}

  async learn({ account, contract }: Parameters<Origin['learn']>[0]): Promise<void> {
    if (account !== undefined && !this.nonces.has(account))
      this.nonces.set(account, await this.readNonce(account));
    if (contract === undefined || this.interfaces.has(contract)) return;
    const found = await this.api.get(`/v2/contracts/interface/${contract.replace('.', '/')}?tip=${this.tip}`);
    if (found.status === 200) this.interfaces.set(contract, found.body as ClarityAbi);
  }

  nonceOf(account: string): bigint {
    return known(this.nonces, account);
  }

  interfaceOf(contractId: string): ClarityAbi | undefined {
    return this.vm.interfaceOf(contractId) ?? this.interfaces.get(contractId);
  }

  stxBalance(account: string): bigint {
    return this.vm.stxBalance(account);
  }

  private async readNonce(account: string): Promise<bigint> {
    const path = `/v2/accounts/${account}?proof=0&tip=${this.tip}`;
    const { nonce } = await this.api.fields(path);
    if (!isCount(nonce)) throw new UpstreamUnavailable(`/v2/accounts/${account}: the nonce is not a number`);
    return BigInt(nonce);
  }
}

function known<T>(facts: ReadonlyMap<string, T>, name: string): T {
  const fact = facts.get(name);
  if (fact === undefined) throw new Error(`the fork has not learnt about ${name}`);
  return fact;
}

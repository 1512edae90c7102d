import { cvToHex, hexToCV, type ClarityValue } from '@stacks/transactions';
import {
  applyGenesis,
  contractId,
  genesisRegistry,
  OPERATOR,
  WALLETS,
  WHALE,
} from '../../src/adapters/devnet/genesis.js';
import { Vm } from '../../src/adapters/devnet/vm.js';
import { startDevnetProcess, type DevnetProcess } from './fork-process.js';
import { startForkPeer, type ForkPeer } from './fork-peer.js';
import { recordNetwork, type RecordedNetwork } from './recorded-network.js';
import { ask, type Answer } from './test-chain.js';

/** A network of the devnet's contracts, recorded from a VM. */
export interface ForkedNetwork {
  /** The VM that was recorded, in this process: what the state implies without a fork. */
  readonly vm: Vm;
  readonly recorded: RecordedNetwork;
  readonly chainId: number;
  readonly height: number;
  readonly registry: ReturnType<typeof genesisRegistry>;
  readonly accounts: typeof WALLETS;
  readonly operator: typeof OPERATOR;
  readonly whale: typeof WHALE;
  /** The id of the contract with the name. */
  id(name: string): ReturnType<typeof contractId>;
}

const HEIGHT = 5_000_000;
const TESTNET_CHAIN_ID = 0x80000000;

export async function recordedDevnet(): Promise<ForkedNetwork> {
  const vm = await Vm.start({ network: 'devnet' });
  applyGenesis(vm);
  const [deployer = ''] = contractId('traits').split('.');
  return {
    vm,
    recorded: recordNetwork(vm, deployer),
    chainId: TESTNET_CHAIN_ID,
    height: HEIGHT,
    registry: genesisRegistry(),
    accounts: WALLETS,
    operator: OPERATOR,
    whale: WHALE,
    id: contractId,
  };
}

export interface ForkBed {
  readonly peer: ForkPeer;
  readonly fork: DevnetProcess;
  get<T>(path: string): Promise<Answer<T>>;
  control(path: string, body?: object): Promise<Answer>;
  /** Calls a read-only function on the fork; `body.value` is what it returned. */
  read(
    contract: string,
    functionName: string,
    args?: readonly ClarityValue[],
  ): Promise<Answer<{ value?: ClarityValue; cause?: string }>>;
  close(): Promise<void>;
}

/** A peer that serves the network, and a fork of it in another process. */
export async function openForkBed(
  network: ForkedNetwork,
  options: { readonly nonces?: Readonly<Record<string, number>>; readonly env?: Record<string, string> } = {},
): Promise<ForkBed> {
  const { chainId, height } = network;
  const peer = await startForkPeer(network.recorded, { chainId, height, ...options });
  const fork = await startDevnetProcess([`--fork=${peer.url}`], options.env);
  const post = <T>(url: string, body: object) => ask<T>(url, { method: 'POST', body: JSON.stringify(body) });
  return {
    peer,
    fork,
    get: (path) => ask(`${fork.stacksApiUrl}${path}`),
    control: (path, body = {}) => post(`${fork.controlUrl}${path}`, body),
    read: async (contract, functionName, args = []) => {
      const url = `${fork.stacksApiUrl}/v2/contracts/call-read/${contract.replace('.', '/')}/${functionName}`;
      const sender = network.operator.address;
      const answer = await post<{ result?: string | null; cause?: string; value?: ClarityValue }>(url, {
        sender,
        arguments: args.map((value) => cvToHex(value)),
      });
      const { result } = answer.body;
      const value = typeof result === 'string' ? hexToCV(result) : undefined;
      return { ...answer, body: { ...answer.body, ...(value !== undefined && { value }) } };
    },
    close: async () => {
      await fork.end();
      await peer.close();
    },
  };
}

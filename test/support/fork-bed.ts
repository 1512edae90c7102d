import { cvToHex, hexToCV, type ClarityValue } from '@stacks/transactions';
import type { ForkDevnet } from '../../dist/apps/devnet/index.js';
import { mainnetGenesis, type Genesis } from '../../src/apps/devnet/genesis/genesis.js';
import { Vm } from '../../src/apps/devnet/vm/vm.js';
import { builtInRegistry } from '../../src/adapters/stacks/index.js';
import { contractParts } from '../../src/domain/shared/contract-id.js';
import { NETWORK_FACTS } from '../../src/domain/shared/network.js';
import { startForkPeer, type ForkPeer } from './fork-peer.js';
import { recordNetwork, type RecordedNetwork } from './recorded-network.js';
import { ask, type Answer } from './test-chain.js';

/** A network with contracts at the addresses of mainnet's registry, recorded from a VM. */
export interface ForkedNetwork {
  /** The recorded VM, in this process. It shows the results that the state implies without a fork. */
  readonly vm: Vm;
  readonly genesis: Genesis;
  readonly recorded: RecordedNetwork;
  readonly chainId: number;
  readonly height: number;
}

/** Height of a mainnet block in an epoch without `at-block`. */
const HEIGHT = 9_000_000;

export async function recordedMainnet(): Promise<ForkedNetwork> {
  const genesis = mainnetGenesis(builtInRegistry('mainnet'));
  const vm = await Vm.start({ network: 'mainnet' });
  genesis.apply(vm);
  const deployers = new Set(genesis.contracts.map(({ id }) => contractParts(id).address as string));
  return {
    vm,
    genesis,
    recorded: recordNetwork(vm, deployers),
    chainId: NETWORK_FACTS.mainnet.chainId,
    height: HEIGHT,
  };
}

export interface ForkBed {
  readonly peer: ForkPeer;
  readonly fork: ForkDevnet;
  get<T>(path: string): Promise<Answer<T>>;
  control(path: string, body?: object): Promise<Answer>;
  /** Calls a read-only function on the fork. `body.value` is the function's result. */
  read(
    contract: string,
    functionName: string,
    args?: readonly ClarityValue[],
    at?: string,
  ): Promise<Answer<{ value?: ClarityValue; cause?: string }>>;
  close(): Promise<void>;
}

interface ForkBedOptions {
  /** Nonces of accounts that have sent transactions on the network. */
  readonly nonces?: Readonly<Record<string, number>>;
  readonly apiKey?: string;
  readonly log?: (line: string) => void;
}

/** Starts a peer that serves the network, and a fork of the network that mines only on request. */
export async function openForkBed(network: ForkedNetwork, options: ForkBedOptions = {}): Promise<ForkBed> {
  const { chainId, height } = network;
  const { nonces, apiKey, log } = options;
  const peer = await startForkPeer(network.recorded, { chainId, height, nonces });
  const { startFork } = await import('../../dist/apps/devnet/index.js');
  const fork = await startFork({
    blockMs: 3_600_000,
    controlPort: 0,
    network: { url: peer.url, apiKey },
    log,
  });
  const headers = { 'content-type': 'application/json' };
  const post = <T>(url: string, body: object) =>
    ask<T>(url, { method: 'POST', headers, body: JSON.stringify(body) });
  return {
    peer,
    fork,
    get: (path) => ask(`${fork.stacksApiUrl}${path}`),
    control: (path, body = {}) => post(`${fork.controlUrl}${path}`, body),
    read: async (contract, functionName, args = [], at) => {
      const path = `/v2/contracts/call-read/${contract.replace('.', '/')}/${functionName}`;
      const url = `${fork.stacksApiUrl}${path}${at === undefined ? '' : `?tip=${at}`}`;
      const answer = await post<{ result?: string | null; cause?: string; value?: ClarityValue }>(url, {
        sender: fork.operatorAddress,
        arguments: args.map((value) => cvToHex(value)),
      });
      const { result } = answer.body;
      const value = typeof result === 'string' ? hexToCV(result) : undefined;
      return { ...answer, body: { ...answer.body, ...(value !== undefined && { value }) } };
    },
    close: async () => {
      await fork.stop();
      await peer.close();
    },
  };
}

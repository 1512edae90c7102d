import { createHash } from 'node:crypto';
import { NETWORK_FACTS } from '../../../domain/shared/network.js';
import type { Dress } from './accounts.js';
import type { AnswerRequest, RemoteAnswer } from './wasm-host.js';

/** A network's node API, from which the VM reads state on demand. */
export interface Upstream {
  /** Base address, without a trailing slash. */
  readonly api: string;
  /** The block whose state is read. */
  readonly height: number;
  /** Returns the response to a request of the VM. */
  readonly answer: AnswerRequest;
  /** Returns the reason if a request has failed since the last call. Absent if requests never fail. */
  readonly takeFailure?: () => string | undefined;
}

/** Error when the VM could not read state from the upstream. The call left no trace, and may succeed later. */
export class UpstreamUnavailable extends Error {}

/** Block heights of mainnet from about the time when the VM's epoch was in force. */
const HEIGHT = 5_000_000;
const BURN_HEIGHT = 930_000;
/** Time of the block at these heights, Unix seconds. */
const TIME = 1_766_000_000;

/** A network without deployments: it has one block, no contracts and no values. */
export function emptyUpstream(dress: Dress): Upstream {
  const bodies: readonly (readonly [RegExp, object])[] = [
    [/^\/v2\/info$/, { ...INFO, network_id: NETWORK_FACTS[dress].chainId }],
    [/^\/extended\/v2\/blocks\/[^/]+$/, BLOCK],
    [/^\/v3\/sortitions\//, SORTITIONS],
  ];
  return {
    // No connection to this address is ever made.
    api: 'http://empty.invalid',
    height: HEIGHT,
    answer(url) {
      const { pathname } = new URL(url);
      return answerOf(bodies.find(([path]) => path.test(pathname))?.[1]);
    },
  };
}

const answerOf = (body: object | undefined): RemoteAnswer => ({
  status: body === undefined ? 404 : 200,
  statusText: body === undefined ? 'Not Found' : 'OK',
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify(body ?? { error: 'not found' }),
});

const hash = (of: string): string => createHash('sha256').update(`sluice devnet: ${of}`).digest('hex');
const consensusHash = hash('consensus').slice(0, 40);

const INFO = {
  peer_version: 1,
  parent_network_id: 1,
  burn_block_height: BURN_HEIGHT,
  stacks_tip_height: HEIGHT,
  stacks_tip: hash('block'),
  stacks_tip_consensus_hash: consensusHash,
};

const BLOCK = {
  canonical: true,
  height: HEIGHT,
  hash: `0x${hash('block')}`,
  index_block_hash: `0x${hash('index')}`,
  parent_index_block_hash: `0x${hash('parent')}`,
  burn_block_height: BURN_HEIGHT,
  burn_block_hash: `0x${hash('burn')}`,
  burn_block_time: TIME,
  block_time: TIME,
  tenure_height: HEIGHT,
  tx_count: 1,
  miner_txid: `0x${hash('miner')}`,
};

const SORTITIONS = [
  {
    burn_block_hash: `0x${hash('burn')}`,
    burn_block_height: BURN_HEIGHT,
    burn_header_timestamp: TIME,
    sortition_id: `0x${hash('sortition')}`,
    parent_sortition_id: `0x${hash('parent sortition')}`,
    consensus_hash: `0x${consensusHash}`,
    was_sortition: true,
    miner_pk_hash160: `0x${consensusHash}`,
    stacks_parent_ch: `0x${consensusHash}`,
    last_sortition_ch: `0x${consensusHash}`,
    committed_block_hash: `0x${hash('block')}`,
  },
];

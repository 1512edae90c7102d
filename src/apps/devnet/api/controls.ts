import { Cl, makeContractCall, PostConditionMode } from '@stacks/transactions';
import type { Registry } from '../../../domain/market/registry.js';
import type { Vault } from '../../../domain/vault/vault.js';
import type { Chain } from '../chain/chain.js';
import { amountOf, text } from './control-fields.js';
import {
  DEPRECATED_ENDPOINTS,
  FAULT_MODES,
  type DeprecatedEndpoint,
  type Fault,
  type Faults,
} from './faults.js';
import { forkControlRoutes } from './fork-controls.js';
import {
  badRequest,
  HttpError,
  jsonBody,
  post,
  type JsonBody,
  type Request,
  type Route,
} from './http-server.js';
import { DROP_STATUSES } from '../chain/mempool.js';
import type { Miner } from '../chain/miner.js';

const MAX_BLOCKS = 10_000;
const SWAP_FEE_USTX = 1_000n;
const MAX_FEE_PER_BYTE = 1_000_000;

interface Controlled {
  readonly chain: Chain;
  readonly miner: Miner;
  readonly faults: Faults;
}

/** The test controls: endpoints that put the chain into a wanted state. */
export function controlRoutes({ chain, miner, faults }: Controlled): Route[] {
  const isFork = chain.origin.network !== undefined;
  /** A control that performs `act`, then responds with `answer()`. */
  const control = (path: string, answer: () => object, act: (request: Request) => void): Route =>
    post(path, (request) => {
      act(request);
      return answer();
    });
  const tip = () => ({ tip: chain.tip() });
  const done = () => ({ ok: true });
  const blocksOf = (body: JsonBody) => wholeNumber(body, 'blocks', { otherwise: 1, max: MAX_BLOCKS });
  return [
    control('/pause', tip, () => miner.pause()),
    control('/resume', tip, () => miner.resume()),
    control('/mine', tip, (request) => miner.mine(blocksOf(jsonBody(request)))),
    control('/orphan', tip, (request) => {
      if (isFork) throw badRequest('a fork has no reorganisations: they would undo what was funded');
      const body = jsonBody(request);
      chain.orphan(blocksOf(body), body['drop'] === true);
    }),
    control('/drop', done, (request) => drop(chain, jsonBody(request))),
    control('/fault', done, (request) => faults.set(readFault(jsonBody(request)))),
    control('/lag', done, (request) => {
      const body = jsonBody(request);
      const blocks = wholeNumber(body, 'blocks', { otherwise: 1, min: 0, max: MAX_BLOCKS });
      const every = wholeNumber(body, 'every', { otherwise: 1, max: 100 });
      faults.setLag({ path: text(body, 'path'), blocks, every });
    }),
    control('/forget', done, (request) => {
      faults.forgotten = wholeNumber(jsonBody(request), 'count', { otherwise: 1, min: 0, max: MAX_BLOCKS });
    }),
    control('/api', done, (request) => {
      const { gone, v3 = true } = jsonBody(request);
      if (typeof v3 !== 'boolean') throw badRequest('v3 must be a boolean');
      faults.api = { gone: endpointsOf(gone), v3 };
    }),
    control('/fees', done, (request) => {
      const perByte = wholeNumber(jsonBody(request), 'perByte', { otherwise: 1, max: MAX_FEE_PER_BYTE });
      chain.feePerByte = BigInt(perByte);
    }),
    control('/misquote', done, (request) => {
      const body = jsonBody(request);
      const percent = wholeNumber(body, 'percent', { otherwise: 100, min: 0, max: 10_000 });
      faults.misquote(vaultOf(chain.genesis.registry, body).contractId, percent);
    }),
    post('/swap', (request) => swap(chain, miner, jsonBody(request))),
    ...(isFork ? forkControlRoutes({ chain, miner }) : []),
  ];
}

function drop(chain: Chain, body: JsonBody): void {
  const wanted = body['status'] ?? 'dropped_stale_garbage_collect';
  const status = DROP_STATUSES.find((candidate) => candidate === wanted);
  if (status === undefined) throw badRequest(`status must be one of ${DROP_STATUSES.join(', ')}`);
  const txid = text(body, 'txid').replace(/^0x/, '').toLowerCase();
  if (!chain.drop(txid, status)) throw new HttpError(404, { error: 'no such pending transaction' });
}

/** Mines a block that contains only the whale's swap, leaving pending transactions pending. */
async function swap(chain: Chain, miner: Miner, body: JsonBody) {
  const { accounts, registry, dress } = chain.genesis;
  const vault = vaultOf(registry, body);
  const opcode = wholeNumber(body, 'opcode', { otherwise: 0, max: 255, min: 0 });
  const amount = amountOf(body);
  const [contractAddress = '', contractName = ''] = vault.contractId.split('.');
  const call = await makeContractCall({
    contractAddress,
    contractName,
    functionName: 'execute',
    functionArgs: [Cl.uint(amount), Cl.some(Cl.buffer(Uint8Array.of(opcode)))],
    senderKey: accounts.whale.privateKey,
    network: dress,
    fee: SWAP_FEE_USTX,
    nonce: chain.nextNonce(accounts.whale.address),
    postConditionMode: PostConditionMode.Allow,
  });
  const submitted = chain.submit(call.serializeBytes(), Date.now());
  if (!submitted.ok)
    throw new HttpError(400, { error: 'the swap was refused', reason: submitted.error.reason });
  const { txid } = submitted.value;
  const pending = chain.mempool.find(txid);
  if (pending !== undefined) miner.mine(1, [pending]);
  const mined = chain.history.findMined(txid)?.mined;
  if (mined === undefined) throw new Error('the whale’s swap was not mined');
  const outcome = { txid, status: mined.status, result: Cl.prettyPrint(mined.result) };
  if (mined.status !== 'success') throw new HttpError(400, outcome);
  return outcome;
}

/** Finds a vault by contract id or contract name. */
function vaultOf({ vaults = [] }: Partial<Registry> = {}, body: JsonBody): Vault {
  const id = text(body, 'vault');
  const vault = vaults.find(({ contractId }) => contractId === id || contractId.endsWith(`.${id}`));
  if (vault === undefined) throw badRequest('vault must be one of the registry’s');
  return vault;
}

function readFault(body: JsonBody): Fault {
  const mode = FAULT_MODES.find((candidate) => candidate === body['mode']);
  if (mode === undefined) throw badRequest(`mode must be one of ${FAULT_MODES.join(', ')}`);
  return {
    path: text(body, 'path'),
    mode,
    status: wholeNumber(body, 'status', { otherwise: 503, min: 200, max: 599 }),
    ms: wholeNumber(body, 'ms', { otherwise: 1_000, max: 600_000 }),
    count: wholeNumber(body, 'count', { otherwise: 1, max: 1_000_000 }),
  };
}

function endpointsOf(gone: unknown = []): readonly DeprecatedEndpoint[] {
  if (gone === 'all') return DEPRECATED_ENDPOINTS;
  if (Array.isArray(gone) && gone.every((name) => DEPRECATED_ENDPOINTS.includes(name as DeprecatedEndpoint)))
    return gone as DeprecatedEndpoint[];
  throw badRequest(`gone must be 'all' or a list of ${DEPRECATED_ENDPOINTS.join(', ')}`);
}

function wholeNumber(
  body: JsonBody,
  name: string,
  { otherwise, min = 1, max }: { otherwise: number; min?: number; max: number },
): number {
  const value = body[name] ?? otherwise;
  if (typeof value === 'number' && Number.isInteger(value) && value >= min && value <= max) return value;
  throw badRequest(`${name} must be a whole number from ${min} to ${max}`);
}

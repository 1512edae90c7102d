import { hexToCV, validateStacksAddress, type ClarityAbi, type ClarityValue } from '@stacks/transactions';
import { NETWORK_FACTS } from '../../domain/shared/network.js';
import type { Chain } from './chain.js';
import { genesisRegistry, WALLETS } from './genesis.js';
import { answer, BadRequest, jsonBody, type Answer, type Request, type Route } from './http-server.js';
import { STX } from '../../domain/shared/contract-id.js';
import type { Misquotes } from './misquotes.js';
import type { ReceivedTransaction } from './received-transaction.js';
import { clarityView, minedView, unminedView } from './transaction-view.js';

const PRINCIPAL = '(?<principal>S[0-9A-Z]+(\\.[A-Za-z0-9_-]+)?)';
/** The low, middle and high fee estimates, as multiples of the smallest fee that is mined. */
const FEE_MULTIPLES = [1n, 2n, 4n];

/** The endpoints of a Stacks node and its API that wallets and swap servers use. */
export function nodeRoutes(chain: Chain, misquotes: Misquotes, url: () => string): Route[] {
  return [
    { method: 'GET', path: /^\/v2\/info$/, handle: () => answer(infoView(chain)) },
    {
      method: 'GET',
      path: new RegExp(`^/v2/accounts/${PRINCIPAL}$`),
      handle: (request) => answer(accountView(chain, request)),
    },
    {
      method: 'POST',
      path: /^\/v2\/contracts\/call-read\/(?<address>[^/]+)\/(?<name>[^/]+)\/(?<functionName>[^/]+)$/,
      handle: (request) => answer(callRead(chain, misquotes, request)),
    },
    { method: 'POST', path: /^\/v2\/transactions$/, handle: ({ body }) => submit(chain, body) },
    {
      method: 'POST',
      path: /^\/v2\/fees\/transaction$/,
      handle: (request) => answer(estimateFee(chain, request)),
    },
    {
      method: 'GET',
      path: /^\/extended\/v1\/tx\/multiple$/,
      handle: (request) => answer(transactions(chain, request)),
    },
    {
      method: 'GET',
      path: /^\/extended\/v1\/tx\/(?<txid>[^/]+)$/,
      handle: (request) => transaction(chain, request),
    },
    {
      method: 'GET',
      path: new RegExp(`^/extended/v1/address/${PRINCIPAL}/nonces$`),
      handle: (request) => answer(noncesView(chain, principal(param(request, 'principal')))),
    },
    { method: 'GET', path: /^\/extended(\/v1\/status)?\/?$/, handle: () => answer(statusView(chain)) },
    { method: 'GET', path: /^\/devnet$/, handle: () => answer(devnetView(chain, url())) },
  ];
}

function infoView(chain: Chain): Record<string, unknown> {
  const tip = chain.tip();
  return {
    peer_version: 0,
    server_version: 'sluice-devnet',
    network_id: NETWORK_FACTS.devnet.chainId,
    parent_network_id: 0,
    burn_block_height: tip.height,
    stable_burn_block_height: tip.height,
    stacks_tip_height: tip.height,
    stacks_tip: tip.hash,
    stacks_tip_consensus_hash: tip.hash.slice(0, 40),
    is_fully_synced: true,
  };
}

function accountView(chain: Chain, request: Request): Record<string, unknown> {
  const account = principal(param(request, 'principal'));
  return {
    balance: `0x${chain.stxBalance(account).toString(16).padStart(32, '0')}`,
    locked: `0x${'0'.repeat(32)}`,
    unlock_height: 0,
    nonce: Number(chain.nextNonce(account)),
  };
}

function callRead(chain: Chain, misquotes: Misquotes, request: Request): Record<string, unknown> {
  const body = jsonBody(request);
  const args = body['arguments'];
  if (!Array.isArray(args)) throw new BadRequest('arguments must be a list');
  const sender = principal(body['sender']);
  const contractId = `${param(request, 'address')}.${param(request, 'name')}`;
  const functionName = param(request, 'functionName');
  const values = args.map(readArgument);
  const outcome = chain.read(contractId, functionName, values, sender);
  if (outcome.kind !== 'value') return { okay: false, result: null, cause: outcome.cause };
  const { value } = outcome;
  const told = functionName === 'quote' ? misquotes.falsify(contractId, values, value) : value;
  return { okay: true, result: clarityView(told).hex };
}

function principal(text: unknown): string {
  if (typeof text === 'string' && validateStacksAddress(text.split('.')[0] ?? '')) return text;
  throw new BadRequest('not a Stacks principal');
}

function readArgument(hex: unknown): ClarityValue {
  try {
    if (typeof hex === 'string') return hexToCV(hex);
  } catch (cause) {
    throw new BadRequest('an argument is not a Clarity value in hex', { cause });
  }
  throw new BadRequest('an argument is not a string');
}

function submit(chain: Chain, raw: Buffer): Answer {
  const submitted = chain.submit(raw, Date.now());
  if (submitted.ok) return answer(submitted.value.txid);
  const { reason, data, txid } = submitted.error;
  return answer({ error: 'transaction rejected', reason, reason_data: data ?? null, txid: txid ?? '' }, 400);
}

function estimateFee({ feePerByte }: Chain, request: Request): Record<string, unknown> {
  const { transaction_payload: payload, estimated_len: length } = jsonBody(request);
  if (typeof payload !== 'string') throw new BadRequest('transaction_payload is required');
  const bytes =
    typeof length === 'number' && length > 0
      ? BigInt(Math.ceil(length))
      : BigInt(Math.ceil(payload.length / 2));
  return {
    estimated_cost: { read_count: 0, read_length: 0, runtime: 0, write_count: 0, write_length: 0 },
    estimated_cost_scalar: Number(bytes),
    cost_scalar_change_by_byte: 1,
    estimations: FEE_MULTIPLES.map((multiple) => ({
      fee_rate: Number(multiple * feePerByte),
      fee: Number(bytes * multiple * feePerByte),
    })),
  };
}

const MAX_AT_ONCE = 50;

/** The API takes ids as repeated parameters or separated by commas. */
function transactions(chain: Chain, { query }: Request): Record<string, unknown> {
  const ids = query.getAll('tx_id').flatMap((text) => text.split(','));
  if (ids.length === 0 || ids.length > MAX_AT_ONCE)
    throw new BadRequest(`tx_id must be given 1 to ${MAX_AT_ONCE} times`);
  return Object.fromEntries(
    ids.map((id) => {
      const view = transactionView(chain, plainTxid(id));
      return [
        `0x${plainTxid(id)}`,
        view === undefined ? { found: false, result: { tx_id: id } } : { found: true, result: view },
      ];
    }),
  );
}

function transaction(chain: Chain, request: Request): Answer {
  const txid = plainTxid(param(request, 'txid'));
  const view = transactionView(chain, txid);
  return view === undefined
    ? answer({ error: `could not find transaction by ID 0x${txid}` }, 404)
    : answer(view);
}

const plainTxid = (text: string): string => text.replace(/^0x/, '').toLowerCase();

function transactionView(chain: Chain, txid: string): Record<string, unknown> | undefined {
  const mined = chain.findMined(txid);
  if (mined !== undefined) return minedView(mined, abiOf(chain, mined.mined.transaction));
  const pending = chain.mempool.find(txid);
  if (pending !== undefined) return unminedView(pending, 'pending', abiOf(chain, pending));
  const dropped = chain.mempool.findDropped(txid);
  if (dropped === undefined) return undefined;
  return unminedView(dropped.transaction, dropped.status, abiOf(chain, dropped.transaction));
}

function abiOf(chain: Chain, { payload }: ReceivedTransaction): ClarityAbi | undefined {
  return payload.kind === 'call' ? chain.interfaceOf(payload.contractId) : undefined;
}

function noncesView(chain: Chain, account: string): Record<string, unknown> {
  const next = chain.nextNonce(account);
  const pending = chain.mempool.noncesOf(account);
  const highest = pending.at(-1);
  const missing: number[] = [];
  for (let nonce = next; highest !== undefined && nonce < highest; nonce += 1n) {
    if (!pending.includes(nonce)) missing.push(Number(nonce));
  }
  return {
    last_executed_tx_nonce: next === 0n ? null : Number(next - 1n),
    last_mempool_tx_nonce: highest === undefined ? null : Number(highest),
    possible_next_nonce: Number(highest === undefined ? next : highest + 1n),
    detected_missing_nonces: missing.reverse(),
    detected_mempool_nonces: pending.map(Number),
  };
}

function statusView(chain: Chain): Record<string, unknown> {
  const tip = chain.tip();
  return {
    server_version: 'sluice-devnet',
    status: 'ready',
    chain_tip: { block_height: tip.height, block_hash: `0x${tip.hash}`, burn_block_height: tip.height },
  };
}

function devnetView(chain: Chain, stacksApiUrl: string): Record<string, unknown> {
  const { network, tokens, vaults, routers, wstx } = genesisRegistry();
  return {
    network,
    stacksApiUrl,
    accounts: WALLETS.map((account) => ({
      ...account,
      balances: Object.fromEntries(
        tokens.map((token) => {
          const contract = token.contractId === STX ? wstx : token.contractId;
          return [token.contractId, String(chain.balance(contract, account.address))];
        }),
      ),
    })),
    tokens,
    vaults,
    routers,
  };
}

function param({ params }: Request, name: string): string {
  const value = params[name];
  if (value === undefined) throw new Error(`the route has no ${name}`);
  return value;
}

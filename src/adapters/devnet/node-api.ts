import { cvToHex, hexToCV, validateStacksAddress, type ClarityValue } from '@stacks/transactions';
import { STX } from '../../domain/shared/contract-id.js';
import { NETWORK_FACTS } from '../../domain/shared/network.js';
import type { Chain } from './chain.js';
import { contractRoutes } from './contract-api.js';
import type { Faults } from './faults.js';
import { genesisRegistry, WALLETS } from './genesis.js';
import { badRequest, get, HttpError, jsonBody, post, type Request, type Route } from './http-server.js';
import { transactionView } from './transaction-view.js';

const PRINCIPAL = '(?<principal>S[0-9A-Z]+(\\.[A-Za-z0-9_-]+)?)';
/** The low, middle and high fee estimates, as multiples of the smallest fee that is mined. */
const FEE_MULTIPLES = [1n, 2n, 4n];

/** The endpoints of a Stacks node and its API that wallets and swap servers use. */
export function nodeRoutes(chain: Chain, faults: Faults, url: () => string): Route[] {
  return [
    get('/v2/info', () => infoView(chain)),
    get(`/v2/accounts/${PRINCIPAL}`, (request) => accountView(chain, request)),
    post('/v2/contracts/call-read/(?<address>[^/]+)/(?<name>[^/]+)/(?<functionName>[^/]+)', (request) =>
      callRead(chain, faults, request),
    ),
    post('/v2/transactions', ({ body }) => submit(chain, body)),
    post('/v2/fees/transaction', (request) => estimateFee(chain, request)),
    get('/extended/v1/tx/multiple', (request) => transactions(chain, request)),
    get('/extended/v1/tx/(?<txid>[^/]+)', (request) => transaction(chain, request)),
    get(`/extended/v1/address/${PRINCIPAL}/nonces`, (request) => noncesView(chain, request)),
    get('/extended(/v1/status)?/?', () => statusView(chain)),
    ...contractRoutes(chain),
    get('/devnet', () => devnetView(chain, url())),
  ];
}

function infoView(chain: Chain) {
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

function accountView(chain: Chain, { params }: Request) {
  const account = principal(params['principal']);
  return {
    balance: `0x${chain.stxBalance(account).toString(16).padStart(32, '0')}`,
    locked: `0x${'0'.repeat(32)}`,
    unlock_height: 0,
    nonce: Number(chain.nextNonce(account)),
  };
}

function callRead(chain: Chain, faults: Faults, request: Request) {
  const body = jsonBody(request);
  const args = body['arguments'];
  if (!Array.isArray(args)) throw badRequest('arguments must be a list');
  const sender = principal(body['sender']);
  const { address = '', name = '', functionName = '' } = request.params;
  const contractId = `${address}.${name}`;
  const values = args.map(readArgument);
  const read = chain.read(contractId, functionName, values, sender);
  if (!read.ok) return { okay: false, result: null, cause: read.error };
  const result = functionName === 'quote' ? faults.falsify(contractId, values, read.value) : read.value;
  return { okay: true, result: cvToHex(result) };
}

function principal(text: unknown): string {
  if (typeof text === 'string' && validateStacksAddress(text.split('.')[0] ?? '')) return text;
  throw badRequest('not a Stacks principal');
}

function readArgument(hex: unknown): ClarityValue {
  try {
    if (typeof hex === 'string') return hexToCV(hex);
  } catch (cause) {
    throw badRequest('an argument is not a Clarity value in hex', { cause });
  }
  throw badRequest('an argument is not a string');
}

/** Returns the transaction's id. */
function submit(chain: Chain, raw: Buffer): string {
  const submitted = chain.submit(raw, Date.now());
  if (submitted.ok) return submitted.value.txid;
  const { reason, data, txid } = submitted.error;
  const error = 'transaction rejected';
  throw new HttpError(400, { error, reason, reason_data: data ?? null, txid: txid ?? '' });
}

function estimateFee({ feePerByte }: Chain, request: Request) {
  const { transaction_payload: payload, estimated_len: length } = jsonBody(request);
  if (typeof payload !== 'string') throw badRequest('transaction_payload is required');
  const isLength = typeof length === 'number' && length > 0;
  const bytes = BigInt(Math.ceil(isLength ? length : payload.length / 2));
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
function transactions(chain: Chain, { query }: Request) {
  const ids = query.getAll('tx_id').flatMap((text) => text.split(','));
  if (ids.length === 0 || ids.length > MAX_AT_ONCE)
    throw badRequest(`tx_id must be given 1 to ${MAX_AT_ONCE} times`);
  const entries = ids.map((id) => {
    const txid = plainTxid(id);
    const result = transactionView(chain, txid);
    return [`0x${txid}`, result ? { found: true, result } : { found: false, result: { tx_id: id } }];
  });
  return Object.fromEntries(entries) as object;
}

function transaction(chain: Chain, { params }: Request) {
  const txid = plainTxid(params['txid'] ?? '');
  const view = transactionView(chain, txid);
  if (view === undefined) throw new HttpError(404, { error: `could not find transaction by ID 0x${txid}` });
  return view;
}

const plainTxid = (text: string): string => text.replace(/^0x/, '').toLowerCase();

function noncesView(chain: Chain, { params }: Request) {
  const account = principal(params['principal']);
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

function statusView(chain: Chain) {
  const tip = chain.tip();
  return {
    server_version: 'sluice-devnet',
    status: 'ready',
    chain_tip: { block_height: tip.height, block_hash: `0x${tip.hash}`, burn_block_height: tip.height },
  };
}

function devnetView(chain: Chain, stacksApiUrl: string) {
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

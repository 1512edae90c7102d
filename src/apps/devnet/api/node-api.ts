import { accountRoutes } from './account-api.js';
import { cvToHex, hexToCV, type ClarityValue } from '@stacks/transactions';
import type { Registry } from '../../../domain/market/registry.js';
import { STX } from '../../../domain/shared/contract-id.js';
import { NETWORK_FACTS } from '../../../domain/shared/network.js';
import type { DevAccount } from '../vm/accounts.js';
import type { Chain } from '../chain/chain.js';
import { ChainView, consensusHashOf } from './chain-view.js';
import { contractRoutes } from './contract-api.js';
import type { Faults } from './faults.js';
import { badRequest, get, HttpError, jsonBody, post, type Request, type Route } from './http-server.js';
import { indexRoutes } from './index-api.js';
import { PRINCIPAL, principal } from './principal.js';

/** The low, middle and high fee estimates, as multiples of the lowest fee that is mined. */
const FEE_MULTIPLES = [1n, 2n, 4n];

/** The endpoints of a Stacks node and its API that wallets and swap servers use. */
export function nodeRoutes(chain: Chain, faults: Faults, url: () => string): Route[] {
  /** The chain as seen by the host that handles the request. */
  const seenBy = ({ path }: Request): ChainView => ChainView.before(chain, faults.lagOf(path));
  const balances = walletBalances(chain);
  return [
    get('/v2/info', (request) => infoView(chain, seenBy(request))),
    get(`/v2/accounts/${PRINCIPAL}`, async (request) => {
      await chain.origin.learn({ account: request.params['principal'] ?? '' });
      return accountView(pinned(seenBy(request), request), request);
    }),
    post('/v2/contracts/call-read/(?<address>[^/]+)/(?<name>[^/]+)/(?<functionName>[^/]+)', (request) =>
      callRead(pinned(seenBy(request), request), faults, request),
    ),
    post('/v2/transactions', async ({ body }) => {
      await chain.learnOf(body);
      return submit(chain, faults, body);
    }),
    post('/v2/fees/transaction', (request) => estimateFee(chain, request)),
    ...accountRoutes(chain, seenBy, faults),
    ...indexRoutes(chain, seenBy, faults),
    ...contractRoutes(chain),
    get('/devnet', () => devnetView(chain, balances, url())),
    get('/devnet/registry', () => {
      const { registry } = chain.genesis;
      if (registry === undefined) throw new HttpError(404, { error: 'a fork has no registry of its own' });
      return registry;
    }),
  ];
}

/** The state at the block whose id is in the query, or else at the host's newest block. */
function pinned(seen: ChainView, { query }: Request): ChainView {
  const id = query.get('tip');
  const view = id === null || id === 'latest' ? seen : seen.upTo(id);
  if (view === undefined) throw new HttpError(404, { error: 'Chain tip not found' });
  return view;
}

function infoView({ genesis }: Chain, seen: ChainView) {
  const tip = seen.tip();
  return {
    peer_version: 0,
    server_version: 'sluice-devnet',
    network_id: NETWORK_FACTS[genesis.dress].chainId,
    parent_network_id: 0,
    burn_block_height: tip.height,
    stable_burn_block_height: tip.height,
    stacks_tip_height: tip.height,
    stacks_tip: tip.hash,
    stacks_tip_consensus_hash: consensusHashOf(tip),
    is_fully_synced: true,
  };
}

function accountView(seen: ChainView, { params }: Request) {
  const account = principal(params['principal']);
  return {
    balance: `0x${seen.stxBalance(account).toString(16).padStart(32, '0')}`,
    locked: `0x${'0'.repeat(32)}`,
    unlock_height: 0,
    nonce: Number(seen.nextNonce(account)),
  };
}

function callRead(seen: ChainView, faults: Faults, request: Request) {
  const body = jsonBody(request);
  const args = body['arguments'];
  if (!Array.isArray(args)) throw badRequest('arguments must be a list');
  const sender = principal(body['sender']);
  const { address = '', name = '', functionName = '' } = request.params;
  const contract = `${address}.${name}`;
  const values = args.map(readArgument);
  const read = seen.read(contract, functionName, values, sender);
  if (!read.ok) return { okay: false, result: null, cause: read.error };
  const result = functionName === 'quote' ? faults.falsify(contract, values, read.value) : read.value;
  return { okay: true, result: cvToHex(result) };
}

function readArgument(hex: unknown): ClarityValue {
  try {
    if (typeof hex === 'string') return hexToCV(hex);
  } catch (cause) {
    throw badRequest('an argument is not a Clarity value in hex', { cause });
  }
  throw badRequest('an argument is not a string');
}

/** Submits a transaction and returns its id. */
function submit(chain: Chain, faults: Faults, raw: Buffer): string {
  if (faults.forgotten > 0) {
    faults.forgotten -= 1;
    return chain.decode(raw, Date.now()).txid;
  }
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

type Balances = Readonly<Record<string, string>>;

/** Returns a function that reads the wallets' balances by address and token. They change with a block only, so it reads them once a block. */
function walletBalances(chain: Chain): (registry: Registry) => Readonly<Record<string, Balances>> {
  let read: { readonly tip: string; readonly balances: Readonly<Record<string, Balances>> } | undefined;
  return ({ tokens, wstx }) => {
    const { hash: tip } = chain.tip();
    if (read?.tip === tip) return read.balances;
    const balancesOf = (address: string): Balances =>
      Object.fromEntries(
        tokens.map(({ contractId }) => [
          contractId,
          String(chain.balance(contractId === STX ? wstx : contractId, address)),
        ]),
      );
    const { wallets } = chain.genesis.accounts;
    const balances = Object.fromEntries(wallets.map(({ address }) => [address, balancesOf(address)]));
    read = { tip, balances };
    return balances;
  };
}

function devnetView(chain: Chain, balances: ReturnType<typeof walletBalances>, stacksApiUrl: string) {
  const { registry, accounts } = chain.genesis;
  if (registry === undefined) return forkView(chain, stacksApiUrl);
  const { network, tokens, vaults, routers } = registry;
  const held = balances(registry);
  const publicly = ({ name, address, privateKey }: DevAccount) => ({ name, address, privateKey });
  return {
    network,
    stacksApiUrl,
    operator: publicly(accounts.operator),
    deployer: publicly(accounts.deployer),
    accounts: accounts.wallets.map((account) => ({ ...account, balances: held[account.address] })),
    tokens,
    vaults,
    routers,
  };
}

/** Description of a fork. It omits token balances, since each of them would be a request to the network. */
function forkView({ genesis, origin }: Chain, stacksApiUrl: string) {
  const { network, block } = origin;
  return {
    network: network?.name,
    stacksApiUrl,
    fork: { height: block.height, hash: block.hash, requests: network?.requests() },
    accounts: [genesis.accounts.operator, ...genesis.accounts.wallets].map((account) => ({
      ...account,
      balances: { [STX]: String(origin.stxBalance(account.address)) },
    })),
  };
}

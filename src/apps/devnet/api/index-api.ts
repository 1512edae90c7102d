import type { Chain } from '../chain/chain.js';
import { blockId, type ChainView } from './chain-view.js';
import { recentOn, type DeprecatedEndpoint, type Faults } from './faults.js';
import { forwarded, get, HttpError, type Request, type Route } from './http-server.js';
import { PRINCIPAL, principal } from './principal.js';
import {
  batchV3,
  blockTransactions,
  blockTransactionsV3,
  eventsV3,
  plainTxid,
  transactionsById,
} from './transaction-lists.js';
import { transactionView } from './transaction-view.js';
import { detailV3, includedFields } from './transaction-view-v3.js';

/** The endpoints of the Stacks Blockchain API that swap servers use, of its versions 1 to 3. */
export function indexRoutes(chain: Chain, seenBy: (request: Request) => ChainView, faults: Faults): Route[] {
  const find = (request: Request, txid: string) => transactionView(chain, seenBy(request), txid);
  const found = (request: Request) => {
    const txid = plainTxid(request.params['txid'] ?? '');
    const view = find(request, txid);
    if (view === undefined) {
      const message = `could not find transaction by ID 0x${txid}`;
      throw new HttpError(404, { error: message, message });
    }
    return view;
  };
  const learnOf = ({ params }: Request) => chain.origin.learn({ account: params['principal'] ?? '' });
  /** Returns the network's response about a block that precedes the fork; undefined for a block of the fork itself. */
  const before = ({ params, url }: Request) => {
    const { block, network } = chain.origin;
    return Number(params['height']) > block.height || network === undefined
      ? undefined
      : forwarded(network.forward(url));
  };
  /** A route for an endpoint that newer hosts have switched off. */
  const deprecated = (endpoint: DeprecatedEndpoint, path: string, handle: Route['handle']) =>
    get(path, (request) => {
      if (faults.api.gone.includes(endpoint))
        throw new HttpError(410, { error: 'Deprecated endpoints are disabled' });
      return handle(request);
    });
  const recent = recentOn(faults);
  return [
    get('/extended(/v1/status)?/?', (request) => statusView(seenBy(request))),
    deprecated('tx/multiple', '/extended/v1/tx/multiple', (request) =>
      transactionsById(request, (txid) => find(request, txid)),
    ),
    deprecated('tx', '/extended/v1/tx/(?<txid>[^/]+)', found),
    deprecated('tx/raw', '/extended/v1/tx/(?<txid>[^/]+)/raw', (request) =>
      rawView(chain, seenBy(request), request),
    ),
    deprecated('address/nonces', `/extended/v1/address/${PRINCIPAL}/nonces`, async (request) => {
      await learnOf(request);
      return noncesV1(chain, seenBy(request), request);
    }),
    get(
      '/extended/v2/blocks/(?<height>[0-9]{1,9})',
      (request) => before(request) ?? blockView(seenBy(request), request),
    ),
    deprecated(
      'blocks/transactions',
      '/extended/v2/blocks/(?<height>[0-9]{1,9})/transactions',
      (request) => before(request) ?? blockTransactions(chain, seenBy(request), request),
    ),
    recent('/extended/v3/transactions/batch', (request) => batchV3(chain, seenBy(request), request)),
    recent('/extended/v3/transactions/(?<txid>[^/]+)/events', (request) => eventsV3(found(request), request)),
    recent('/extended/v3/transactions/(?<txid>[^/]+)', (request) =>
      detailV3(chain, found(request), includedFields(request)),
    ),
    recent(
      '/extended/v3/blocks/(?<height>[0-9]{1,9})/transactions',
      (request) => before(request) ?? blockTransactionsV3(chain, seenBy(request), request),
    ),
    recent(`/extended/v3/principals/${PRINCIPAL}/nonces`, async (request) => {
      await learnOf(request);
      return noncesV3(chain, seenBy(request), request);
    }),
  ];
}

function statusView(seen: ChainView) {
  const tip = seen.tip();
  return {
    server_version: 'sluice-devnet',
    status: 'ready',
    chain_tip: { block_height: tip.height, block_hash: `0x${tip.hash}`, burn_block_height: tip.height },
  };
}

function rawView(chain: Chain, seen: ChainView, { params }: Request) {
  const txid = plainTxid(params['txid'] ?? '');
  const transaction = seen.findMined(txid)?.mined.transaction ?? chain.mempool.find(txid);
  if (transaction === undefined)
    throw new HttpError(404, { error: `could not find transaction by ID ${txid}` });
  return { raw_tx: `0x${transaction.rawHex}` };
}

function blockView(seen: ChainView, { params }: Request) {
  const block = seen.blockAt(Number(params['height']));
  if (block === undefined) throw new HttpError(404, { error: 'Block not found' });
  const { height, hash, parentHash, time } = block;
  return {
    canonical: true,
    height,
    hash: `0x${hash}`,
    index_block_hash: `0x${blockId(block)}`,
    parent_block_hash: `0x${parentHash}`,
    block_time: time,
    block_time_iso: new Date(time * 1000).toISOString(),
  };
}

function nonces(chain: Chain, seen: ChainView, { params }: Request) {
  const account = principal(params['principal']);
  const next = seen.nextNonce(account);
  const pending = chain.mempool.noncesOf(account);
  const highest = pending.at(-1);
  const missing: number[] = [];
  for (let nonce = next; highest !== undefined && nonce < highest; nonce += 1n) {
    if (!pending.includes(nonce)) missing.push(Number(nonce));
  }
  return {
    executed: next === 0n ? null : Number(next - 1n),
    next: Number(highest === undefined ? next : highest + 1n),
    highest: highest === undefined ? null : Number(highest),
    pending: pending.map(Number),
    missing: missing.reverse(),
  };
}

function noncesV1(chain: Chain, seen: ChainView, request: Request) {
  const { executed, next, highest, pending, missing } = nonces(chain, seen, request);
  return {
    last_executed_tx_nonce: executed,
    last_mempool_tx_nonce: highest,
    possible_next_nonce: next,
    detected_missing_nonces: missing,
    detected_mempool_nonces: pending,
  };
}

function noncesV3(chain: Chain, seen: ChainView, request: Request) {
  const { executed, next, highest, pending, missing } = nonces(chain, seen, request);
  return {
    next_nonce: next,
    last_confirmed_nonce: executed,
    mempool: { last_nonce: highest, pending_nonces: pending, missing_nonces: missing },
  };
}

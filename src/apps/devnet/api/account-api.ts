import type { Chain } from '../chain/chain.js';
import type { ChainView } from './chain-view.js';
import { recentOn, type Faults } from './faults.js';
import { get, HttpError, type Request, type Route } from './http-server.js';
import { PRINCIPAL, principal } from './principal.js';
import { minedView, transactionView } from './transaction-view.js';

type View = Readonly<Record<string, unknown>>;

/** The endpoints for an account's transactions: those of API versions 1 and 3, and the node's own for a pending transaction. */
export function accountRoutes(
  chain: Chain,
  seenBy: (request: Request) => ChainView,
  faults: Faults,
): Route[] {
  const pendingOf = (request: Request, account: string): readonly View[] =>
    chain.mempool
      .allPending()
      .filter(({ sender }) => sender === account)
      .reverse()
      .map(({ txid }) => transactionView(chain, seenBy(request), txid))
      .filter((view) => view !== undefined);
  const minedOf = (request: Request, account: string): readonly View[] =>
    chain.history
      .upTo(seenBy(request).tip().height)
      .flatMap(({ block, mined }) => mined.map((each, index) => ({ mined: each, block, index })))
      .filter(({ mined }) => mined.transaction.sender === account)
      .reverse()
      .map((each) => minedView(chain, each));
  const recent = recentOn(faults);
  return [
    recent(`/extended/v3/principals/${PRINCIPAL}/mempool/transactions`, (request) =>
      pageV3(pendingOf(request, accountIn(request)), request, pendingV3),
    ),
    recent(`/extended/v3/principals/${PRINCIPAL}/transactions`, (request) =>
      pageV3(minedOf(request, accountIn(request)), request, (view) => ({
        transaction: minedV3(view),
      })),
    ),
    get('/extended/v1/tx/mempool', (request) =>
      pageV1(pendingOf(request, principal(request.query.get('sender_address'))), request),
    ),
    get(`/extended/v1/address/${PRINCIPAL}/transactions`, (request) =>
      pageV1(minedOf(request, accountIn(request)), request),
    ),
    get('/v2/transactions/unconfirmed/(?<txid>[0-9a-f]{64})', ({ params }) => {
      const transaction = chain.mempool.find(params['txid'] ?? '');
      if (transaction === undefined) throw new HttpError(404, { error: 'Transaction not found' });
      return { status: 'Mempool', tx: transaction.rawHex };
    }),
  ];
}

const accountIn = ({ params }: Request): string => principal(params['principal']);

const DEFAULT_LIMIT = 20;

const limitOf = ({ query }: Request): number => Number(query.get('limit') ?? DEFAULT_LIMIT);

function pageV1(all: readonly View[], request: Request) {
  const [limit, offset] = [limitOf(request), Number(request.query.get('offset') ?? 0)];
  return { limit, offset, total: all.length, results: all.slice(offset, offset + limit) };
}

/** A page of version 3. A cursor names the first transaction of its page. */
function pageV3(all: readonly View[], request: Request, toV3: (view: View) => object) {
  const limit = limitOf(request);
  const cursor = request.query.get('cursor');
  const cursorOf = (view: View | undefined) =>
    view === undefined ? null : `${String(view['nonce'])}:${String(view['tx_id'])}`;
  const from = Math.max(cursor === null ? 0 : all.findIndex((view) => cursorOf(view) === cursor), 0);
  return {
    total: all.length,
    limit,
    cursor: { next: cursorOf(all[from + limit]), previous: null, current: cursorOf(all[from]) },
    results: all.slice(from, from + limit).map(toV3),
  };
}

/** A transaction as version 3 lists it: a call without its arguments and, if mined, without its result. */
function pendingV3(view: View) {
  const call = view['contract_call'] as View | undefined;
  return {
    tx_id: view['tx_id'],
    sender: { address: view['sender_address'], nonce: view['nonce'] },
    sponsor: null,
    fee_rate: view['fee_rate'],
    status: view['tx_status'],
    type: view['tx_type'],
    ...(call && {
      contract_call: { contract_id: call['contract_id'], function_name: call['function_name'] },
    }),
  };
}

const minedV3 = (view: View) => ({
  ...pendingV3(view),
  block: {
    height: view['block_height'],
    hash: view['block_hash'],
    index_hash: view['block_hash'],
    time: view['block_time'],
    tx_index: view['tx_index'],
  },
});

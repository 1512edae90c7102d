import { createHash } from 'node:crypto';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Cl, cvToHex } from '@stacks/transactions';
import { AN_OWNER } from './builders.js';

/** A node and its index over vaults that every touch changes, for counting requests. */
export interface ScriptedNode {
  readonly url: string;
  readonly height: () => number;
  /** Adds a block that swaps through the vaults, beside transactions that concern none. */
  mine(...touched: string[]): void;
  /** The vault's reserve of either token as of the block at the height. */
  reserveAt(vault: string, height: number): bigint;
  /** Swaps that are in a block from now on; all others are pending. */
  readonly mined: Map<string, number>;
  /** How many blocks the index is behind the node. */
  indexLag: number;
  close(): Promise<void>;
}

const FIRST = 1_000;
const RESERVE = 1_000_000_000_000n;
const ROUTER = `${AN_OWNER}.x-multihop`;
const GAME = `${AN_OWNER}.some-game`;
/** Calls its vaults by name: only its source shows them. */
export const AGGREGATOR = `${AN_OWNER}.aggregator`;

const hashOf = (height: number) => createHash('sha256').update(`block ${height}`).digest('hex');

export async function startScriptedNode(
  { aggregated }: { readonly aggregated: string } = { aggregated: '' },
): Promise<ScriptedNode> {
  const blocks: (readonly string[])[] = [[]];
  const mined = new Map<string, number>();
  const height = () => FIRST + blocks.length - 1;
  const touches = (vault: string, upTo: number) =>
    blocks
      .slice(0, upTo - FIRST + 1)
      .filter((touched) => touched.includes(vault) || (touched.includes(AGGREGATOR) && vault === aggregated))
      .length;
  const reserveAt = (vault: string, at: number) => RESERVE + BigInt(touches(vault, at)) * 1_000_000n;
  const tipId = (at: number) =>
    createHash('sha512-256')
      .update(Buffer.from(hashOf(at) + hashOf(at).slice(0, 40), 'hex'))
      .digest('hex');
  const heightOf = (id: string | null) => {
    for (let at = height(); at >= FIRST; at--) if (tipId(at) === id) return at;
    return undefined;
  };

  const call = (contract: string, ...args: readonly string[]) => ({
    tx_type: 'contract_call',
    contract_call: { contract_id: contract, function_args: args.map((repr) => ({ repr })) },
  });
  const transactionsOf = (at: number) =>
    [
      { tx_type: 'coinbase' },
      call(GAME, 'u7', `'${AN_OWNER}.some-token`),
      ...(blocks[at - FIRST] ?? []).map((touched) =>
        touched === AGGREGATOR
          ? call(AGGREGATOR, 'u5')
          : call(ROUTER, 'u9', `(list (tuple (pool '${touched})))`),
      ),
    ].map((transaction) => ({
      ...transaction,
      tx_status: 'success',
      block_hash: `0x${hashOf(at)}`,
      parent_block_hash: `0x${hashOf(at - 1)}`,
    }));

  const statusOf = (txid: string) => {
    const at = mined.get(txid);
    const delta = Cl.tuple({ dx: Cl.uint(1), dy: Cl.uint(1_000), dk: Cl.uint(0) });
    const inBlock = {
      tx_status: 'success',
      canonical: true,
      block_height: at,
      block_time: 1_795_000_000,
      block_hash: at && `0x${hashOf(at)}`,
      tx_result: { hex: cvToHex(Cl.ok(Cl.list([delta]))) },
    };
    const result = {
      tx_type: 'contract_call',
      fee_rate: '3000',
      ...(at ? inBlock : { tx_status: 'pending' }),
    };
    return { found: true, result };
  };

  const answer = ({ pathname, searchParams }: URL): { status?: number; body: unknown } => {
    const pinned = searchParams.get('tip');
    const at = pinned === null ? height() : heightOf(pinned);
    if (at === undefined) return { status: 404, body: { error: 'Chain tip not found' } };
    const indexed = height() - node.indexLag;
    if (pathname === '/v2/info')
      return {
        body: {
          stacks_tip_height: at,
          stacks_tip: hashOf(at),
          stacks_tip_consensus_hash: hashOf(at).slice(0, 40),
        },
      };
    if (pathname === '/extended') return { body: { chain_tip: { block_height: indexed } } };
    if (pathname.startsWith('/v2/accounts/')) return { body: { nonce: 10, balance: '0x00' } };
    if (pathname.startsWith('/v2/contracts/source/')) {
      const name = pathname.split('/').at(-1);
      return {
        body: { source: name === 'aggregator' ? `(contract-call? '${aggregated} execute u1)` : '(ok true)' },
      };
    }
    if (pathname === '/extended/v1/tx/multiple') {
      const ids = searchParams.getAll('tx_id');
      return { body: Object.fromEntries(ids.map((id) => [id, statusOf(id.slice(2))])) };
    }
    const quoted = /^\/v2\/contracts\/call-read\/([^/]+)\/([^/]+)\/quote$/.exec(pathname);
    if (quoted !== null) {
      const reserve = reserveAt(`${quoted[1]}.${quoted[2]}`, at);
      const result = Cl.ok(Cl.tuple({ dx: Cl.uint(reserve), dy: Cl.uint(reserve), dk: Cl.uint(1) }));
      return { body: { okay: true, result: cvToHex(result) } };
    }
    const block = /^\/extended\/v2\/blocks\/(\d+)(\/transactions)?$/.exec(pathname);
    if (block === null) return { status: 404, body: { message: `Route GET:${pathname} not found` } };
    const wanted = Number(block[1]);
    if (wanted > indexed) return { status: 404, body: { error: 'Block not found' } };
    if (block[2] === undefined)
      return {
        body: { canonical: true, height: wanted, hash: `0x${hashOf(wanted)}`, block_time: 1_795_000_000 },
      };
    const results = transactionsOf(wanted);
    return { body: { limit: 50, offset: 0, total: results.length, results } };
  };

  const server = createServer((request: IncomingMessage, response) => {
    request.resume();
    request.on('end', () => {
      const { status = 200, body } = answer(new URL(request.url ?? '/', 'http://node'));
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const node: ScriptedNode = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    height,
    mine: (...touched) => void blocks.push(touched),
    reserveAt,
    mined,
    indexLag: 0,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
  return node;
}

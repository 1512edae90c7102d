import { createHash } from 'node:crypto';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Cl, cvToHex } from '@stacks/transactions';
import { AN_OWNER } from './builders.js';

/** A node and its index, for counting requests. Every block that touches a vault changes its reserves. */
export interface ScriptedNode {
  readonly url: string;
  readonly height: () => number;
  /** Adds a block with swaps through the vaults, and with other transactions that touch no vault. */
  mine(...touched: string[]): void;
  /** Reserve of either of the vault's tokens at the end of the block at the height. */
  reserveAt(vault: string, height: number): bigint;
  /** Heights of the blocks that contain swaps, by txid. Swaps that are not listed are pending. */
  readonly mined: Map<string, number>;
  /** Number of blocks by which the index is behind the node. */
  indexLag: number;
  close(): Promise<void>;
}

const FIRST = 1_000;
const RESERVE = 1_000_000_000_000n;
const ROUTER = `${AN_OWNER}.x-multihop`;
const GAME = `${AN_OWNER}.some-game`;
/** A contract that calls its vaults by name, which only its source shows. */
export const AGGREGATOR = `${AN_OWNER}.aggregator`;

const hashOf = (height: number) => createHash('sha256').update(`block ${height}`).digest('hex');

export async function startScriptedNode({
  aggregated = '',
  hasDeprecated = true,
}: { readonly aggregated?: string; readonly hasDeprecated?: boolean } = {}): Promise<ScriptedNode> {
  const blocks: (readonly string[])[] = [[]];
  const mined = new Map<string, number>();
  /** Txids of the swaps that were asked for. All are of one account. */
  const asked = new Set<string>();
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

  const call = (contract: string, name: string, ...args: readonly string[]) => ({
    tx_type: 'contract_call',
    contract_call: {
      contract_id: contract,
      function_name: name,
      function_args: args.map((repr) => ({ repr })),
    },
  });
  /** Calls that swap over all vaults that the block touches, by name or through the aggregator. */
  const swapsOf = (touched: readonly string[]) => {
    const named = touched.filter((vault) => vault !== AGGREGATOR);
    return [
      ...(named.length < touched.length ? [call(AGGREGATOR, 'go', 'u5')] : []),
      ...(named.length > 0
        ? [call(ROUTER, 'x-swap', 'u9', ...named.map((vault) => `(pool '${vault})`))]
        : []),
    ];
  };
  /** One of the swaps that were asked for. It touches no vault. */
  const sentSwap = (txid: string) => ({ tx_id: `0x${txid}`, ...call(ROUTER, 'x-swap', 'u9') });
  const transactionsOf = (at: number) =>
    [
      { tx_type: 'coinbase' },
      call(GAME, 'play', 'u7', `'${AN_OWNER}.some-token`),
      ...swapsOf(blocks[at - FIRST] ?? []),
      ...[...mined].filter(([, height]) => height === at).map(([txid]) => sentSwap(txid)),
    ].map((transaction, index) => ({
      tx_id: `0x${hashOf(1_000 * at + index)}`,
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
    const result: { readonly tx_type: string; readonly tx_result?: object } = {
      ...{ tx_type: 'contract_call', fee_rate: '3000' },
      ...(at ? inBlock : { tx_status: 'pending' }),
    };
    return { found: true, result };
  };

  /** Summary of a transaction as version 3 shows it in lists, and for single transactions unless more is requested. */
  const summaryOf = (
    { tx_id, tx_type: type, tx_status: status, ...rest }: Record<string, unknown>,
    at: number,
  ) => {
    const { function_args: _heavy, ...called } = (rest['contract_call'] ?? {}) as Record<string, unknown>;
    const block = { height: at, hash: `0x${hashOf(at)}`, time: 1_795_000_000 };
    return { tx_id, type, status, fee_rate: '3000', block, contract_call: called };
  };
  const version3 = (
    pathname: string,
    query: URLSearchParams,
  ): { status?: number; body: unknown } | undefined => {
    const listed = /^\/extended\/v3\/blocks\/(\d+)\/transactions$/.exec(pathname)?.[1];
    if (listed !== undefined) {
      const at = Number(listed);
      if (at > height() - node.indexLag)
        return { status: 404, body: { error: 'Not Found', message: 'Block not found' } };
      const results = transactionsOf(at).map((each) => summaryOf(each, at));
      return { body: { limit: 50, total: results.length, cursor: { next: null }, results } };
    }
    const sender = /^\/extended\/v3\/principals\/(\w+)\/mempool\/transactions$/.exec(pathname)?.[1];
    if (sender !== undefined) {
      const pending = [...asked].filter((id) => !mined.has(id.slice(2)));
      const results = pending.map((tx_id, nonce) => ({ tx_id, sender: { address: sender, nonce } }));
      return { body: { limit: 50, total: results.length, cursor: { next: null }, results } };
    }
    if (pathname === '/extended/v3/transactions/batch') {
      const found = query.getAll('tx_id').flatMap((id) => {
        asked.add(id);
        const at = mined.get(id.slice(2));
        return at === undefined
          ? []
          : [summaryOf({ tx_id: id, tx_type: 'contract_call', tx_status: 'success' }, at)];
      });
      return { body: { results: found } };
    }
    const txid = /^\/extended\/v3\/transactions\/(0x[0-9a-f]+)$/.exec(pathname)?.[1];
    const asksFor = (field: string) => query.get('include')?.split(',').includes(field) === true;
    if (txid === undefined) return undefined;
    for (let at = FIRST; at <= height(); at++)
      for (const each of transactionsOf(at)) {
        if (each.tx_id !== txid) continue;
        const parent = { parent_block: { hash: `0x${hashOf(at - 1)}` } };
        const { contract_call: whole } = each as Partial<ReturnType<typeof call>>;
        const heavy = {
          ...(asksFor('function_args') && { contract_call: whole }),
          ...(asksFor('result') && { result: statusOf(txid.slice(2)).result.tx_result }),
        };
        return { body: { ...summaryOf(each, at), ...parent, ...heavy } };
      }
    return { body: { tx_id: txid, type: 'contract_call', status: 'pending' } };
  };

  const SOURCES: Readonly<Record<string, string>> = {
    aggregator: `(define-public (go (amount uint)) (contract-call? '${aggregated} execute amount))`,
    'some-game': '(define-public (play (stake uint) (token principal)) (ok true))',
    'x-multihop': '(define-public (x-swap (amount uint) (pool <pool-trait>)) (ok true))',
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
        body: { source: SOURCES[name ?? ''] ?? '(ok true)' },
      };
    }
    const isDeprecated = /^\/extended\/(v1\/tx\/|v1\/address\/|v2\/blocks\/\d+\/transactions)/.test(pathname);
    if (isDeprecated && !hasDeprecated)
      return { status: 410, body: { error: 'Deprecated endpoints are disabled' } };
    const recent = version3(pathname, searchParams);
    if (recent !== undefined && !hasDeprecated) return recent;
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
        body: {
          canonical: true,
          height: wanted,
          hash: `0x${hashOf(wanted)}`,
          parent_block_hash: `0x${hashOf(wanted - 1)}`,
          block_time: 1_795_000_000,
        },
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

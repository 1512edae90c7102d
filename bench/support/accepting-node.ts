import { createHash } from 'node:crypto';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { isMainThread, parentPort, Worker, workerData } from 'node:worker_threads';
import { Cl, cvToHex, deserializeCV, type ClarityValue, type UIntCV } from '@stacks/transactions';
import { addressParts, type Address } from '../../src/domain/shared/address.js';
import { quoteHop } from '../../src/domain/vault/kinds.js';
import type { Opcode } from '../../src/domain/vault/vault.js';
import { A_REGISTRY, reserves } from '../../test/support/core-harness.js';

/** Options of the stand-in for a node. */
export interface AcceptingNodeOptions {
  readonly accounts: readonly Address[];
  /** Milliseconds between blocks, each with everything in the mempool; 0: every transaction is in a block at once. */
  readonly blockMs: number;
}

/** Numbers of requests by endpoint. */
export type RequestCounts = Readonly<Record<string, number>>;

/** Stand-in for a node, on a thread of its own. */
export interface AcceptingNode {
  readonly url: string;
  /** The requests since the last call. */
  takeCounts(): Promise<RequestCounts>;
  close(): Promise<void>;
}

/** A node's limit on the transactions of one account that are in no block. */
const IN_FLIGHT = 25;
/** Opcode of a quote that returns the vault's reserves. */
const RESERVES_OPCODE = 4;
const HELD = reserves(1_000_000_000_000_000n, 1_000_000_000_000_000n);
const INFO = {
  stacks_tip_height: 100,
  stacks_tip: '1'.repeat(64),
  stacks_tip_consensus_hash: '2'.repeat(40),
};

/** Starts a node that responds at once, accepts every transaction in the order of its account's nonces, and has deep pools. */
export async function startAcceptingNode(options: AcceptingNodeOptions): Promise<AcceptingNode> {
  const worker = new Worker(new URL(import.meta.url), { workerData: options });
  const next = <T>() =>
    new Promise<T>((resolve, reject) => worker.once('message', resolve).once('error', reject));
  const port = await next<number>();
  return {
    url: `http://127.0.0.1:${port}`,
    takeCounts: () => {
      const counts = next<RequestCounts>();
      worker.postMessage('counts');
      return counts;
    },
    close: async () => void (await worker.terminate()),
  };
}

/** An account's nonces: the next one to be mined, and those in the mempool. */
interface Account {
  next: number;
  readonly pending: Set<number>;
}

function serve({ accounts, blockMs }: AcceptingNodeOptions): void {
  const byHash = new Map<string, Account>();
  const byAddress = new Map<string, Account>();
  for (const address of accounts) {
    const account: Account = { next: 0, pending: new Set() };
    byAddress.set(address, account);
    byHash.set(Buffer.from(addressParts(address).hash160).toString('hex'), account);
  }
  let counts: Record<string, number> = {};

  const mine = (account: Account) => {
    while (account.pending.delete(account.next)) account.next += 1;
  };
  if (blockMs > 0) setInterval(() => byHash.forEach(mine), blockMs);

  const accept = (body: Buffer) => {
    // After version, chain, kinds of authorisation and hash: the signer's hash, and the nonce.
    const account = byHash.get(body.subarray(7, 27).toString('hex'))!;
    const nonce = Number(body.readBigUInt64BE(27));
    const refused = (reason: string) => ({ status: 400, body: { error: 'transaction rejected', reason } });
    if (nonce < account.next) return refused('BadNonce');
    if (account.pending.has(nonce)) return refused('ConflictingNonceInMempool');
    if (nonce - account.next >= IN_FLIGHT) return refused('TooMuchChaining');
    account.pending.add(nonce);
    if (blockMs === 0) mine(account);
    return { status: 200, body: createHash('sha512-256').update(body).digest('hex') };
  };

  const call = (contract: string, name: string, args: readonly ClarityValue[]): ClarityValue => {
    if (name === 'check') return Cl.bool(false);
    if (name === 'get-balance') return Cl.ok(Cl.uint(10n ** 18n));
    const vault = A_REGISTRY.vaults.find(({ contractId }) => contractId === contract)!;
    const [amount, byte] = args as [UIntCV, { value: { value: string } }];
    const opcode = Number.parseInt(byte.value.value, 16);
    const { reserveA, reserveB, supply } = HELD;
    if (opcode === RESERVES_OPCODE)
      return Cl.ok(Cl.tuple({ dx: Cl.uint(reserveA), dy: Cl.uint(reserveB), dk: Cl.uint(supply) }));
    const { dx, dy } = quoteHop(
      vault as Parameters<typeof quoteHop>[0],
      HELD,
      opcode as Opcode,
      BigInt(amount.value),
    );
    return Cl.ok(Cl.tuple({ dx: Cl.uint(dx), dy: Cl.uint(dy), dk: Cl.uint(0) }));
  };

  const answer = (path: string, body: Buffer): { readonly status?: number; readonly body: unknown } => {
    const [, ...parts] = path.split('?')[0]!.split('/');
    const endpoint = parts.map((part) => (part.length > 30 ? '…' : part)).join('/');
    counts[endpoint] = (counts[endpoint] ?? 0) + 1;
    if (path === '/v2/info') return { body: INFO };
    if (path === '/v2/transactions') return accept(body);
    if (path === '/v2/fees/transaction')
      return { body: { estimations: [{ fee: 900 }, { fee: 1_000 }, { fee: 1_100 }] } };
    if (parts[1] === 'accounts')
      return { body: { nonce: byAddress.get(parts[2]!)!.next, balance: '0xffffffffff' } };
    if (parts[2] === 'principals') {
      const { next, pending } = byAddress.get(parts[3]!)!;
      return {
        body: {
          last_confirmed_nonce: next === 0 ? null : next - 1,
          mempool: { pending_nonces: [...pending] },
        },
      };
    }
    if (parts[2] !== 'call-read') return { status: 404, body: { message: `Route ${path} not found` } };
    const { arguments: args } = JSON.parse(body.toString()) as { readonly arguments: readonly string[] };
    const result = call(
      `${parts[3]}.${parts[4]}`,
      parts[5]!,
      args.map((arg) => deserializeCV(arg)),
    );
    return { body: { okay: true, result: cvToHex(result) } };
  };

  const server = createServer((request: IncomingMessage, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const { status = 200, body } = answer(request.url ?? '/', Buffer.concat(chunks));
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
    });
  });
  server.listen(0, '127.0.0.1', () => parentPort!.postMessage((server.address() as AddressInfo).port));
  parentPort!.on('message', () => {
    parentPort!.postMessage(counts);
    counts = {};
  });
}

if (!isMainThread) serve(workerData as AcceptingNodeOptions);
